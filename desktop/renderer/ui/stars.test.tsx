import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stars } from './Stars.tsx';

it.each([
  [3.5, '70%', '3.5 of 5 stars'],
  [4.33, '86.6%', '4.33 of 5 stars'],
  [5, '100%', '5 of 5 stars'],
])('shows the true share of %s stars', (rating, width, text) => {
  const { container } = render(<Stars rating={rating} />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(container.querySelector<HTMLElement>('[style]')?.style.width).toBe(width);
});
