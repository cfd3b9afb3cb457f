import { useEffect, useState } from 'react';
import type { CaptureQuestion } from '#shared/bridge/media.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import { DevicePrompt } from './DevicePrompt.tsx';
import { ScreenPicker } from './ScreenPicker.tsx';

/** What the prompt uses of the desktop client. */
export type PromptBridge = Pick<Bridge, 'getCaptureQuestion' | 'requestPromptPreview' | 'answerCapture'>;

/**
 * The page of the desktop client's small window that asks the member about camera and microphone, or for a screen to
 * share. Main closes the window after the answer. Escape answers "not now".
 */
export function MediaPrompt({ bridge }: { bridge: PromptBridge }) {
  const [question, setQuestion] = useState<CaptureQuestion | null>(null);
  const type = question?.type;
  useEffect(() => {
    bridge.getCaptureQuestion().then(setQuestion, () => undefined);
  }, [bridge]);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || type === undefined) return;
      const answer = type === 'screen' ? { type, sourceId: null } : { type, choice: 'later' as const };
      bridge.answerCapture(answer).catch(() => undefined);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [bridge, type]);
  if (!question) return null;
  return question.type === 'devices' ? (
    <DevicePrompt
      question={question}
      onPreview={() => bridge.requestPromptPreview()}
      onChoose={(choice) => void bridge.answerCapture({ type: 'devices', choice }).catch(() => undefined)}
    />
  ) : (
    <ScreenPicker
      sources={question.sources}
      onChoose={(sourceId) => void bridge.answerCapture({ type: 'screen', sourceId }).catch(() => undefined)}
    />
  );
}
