import type { ContentType } from '#shared/api/courses.ts';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { CONTENT_TYPES } from '../../content-types.ts';

const TEXTS: Record<ContentType, string> = {
  course: 'Sections with lessons that learners work through.',
  ebook: 'A book to read, as PDF or EPUB.',
  document: 'Notes, slides, a paper or a worksheet.',
  video: 'One video or a series.',
  resource: 'Anything else that helps to learn, such as data or templates.',
};
const OPTIONS = (Object.keys(TEXTS) as ContentType[]).map((value) => {
  const { label, icon: Icon } = CONTENT_TYPES[value];
  return { value, title: label, text: TEXTS[value], icon: <Icon className="size-4.5" /> };
});

interface TypeFieldProps {
  id: string;
  value: ContentType | '';
  error: string | undefined;
  onChange: (value: ContentType) => void;
}

/** The choice of a content type. */
export function TypeField({ value, ...rest }: TypeFieldProps) {
  return <RadioCards {...rest} label="What do you want to share?" options={OPTIONS} value={value || undefined} />;
}
