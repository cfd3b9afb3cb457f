import type { Bridge } from '#shared/bridge/contract.ts';
import type { AppInfo } from '#shared/bridge/shell.ts';
import { ServerScreen } from './ServerScreen.tsx';
import { UpdateScreen } from './UpdateScreen.tsx';

interface ShellScreenProps {
  bridge: Pick<Bridge, 'setServer'>;
  info: AppInfo;
  /** Oldest version that the server serves, to explain the update; null to choose a server. */
  requiredVersion: string | null;
  /** Opens the choice of a server, or returns from it. */
  onChoose: (isChoosing: boolean) => void;
}

/** What the desktop app shows in the place of the web app: the choice of a server, or how to update. */
export function ShellScreen({ bridge, info, requiredVersion, onChoose }: ShellScreenProps) {
  if (requiredVersion !== null)
    return <UpdateScreen info={info} requiredVersion={requiredVersion} onChangeServer={() => onChoose(true)} />;
  return (
    <ServerScreen bridge={bridge} info={info} onCancel={info.serverUrl === null ? undefined : () => onChoose(false)} />
  );
}
