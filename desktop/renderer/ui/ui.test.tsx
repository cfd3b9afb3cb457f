// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Avatar } from './Avatar.tsx';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Count } from './Count.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';
import { initials } from './initials.ts';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { RadioCards } from './RadioCards.tsx';
import { Switch } from './Switch.tsx';
import { Tabs } from './Tabs.tsx';
import { TextInput } from './TextInput.tsx';
import { relativeTime, Time } from './Time.tsx';
import { TooltipHost } from './TooltipHost.tsx';

afterEach(cleanup);

describe('Button', () => {
  it('does not submit a form by default', () => {
    render(<Button>Save</Button>);
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('type')).toBe('button');
  });

  it('ignores clicks while loading and stays focusable', async () => {
    const onClick = vi.fn();
    render(
      <Button isLoading onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
  });
});

describe('Field', () => {
  it('connects hint and error with the control', () => {
    render(
      <Field label="Email" hint="We never show it." error="Enter an email" id="email">
        {(control) => <TextInput {...control} />}
      </Field>,
    );
    const input = screen.getByLabelText('Email');
    expect(input.getAttribute('aria-describedby')).toBe('email-hint email-error');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelector('#email-error')?.textContent).toBe('Enter an email');
  });

  it('has no description without hint and error', () => {
    render(<Field label="Name">{(control) => <TextInput {...control} />}</Field>);
    expect(screen.getByLabelText('Name').hasAttribute('aria-describedby')).toBe(false);
  });
});

describe('PasswordInput', () => {
  it('shows and hides the password', async () => {
    render(<PasswordInput aria-label="Password" />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });

  it('warns while Caps Lock is on, until blur', () => {
    render(<PasswordInput aria-label="Password" />);
    const input = screen.getByLabelText('Password');
    const event = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
    Object.defineProperty(event, 'getModifierState', { value: (key: string) => key === 'CapsLock' });
    fireEvent(input, event);
    expect(screen.getByRole('status').textContent).toBe('Caps Lock is on');
    fireEvent.blur(input);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('choices', () => {
  it('reports the chosen card', async () => {
    const onChange = vi.fn();
    render(
      <RadioCards
        label="Role"
        value={undefined}
        onChange={onChange}
        options={[
          { value: 'student', title: 'Student', text: 'Learn' },
          { value: 'teacher', title: 'Teacher' },
        ]}
      />,
    );
    expect(screen.getByRole('radiogroup', { name: 'Role' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Teacher' }));
    expect(onChange).toHaveBeenCalledWith('teacher');
  });

  it('toggles a switch and a checkbox by their labels', async () => {
    const onSwitch = vi.fn();
    const onCheck = vi.fn();
    render(
      <>
        <Switch label="Sounds" isOn={false} onChange={onSwitch} />
        <Checkbox label="Remember" isChecked={false} onChange={onCheck} />
      </>,
    );
    await userEvent.click(screen.getByText('Sounds'));
    await userEvent.click(screen.getByText('Remember'));
    expect(onSwitch).toHaveBeenCalledWith(true);
    expect(onCheck).toHaveBeenCalledWith(true);
  });
});

describe('layers', () => {
  function WithDialog() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setIsOpen(true)}>Open</Button>
        {isOpen && (
          <Dialog title="Edit post" onClose={() => setIsOpen(false)}>
            <TextInput aria-label="Content" />
          </Dialog>
        )}
      </>
    );
  }

  it('closes a dialog by Escape and returns focus', async () => {
    render(<WithDialog />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('dialog', { name: 'Edit post' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Open'));
  });

  it('requires a confirmation of a deletion, with focus on Cancel', async () => {
    const onConfirm = vi.fn<() => Promise<void>>();
    render(
      <ConfirmDialog
        title="Delete this post?"
        description="This cannot be undone."
        confirmLabel="Delete"
        onConfirm={onConfirm}
        onClose={vi.fn()}
      />,
    );
    expect(document.activeElement?.textContent).toBe('Cancel');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('shows why a deletion failed, and closes after a successful retry', async () => {
    const onConfirm = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('Not now'))
      .mockResolvedValueOnce(undefined);
    const onClose = vi.fn();
    render(
      <ConfirmDialog
        title="Delete this post?"
        description="This cannot be undone."
        confirmLabel="Delete"
        onConfirm={onConfirm}
        onClose={onClose}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Not now');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('runs the item of a menu by keyboard', async () => {
    const onSelect = vi.fn();
    render(
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={onSelect}>Edit</MenuItem>
      </Menu>,
    );
    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: 'Edit' });
    await vi.waitFor(() => expect(document.activeElement).toBe(item));
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('returns focus to the button of a menu that Escape closed', async () => {
    render(
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={vi.fn()}>Edit</MenuItem>
      </Menu>,
    );
    const button = screen.getByRole('button', { name: 'More' });
    await userEvent.click(button);
    const menu = await screen.findByRole('menu', { name: 'More' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await vi.waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('returns focus to the button of the menu that opened a dialog', async () => {
    function Page() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <>
          <Menu trigger={<Button>More</Button>}>
            <MenuItem onSelect={() => setIsOpen(true)}>Edit</MenuItem>
          </Menu>
          {isOpen && <Dialog title="Edit" onClose={() => setIsOpen(false)} />}
        </>
      );
    }
    render(<Page />);
    const button = screen.getByRole('button', { name: 'More' });
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit' });
    await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('shows a tooltip at once by keyboard, and hides it by Escape', async () => {
    render(
      <>
        <IconButton label="Edit" icon={null} />
        <TooltipHost />
      </>,
    );
    await userEvent.tab();
    expect((await screen.findByRole('tooltip')).textContent).toBe('Edit');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

it('Tabs chooses by arrow keys, Home and End, and shows only the chosen panel', async () => {
  function Three() {
    const [value, setValue] = useState('a');
    const items = ['a', 'b', 'c'].map((name) => ({
      value: name,
      label: name.toUpperCase(),
      content: `panel of ${name}`,
    }));
    return <Tabs label="Library" value={value} onChange={setValue} items={items} />;
  }
  render(<Three />);
  const panel = () => screen.getByRole('tabpanel');
  expect(panel().textContent).toBe('panel of a');
  await userEvent.tab();
  const visited: (string | null)[] = [];
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Home', 'End', 'ArrowRight', 'ArrowRight']) {
    await userEvent.keyboard(`{${key}}`);
    const tab = screen.getByRole('tab', { selected: true });
    expect(document.activeElement).toBe(tab);
    expect([tab.tabIndex, panel().getAttribute('aria-labelledby'), tab.getAttribute('aria-controls')]).toEqual([
      0,
      tab.id,
      panel().id,
    ]);
    visited.push(panel().textContent);
  }
  expect(visited).toEqual(['c', 'b', 'a', 'c', 'a', 'b'].map((name) => `panel of ${name}`));
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
});

it('Tabs follows the direction of the page with the arrow keys', async () => {
  const onChange = vi.fn();
  const items = ['a', 'b', 'c'].map((value) => ({ value, label: value, content: value }));
  render(
    <div dir="rtl" style={{ direction: 'rtl' }}>
      <Tabs label="Library" value="a" onChange={onChange} items={items} />
    </div>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  expect(onChange.mock.calls).toEqual([['b'], ['c']]);
});

it('ErrorSummary moves focus to the field', async () => {
  render(
    <>
      <ErrorSummary errors={[{ fieldId: 'email', message: 'Enter an email' }]} />
      <input id="email" />
    </>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Enter an email' }));
  expect(document.activeElement?.id).toBe('email');
});

it('ErrorPanel shows the request id and tries again', async () => {
  const onRetry = vi.fn();
  render(<ErrorPanel message="The feed could not load." requestId="01J" onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('01J');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('ErrorPanel counts down and tries again by itself when there were too many requests', () => {
  vi.useFakeTimers();
  const onRetry = vi.fn();
  render(<ErrorPanel message="Please try again in 3 seconds." retryAfterMs={3_000} onRetry={onRetry} />);
  const panel = screen.getByRole('alert');
  expect(panel.textContent).toContain('Trying again automatically in 3 s.');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(panel.textContent).toContain('in 1 s.');
  expect(onRetry).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(5_000));
  expect(onRetry).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

describe('small things', () => {
  it.each([
    ['Ana Ruiz', 'AR'],
    ['ana maría ruiz', 'AR'],
    ['Plato', 'P'],
    ['  ', '?'],
    ['𝒜da Lovelace', '𝒜L'],
    ['محمد الفارسي', 'ما'],
    ['Zhang Wei (张伟)', 'ZW'],
    ['Ana Ruiz [she/her', 'AR'],
    ['“Kit” O’Neill 3rd', 'KR'],
    ['2 Fast', 'F'],
    ['(张伟)', '张'],
    ['123', '?'],
  ])('returns the initials of %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it.each([
    ['0190c2a4-0000-7000-8000-000000000003', '150'],
    ['0190c2a4-0000-7000-8000-00000000000b', '150'],
    ['0190c2a4-0000-7000-8000-00000000000c', '195'],
    [null, ''],
  ])('colours the initials by the id %s', (id, hue) => {
    const { container } = render(<Avatar id={id} name="Ana Ruiz" />);
    const shown = container.querySelector('span');
    expect(shown?.style.getPropertyValue('--initials-hue')).toBe(hue);
    expect(shown?.classList.contains('initials')).toBe(hue !== '');
  });

  it('shows initials when the photo fails to load', () => {
    const { container } = render(<Avatar id={null} name="Ana Ruiz" src="/gone.png" />);
    const image = container.querySelector('img');
    expect(image).not.toBeNull();
    if (image) fireEvent.error(image);
    expect(container.textContent).toBe('AR');
  });

  it.each([
    [0, 'now'],
    [44_000, 'now'],
    [60_000, '1m'],
    [59 * 60_000, '59m'],
    [3_600_000, '1h'],
    [23.9 * 3_600_000, '23h'],
    [3 * 86_400_000, '3d'],
  ])('formats %d ms ago', (agoMs, expected) => {
    const nowMs = Date.UTC(2026, 5, 15, 12);
    expect(relativeTime(new Date(nowMs - agoMs), nowMs)).toBe(expected);
  });

  it('contains the full date, and shows nothing for an invalid one', () => {
    const { container, rerender } = render(<Time iso="2026-06-15T12:00:00.000Z" />);
    expect(container.querySelector('time')?.title).toContain('2026');
    rerender(<Time iso="soon" />);
    expect(container.textContent).toBe('');
  });

  it('shortens large counts and contains the full one', () => {
    const { container } = render(<Count value={12_840} />);
    expect(container.querySelector('[title]')?.getAttribute('title')).toContain('840');
  });
});
