import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useRooms, useRoomsInView } from './use-rooms.ts';

const joined = vi.hoisted(() => [] as string[]);
vi.mock('./live.ts', () => ({
  liveLink: {
    joinRoom: (room: string) => joined.push(room),
    leaveRoom: (room: string) => joined.splice(joined.indexOf(room), 1),
  },
}));

const observed = new Set<Element>();
let report: (entries: { target: Element; isIntersecting: boolean }[]) => void;
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(run: typeof report) {
      report = (entries) => act(() => run(entries));
    }
    observe = (element: Element) => observed.add(element);
    unobserve = (element: Element) => observed.delete(element);
  },
);

beforeEach(() => {
  joined.length = 0;
});

function Shown({ rooms }: { rooms: string[] }) {
  useRooms(...rooms);
  return null;
}

function Card({ id }: { id: string }) {
  const ref = useRef<HTMLElement>(null);
  useRoomsInView(ref, `post-${id}`);
  return <article ref={ref} data-id={id} />;
}

it('joins the rooms of what is mounted, follows changes, and leaves them with the component', () => {
  const { rerender, unmount } = render(<Shown rooms={['feed', 'event-1']} />);
  expect(joined).toEqual(['feed', 'event-1']);
  rerender(<Shown rooms={['feed', 'event-2']} />);
  expect(joined.toSorted()).toEqual(['event-2', 'feed']);
  rerender(<Shown rooms={[]} />);
  expect(joined).toEqual([]);
  rerender(<Shown rooms={['feed']} />);
  unmount();
  expect(joined).toEqual([]);
});

it('joins the rooms of what is near the viewport, and leaves them when it scrolls away or is removed', () => {
  const { container, unmount } = render(
    <>
      <Card id="1" />
      <Card id="2" />
    </>,
  );
  const [first, second] = container.children as unknown as [Element, Element];
  expect(observed).toEqual(new Set([first, second]));
  expect(joined).toEqual([]);
  report([
    { target: first, isIntersecting: true },
    { target: second, isIntersecting: true },
    { target: second, isIntersecting: true },
  ]);
  expect(joined).toEqual(['post-1', 'post-2']);
  report([{ target: first, isIntersecting: false }]);
  expect(joined).toEqual(['post-2']);
  unmount();
  expect(joined).toEqual([]);
  expect(observed.size).toBe(0);
});
