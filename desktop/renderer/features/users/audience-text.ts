import type { AudienceInput, AudienceView } from '#shared/api/audiences.ts';

/** Returns the name of an audience that a member can choose. */
export function choiceText({ type, name }: AudienceView): string {
  if (type === 'everyone') return 'Everyone';
  if (type === 'connections') return 'My connections';
  return groupText({ type, name });
}

/** Returns the name of an audience, for a card; null for everyone. */
export function audienceText({ type, name }: AudienceView): string | null {
  if (type === 'everyone') return null;
  return type === 'connections' ? 'Connections only' : groupText({ type, name });
}

function groupText({ type, name }: Pick<AudienceView, 'type' | 'name'>): string {
  return type === 'institution' ? `Members of ${name}` : `Learners of ${name}`;
}

/** Returns who can see what is offered to an audience, as a sentence. */
export function meaningText({ type, name }: AudienceView): string {
  if (type === 'everyone') return 'Everyone on Lyceum can see this';
  if (type === 'connections') return 'Only members you are connected with can see this';
  if (type === 'institution') return `Only ${name} and its confirmed members can see this`;
  return `Only the author and the learners of ${name} can see this`;
}

/** Returns the input that chooses an audience. */
export function inputOfAudience({ type, id }: AudienceView): AudienceInput {
  return id === null ? { type } : { type, id };
}

/** The audience of a new post or event until another one is chosen. */
export const EVERYONE: AudienceView = { type: 'everyone', id: null, name: null };
