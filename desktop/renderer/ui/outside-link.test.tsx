import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OutsideLink } from './OutsideLink.tsx';

/** Whether the page prevented the default action of each click; the test prevents those that are left. */
const clicks: boolean[] = [];
const note = (event: MouseEvent): void => {
  clicks.push(event.defaultPrevented);
  event.preventDefault();
};

beforeEach(() => document.addEventListener('click', note));
afterEach(() => {
  document.removeEventListener('click', note);
  clicks.length = 0;
  vi.unstubAllGlobals();
});

function open(href: string) {
  const onFollow = vi.fn();
  render(
    <OutsideLink href={href} rel="noopener noreferrer sponsored" onFollow={onFollow}>
      Go
    </OutsideLink>,
  );
  return { onFollow, link: screen.getByRole('link', { name: 'Go' }) };
}

it('asks first, and is followed when the website is opened', async () => {
  const { onFollow, link } = open('https://meet.example/room');
  await userEvent.click(link);
  expect((await screen.findByRole('dialog', { name: 'You are leaving Lyceum' })).textContent).toContain('meet.example');
  expect(clicks).toEqual([true]);
  expect(onFollow).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onFollow).not.toHaveBeenCalled();
  await userEvent.pointer({ keys: '[MouseMiddle]', target: link });
  const website = await screen.findByRole('link', { name: 'Open website' });
  expect([website.getAttribute('href'), website.getAttribute('rel')]).toEqual([
    'https://meet.example/room',
    'noopener noreferrer sponsored',
  ]);
  await userEvent.click(website);
  expect(onFollow).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['of Lyceum itself', '/home'],
  ['without a host', 'http://'],
  ['in the desktop app', 'https://meet.example/'],
])('does not ask for a link %s', async (name, href) => {
  if (name === 'in the desktop app') vi.stubGlobal('lyceum', {});
  const { onFollow, link } = open(href);
  await userEvent.click(link);
  expect(clicks).toEqual([false]);
  expect(onFollow).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  '/api/courses/1/files/2/download',
  `${location.origin}/api/courses/1/files/2/download`,
  `${location.origin}/x/..//API/courses/1/files/2/download`,
])('makes no link of %s, an address of the API', (href) => {
  render(
    <OutsideLink href={href} rel="noopener noreferrer">
      Go
    </OutsideLink>,
  );
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Go')).toBeTruthy();
});
