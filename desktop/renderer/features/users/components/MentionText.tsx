import { splitMentions, type Mention } from '#shared/mentions.ts';
import { useIsCreator } from '../../../lib/me.ts';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';

interface MentionTextProps {
  children: string;
  mentions: readonly Mention[];
  className?: string | undefined;
}

/** Text of a member in which mentioned users are links to their profiles, which creators cannot open. */
export function MentionText({ children, mentions, className }: MentionTextProps) {
  const isCreator = useIsCreator();
  return (
    <LinkedText
      className={className}
      plain={(part) =>
        splitMentions(part, mentions).map(({ text, userId }, index) =>
          userId === null || isCreator ? (
            <span key={index}>{text}</span>
          ) : (
            // The parts of one text never change their order.
            <TextLink key={index} to={`/profile/${userId}`}>
              {text}
            </TextLink>
          ),
        )
      }
    >
      {children}
    </LinkedText>
  );
}
