import { lazy, Suspense, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useIsCreator } from '../../../lib/me.ts';
import { Textarea, type TextareaProps } from '../../../ui/Textarea.tsx';
import { tokenAt, type MentionToken } from '../mention-token.ts';
import type { MentionKeys } from './MentionList.tsx';
import { isComposing } from '../../../lib/page/composing.ts';

const MentionList = lazy(async () => ({ default: (await import('./MentionList.tsx')).MentionList }));

interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string;
  onText: (text: string) => void;
  /** The post whose author and commenters are suggested too. */
  postId?: string | undefined;
}

/**
 * A textarea that suggests members after an at sign. The keys belong to the textarea: the arrows choose a suggestion,
 * Enter and Tab insert it, Escape closes the list. Creators, who find no members, get no suggestions.
 */
export function MentionTextarea({ value, onText, postId, ref, ...rest }: MentionTextareaProps) {
  const listId = useId();
  const field = useRef<HTMLTextAreaElement | null>(null);
  const keys = useRef<MentionKeys | null>(null);
  const [token, setToken] = useState<MentionToken | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [activeId, setActiveId] = useState<string>();
  const caret = useRef<number | null>(null);
  const isCreator = useIsCreator();
  const shown = token !== null && !isCreator && token.start !== closedAt ? token : null;

  // The caret can be set only once the field contains the new text.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);

  const look = (element: HTMLTextAreaElement): void => {
    const found =
      element.selectionStart === element.selectionEnd ? tokenAt(element.value, element.selectionStart) : null;
    setToken(found);
    if (found?.start !== closedAt) setClosedAt(null);
  };
  const complete = (text: string, at: number): void => {
    caret.current = at;
    setToken(null);
    onText(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (shown === null || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && keys.current !== null) setClosedAt(shown.start);
    else if (!keys.current?.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = shown !== null && activeId !== undefined;
  return (
    <div className="relative">
      <Textarea
        {...rest}
        ref={(element) => {
          field.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? activeId : undefined}
        onChange={(event) => {
          onText(event.target.value);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setToken(null)}
        onKeyDown={onKeyDown}
      />
      {shown !== null && (
        <Suspense fallback={null}>
          <MentionList
            id={listId}
            keys={keys}
            text={value}
            token={shown}
            postId={postId}
            onActive={setActiveId}
            onComplete={complete}
          />
        </Suspense>
      )}
    </div>
  );
}
