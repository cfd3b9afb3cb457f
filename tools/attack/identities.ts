/**
 * The identities of an attacker. `visitor` is signed out, `stranger` a student without any relation to the victims,
 * `blocked` a student whom both victims block, `creator` has the role that may use the least, `institution` may confirm
 * entries but is named in none, and `peer` is a teacher, connected to both victims and the other party of a
 * conversation with each: what they share with the peer must not open anything else.
 */
export const IDENTITIES = ['visitor', 'stranger', 'blocked', 'creator', 'institution', 'peer'] as const;
/** One of {@link IDENTITIES}. */
export type IdentityName = (typeof IDENTITIES)[number];

/** No identity: what belongs to a victim alone. */
export const NOBODY: readonly IdentityName[] = [];
/** Who may read what a victim shows to all members. */
export const READERS: readonly IdentityName[] = ['stranger', 'institution', 'peer'];
/** The identities with a role that is a member. */
export const MEMBERS: readonly IdentityName[] = ['stranger', 'blocked', 'institution', 'peer'];
/** The identities with a session. */
export const SIGNED_IN: readonly IdentityName[] = [...MEMBERS, 'creator'];
