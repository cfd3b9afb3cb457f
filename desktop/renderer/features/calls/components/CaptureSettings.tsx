import { useQuery } from '@tanstack/react-query';
import { Camera, Mic, Monitor } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { CaptureDevice, DeviceAccess } from '#shared/bridge/media.ts';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { denialText } from '../capture-words.ts';

interface CaptureSettingsProps {
  bridge: Pick<Bridge, 'getCaptureAccess' | 'forgetCaptureChoice' | 'openCaptureSettings' | 'onCaptureAccess'>;
}

/** What the desktop client may capture: the rules, the system's permissions, and the remembered choices to remove. */
export function CaptureSettings({ bridge }: CaptureSettingsProps) {
  const query = useQuery({
    queryKey: ['calls', 'capture'],
    queryFn: () => bridge.getCaptureAccess(),
    // The member may return from the settings of the system.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const { data: access, refetch } = query;
  useEffect(() => bridge.onCaptureAccess(() => void refetch()), [bridge, refetch]);
  if (!access) return <QueryState query={query} skeleton={<Skeleton className="h-32 w-full" />} />;
  const devices = [
    { device: 'camera', title: 'Camera', icon: <Camera /> },
    { device: 'microphone', title: 'Microphone', icon: <Mic /> },
  ] as const;
  return (
    <ul className="divide-y divide-border">
      {devices.map(({ device, title, icon }) => (
        <Row key={device} title={title} icon={icon} text={accessText(device, access[device])}>
          {isSystemShown(access[device]) && access.hasSystemSettings && (
            <Button onClick={() => void bridge.openCaptureSettings(device).catch(() => undefined)}>
              Open system settings
            </Button>
          )}
          {access[device].choice !== null && (
            <Button
              aria-label={`Ask me again about the ${device}`}
              onClick={() => void bridge.forgetCaptureChoice(device).catch(() => undefined)}
            >
              Ask me again
            </Button>
          )}
        </Row>
      ))}
      <Row
        title="Screen"
        icon={<Monitor />}
        text={
          access.screenShare === 'deny'
            ? denialText('screen', 'institution')
            : 'You choose a screen or a window each time.'
        }
      />
    </ul>
  );
}

interface RowProps {
  title: string;
  icon: ReactNode;
  text: string;
  children?: ReactNode;
}

function Row({ title, icon, text, children }: RowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="text-text-muted [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">{title}</h3>
        <p className="text-text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

function isSystemShown({ rule, system }: DeviceAccess): boolean {
  return rule !== 'deny' && system === 'denied';
}

/** Returns what happens at a request, by the first that decides. */
function accessText(device: CaptureDevice, access: DeviceAccess): string {
  const { rule, choice, system } = access;
  if (rule === 'deny') return denialText(device, 'institution');
  if (isSystemShown(access)) return denialText(device, 'system');
  if (choice === 'never')
    return access.isRecommended
      ? `Your institution recommends that Lyceum doesn’t use the ${device}. Choose “Ask me again” to decide yourself.`
      : denialText(device, 'member');
  const unasked = system === 'not-determined' ? ' Your system asks the first time.' : '';
  if (access.isRecommended) return `Calls and tests use it without asking, as your institution recommends.${unasked}`;
  if (choice === 'always') return `Calls and tests use it without asking.${unasked}`;
  if (rule === 'allow') return `Your institution lets calls and tests use it without asking.${unasked}`;
  return `Lyceum asks you each time, unless you allow it for a whole call.${unasked}`;
}
