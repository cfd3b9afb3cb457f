import { render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';

/** Keeps the processor busy. */
function compute(ms: number): void {
  const endsAtMs = performance.now() + ms;
  while (performance.now() < endsAtMs) continue;
}

it('a wait for what the page shows ends after its effects, also on a busy machine', async () => {
  let show = (): void => undefined;
  const seen: string[] = [];
  function Page() {
    const [isShown, setIsShown] = useState(false);
    useEffect(() => {
      show = () => setIsShown(true);
      if (isShown) seen.push('the effect');
    }, [isShown]);
    if (!isShown) return null;
    // React runs effects in a task of their own when it has worked for more than five milliseconds.
    compute(10);
    return <p>Shown</p>;
  }
  render(<Page />);
  show();
  // Another task follows that of React.
  queueMicrotask(() => setImmediate(() => compute(10)));
  await screen.findByText('Shown');
  expect(seen).toEqual(['the effect']);
});
