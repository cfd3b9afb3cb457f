import type { FieldErrors } from '../../../../lib/page/form.ts';

/** The steps from an idea to a published item, in order. */
export const STEPS = [
  { value: 'type', label: 'Type' },
  { value: 'details', label: 'Details' },
  { value: 'content', label: 'Files and lessons' },
  { value: 'price', label: 'Price' },
  { value: 'preview', label: 'Preview' },
  { value: 'publish', label: 'Publish' },
] as const;
/** One of {@link STEPS}. */
export type Step = (typeof STEPS)[number]['value'];

/** The steps that exist before the item is stored. */
export const FIRST_STEPS: readonly Step[] = ['type', 'details'];

const STEP_OF: Record<string, Step | undefined> = {
  contentType: 'type',
  title: 'details',
  description: 'details',
  category: 'details',
  imageFileId: 'details',
  price: 'price',
  forSale: 'price',
};

/** Returns the step that contains a field of the item; files and lessons for every other field. */
export function stepOfField(field: string): Step {
  return STEP_OF[field] ?? 'content';
}

/** Returns the errors of the fields of one step. */
export function errorsOfStep(errors: FieldErrors, step: Step): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => stepOfField(field) === step));
}

/** Returns the URL of a step of an item, or of a new one. */
export function stepPath(courseId: string | null, step: Step): string {
  return `/library?${courseId === null ? 'new=1' : `edit=${courseId}`}&step=${step}`;
}

/** Returns the step after another one; the last one is followed by itself. */
export function stepAfter(step: Step): Step {
  const index = STEPS.findIndex(({ value }) => value === step);
  return STEPS[index + 1]?.value ?? step;
}
