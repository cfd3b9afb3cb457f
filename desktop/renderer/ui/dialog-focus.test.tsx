// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

/** A page with a button that opens what `dialog` returns. */
function Page({ dialog }: { dialog: (onClose: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && dialog(() => setIsOpen(false))}
    </main>
  );
}

/** A list that is replaced by one of its items. */
function ListThenItem({ onClose }: { onClose: () => void }) {
  const [isItem, setIsItem] = useState(false);
  if (isItem) return <Dialog key="item" title="Item" onClose={onClose} />;
  return (
    <Dialog key="list" title="List" onClose={onClose}>
      <Button onClick={() => setIsItem(true)}>First item</Button>
    </Dialog>
  );
}

const opener = () => screen.getByRole('button', { name: 'Open' });

it('returns focus when a field of the dialog takes focus by itself', async () => {
  render(
    <Page
      dialog={(onClose) => (
        <Dialog title="Search" onClose={onClose}>
          <input aria-label="Text" autoFocus />
        </Dialog>
      )}
    />,
  );
  await userEvent.click(opener());
  expect(document.activeElement).toBe(screen.getByLabelText('Text'));
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(opener()));
});

it('returns focus to the opener of the dialog that was replaced', async () => {
  render(<Page dialog={(onClose) => <ListThenItem onClose={onClose} />} />);
  await userEvent.click(opener());
  await userEvent.click(screen.getByRole('button', { name: 'First item' }));
  const item = await screen.findByRole('dialog', { name: 'Item' });
  await vi.waitFor(() => expect(item.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(opener()));
});

it('returns focus to the main part of the page when the opener is gone', async () => {
  function Vanishing() {
    const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
    return (
      <main tabIndex={-1}>
        {state !== 'done' && <Button onClick={() => setState('open')}>Open</Button>}
        {state === 'open' && <Dialog title="Last" onClose={() => setState('done')} />}
      </main>
    );
  }
  render(<Vanishing />);
  await userEvent.click(opener());
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

it('returns focus after a question', async () => {
  render(
    <Page
      dialog={(onClose) => (
        <ConfirmDialog
          title="Delete?"
          description="For good."
          confirmLabel="Delete"
          onConfirm={async () => undefined}
          onClose={onClose}
        />
      )}
    />,
  );
  await userEvent.click(opener());
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(opener()));
});

it('starts in the first field, or at the dialog itself when it has none', async () => {
  const { unmount } = render(
    <Dialog title="Edit" onClose={vi.fn()}>
      <textarea aria-label="Text" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Text'));
  unmount();
  render(
    <Dialog title="Read" onClose={vi.fn()}>
      <Button>Act</Button>
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Read' }));
});
