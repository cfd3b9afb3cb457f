import { Component, type ReactNode, type RefObject } from 'react';

/** Props of {@link KeptPlace}. */
export interface KeptPlaceProps {
  scroller: RefObject<HTMLElement | null>;
  /** What is shown; a change of it may put things above or below, or take them away. */
  of: unknown;
  /** True while the scroller is to stay at its end instead. */
  isAtEnd: boolean;
  children: ReactNode;
}

interface Place {
  seq: string;
  topPx: number;
}

/**
 * Keeps the first message that is on screen where it is when what is around it changes. A class, since only one is
 * asked before the page changes.
 */
export class KeptPlace extends Component<KeptPlaceProps> {
  override getSnapshotBeforeUpdate(before: KeptPlaceProps): Place | null {
    const box = this.props.scroller.current;
    if (box === null || before.of === this.props.of || this.props.isAtEnd) return null;
    const edge = box.getBoundingClientRect().top;
    for (const row of box.querySelectorAll<HTMLElement>('[data-seq]')) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom > edge) return { seq: row.dataset['seq'] ?? '', topPx: top };
    }
    return null;
  }

  override componentDidUpdate(_before: KeptPlaceProps, _state: unknown, place: Place | null): void {
    const box = this.props.scroller.current;
    const row = place && box?.querySelector(`[data-seq="${place.seq}"]`);
    if (box && row) box.scrollTop += row.getBoundingClientRect().top - place.topPx;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
