import { useEffect, type RefObject } from 'react';
import { liveLink } from './live.ts';

/** Distance from the viewport within which an element counts as shown. */
const NEAR_PX = 800;

/** Joins rooms while the component is mounted, to receive the pushes about what it shows. */
export function useRooms(...rooms: string[]): void {
  const names = rooms.join(' ');
  useEffect(() => joinRooms(names), [names]);
}

/** Joins rooms while an element is in the viewport or near it. */
export function useRoomsInView(ref: RefObject<Element | null>, ...rooms: string[]): void {
  const names = rooms.join(' ');
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    let leave: (() => void) | undefined;
    const unwatch = watchElement(element, (isNear) => {
      if (isNear === (leave !== undefined)) return;
      leave?.();
      leave = isNear ? joinRooms(names) : undefined;
    });
    return () => {
      unwatch();
      leave?.();
    };
  }, [ref, names]);
}

function joinRooms(names: string): () => void {
  const rooms = names.split(' ').filter((room) => room !== '');
  for (const room of rooms) liveLink.joinRoom(room);
  return () => {
    for (const room of rooms) liveLink.leaveRoom(room);
  };
}

const watched = new Map<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Watches an element with the one observer of all: a long feed has hundreds. Returns a function that ends it. */
function watchElement(element: Element, onChange: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
    },
    { rootMargin: `${String(NEAR_PX)}px 0px` },
  );
  watched.set(element, onChange);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    watched.delete(element);
  };
}
