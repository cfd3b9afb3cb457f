import { Component, type ReactNode, type RefObject } from 'react';

interface ScrollAnchorProps {
  scroller: RefObject<HTMLElement | null>;
  /** The shown data; a change of it can move the rows. */
  of: unknown;
  /** True while the scroller stays at its end instead. */
  isAtEnd: boolean;
  children: ReactNode;
}

interface Anchor {
  seq: string;
  topPx: number;
}

/**
 * Keeps the first visible message at its position on screen when rows are added or removed around it. A class
 * component, because only `getSnapshotBeforeUpdate` runs before the DOM changes.
 */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  override getSnapshotBeforeUpdate(before: ScrollAnchorProps): Anchor | null {
    const box = this.props.scroller.current;
    if (box === null || before.of === this.props.of || this.props.isAtEnd) return null;
    const edge = box.getBoundingClientRect().top;
    for (const row of box.querySelectorAll<HTMLElement>('[data-seq]')) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom > edge) return { seq: row.dataset['seq'] ?? '', topPx: top };
    }
    return null;
  }

  override componentDidUpdate(_before: ScrollAnchorProps, _state: unknown, anchor: Anchor | null): void {
    const box = this.props.scroller.current;
    const row = anchor && box?.querySelector(`[data-seq="${anchor.seq}"]`);
    if (box && row) box.scrollTop += row.getBoundingClientRect().top - anchor.topPx;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
