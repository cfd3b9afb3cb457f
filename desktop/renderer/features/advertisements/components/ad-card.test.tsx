import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AdCard } from './AdCard.tsx';

const stay = (event: Event): void => event.preventDefault();

beforeEach(() => document.addEventListener('click', stay));
afterEach(() => document.removeEventListener('click', stay));

it('asks before it opens the website, and counts the click when the website is opened', async () => {
  const onFollow = vi.fn();
  render(
    <AdCard
      advertiser="Lake School"
      title="Lake course"
      description="Two weeks."
      imageUrl={null}
      imageAlt={null}
      linkUrl="https://www.school.example/summer"
      eventId={null}
      onFollow={onFollow}
    />,
  );
  await userEvent.click(screen.getByRole('link', { name: /school\.example/ }));
  expect((await screen.findByRole('dialog')).textContent).toContain('www.school.example');
  expect(onFollow).not.toHaveBeenCalled();
  const website = screen.getByRole('link', { name: 'Open website' });
  expect(website.getAttribute('rel')).toBe('noopener noreferrer nofollow sponsored');
  await userEvent.click(website);
  expect(onFollow).toHaveBeenCalledOnce();
});
