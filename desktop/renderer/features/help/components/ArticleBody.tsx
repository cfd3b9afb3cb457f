import type { ReactNode } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import type { Block } from '../article.ts';
import { Inline } from './Inline.tsx';

/** The parts of an article in order, headings with their anchors. Links point to the pages of the reader's role. */
export function ArticleBody({ body, role }: { body: readonly Block[]; role: Role }) {
  return (
    <div className="max-w-[65ch] space-y-3.5 leading-relaxed text-text-muted">
      {body.map((block, index) => (
        <Part key={index} block={block} role={role} />
      ))}
    </div>
  );
}

function Part({ block, role }: { block: Block; role: Role }): ReactNode {
  if (typeof block === 'string') {
    return (
      <p>
        <Inline text={block} role={role} />
      </p>
    );
  }
  if ('heading' in block) {
    return (
      <h2 id={block.id} tabIndex={-1} className="scroll-mt-6 pt-3 text-base font-semibold text-text">
        {block.heading}
      </h2>
    );
  }
  const texts = 'points' in block ? block.points : block.steps;
  const List = 'points' in block ? 'ul' : 'ol';
  return (
    <List className={'points' in block ? 'list-disc space-y-1.5 ps-5' : 'list-decimal space-y-1.5 ps-5'}>
      {texts.map((text) => (
        <li key={text}>
          <Inline text={text} role={role} />
        </li>
      ))}
    </List>
  );
}
