import { IDENTITIES, SIGNED_IN, MEMBERS } from '../identities.ts';
import { about, all, NO_ID, own, withForeignFields, WRONG_PASSWORD, type Recipe } from './call.ts';

const TOKEN = 'x'.repeat(43);
const password = WRONG_PASSWORD;
const registration = { fullName: 'Someone', role: 'student', password, confirmPassword: password };

/** Recipes of the server, accounts, sessions and settings. */
export const ACCOUNT_RECIPES: Readonly<Record<string, Recipe>> = {
  getLive: own(IDENTITIES),
  getReady: own(IDENTITIES),
  getMeta: own(IDENTITIES),
  getCsrfToken: own(IDENTITIES, {}, { query: { _: '1' } }),
  register: (victim) => [
    { body: { ...registration, username: victim.username, email: 'new@example.org' } },
    { body: { ...registration, username: 'someone.new', email: victim.email } },
    { body: { ...registration, username: 'someone.new', email: 'new@example.org', id: victim.ids.user } },
    { body: { ...registration, username: 'someone.new', email: 'new@example.org', role: 'admin' } },
  ],
  login: ({ username, email, ids }) => [
    { body: { username, password } },
    { body: { username: email, password } },
    { body: { username, password: '' } },
    { body: { username, password: { $ne: '' } } },
    { body: { username, password, userId: ids.user } },
  ],
  loginTwoFactor: ({ ids }) => [{ body: { code: '000000' } }, { body: { code: '000000', userId: ids.user } }],
  keepAccount: all(own([]), withForeignFields({})),
  // A logout without fields would end the session of the attacker.
  logout: withForeignFields({}),
  checkUsername: ({ username }) => [{ query: { u: username }, open: IDENTITIES }],
  getCurrentUser: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  getAccount: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  editAccount: all(
    ({ username }) => [{ body: { username } }],
    withForeignFields({ username: 'a.new.name' }),
    own([], { body: { role: 'institution' } }, { body: { emailVerifiedAt: '2020-01-01T00:00:00Z' } }),
  ),
  // Sends the victim a link, which is what it is for.
  forgotPassword: ({ email }) => [
    { body: { email }, open: IDENTITIES, changes: ['auth_tokens'] },
    { body: { email: [email, 'attacker@example.org'] } },
    { body: { email, to: 'attacker@example.org' } },
  ],
  resetPassword: all(own([], { body: { token: TOKEN, password } }), ({ ids }) => [
    { body: { token: TOKEN, password, userId: ids.user } },
    { body: { token: { $ne: '' }, password } },
  ]),
  restoreAccount: own([], { body: { token: TOKEN, password } }, { body: { token: [TOKEN], password } }),
  verifyEmail: own([], { body: { token: TOKEN } }, { body: { token: null } }),
  resendVerification: all(own(SIGNED_IN), withForeignFields({})),
  changeEmail: ({ email, ids }) => [
    { body: { newEmail: email, password } },
    { body: { newEmail: 'attacker@example.org', password, userId: ids.user } },
  ],
  cancelEmailChange: all(own(SIGNED_IN), withForeignFields({})),
  createExport: all(own([], { body: { password } }), withForeignFields({ password })),
  getExport: about('export'),
  confirmExport: about('export', { body: { password } }),
  downloadExport: about('export'),
  deleteAccount: all(own([], { body: { password } }), withForeignFields({ password })),
  setUpTwoFactor: all(own([], { body: { password } }), withForeignFields({ password })),
  enableTwoFactor: all(own([], { body: { code: '000000' } }), withForeignFields({ code: '000000' })),
  disableTwoFactor: all(own([], { body: { password } }), withForeignFields({ password })),
  renewRecoveryCodes: all(own([], { body: { password } }), withForeignFields({ password })),
  getPreferences: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  editPreferences: all(own(SIGNED_IN, { body: { theme: 'dark' } }), withForeignFields({ theme: 'dark' })),
  getPrivacy: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  editPrivacy: all(own(SIGNED_IN, { body: { presence: true } }), withForeignFields({ presence: true })),
  listSessions: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  revokeOtherSessions: all(own(SIGNED_IN), withForeignFields({})),
  revokeSession: about('session'),
  changePassword: all(
    own([], { body: { currentPassword: password, newPassword: 'another long password' } }),
    withForeignFields({ currentPassword: password, newPassword: 'another long password' }),
  ),
  rateArticle: all(own(SIGNED_IN, { params: { id: 'roles' }, body: { isHelpful: true } }), ({ ids }) => [
    { params: { id: ids.post }, body: { isHelpful: true } },
    { params: { id: 'roles' }, body: { isHelpful: true, userId: ids.user } },
  ]),
  noteSearch: all(own(SIGNED_IN, { body: { query: 'warp drive' } }), withForeignFields({ query: 'warp drive' })),
  createSupportRequest: all(
    own(SIGNED_IN, { body: { topic: 'idea', text: 'A warp drive.' } }),
    withForeignFields({ topic: 'idea', text: 'A warp drive.' }),
  ),
  listMissed: all(own(SIGNED_IN, { query: { since: '0' } }), ({ ids }) => [
    { query: { since: '0', userId: ids.user } },
  ]),
  getFeedSettings: own(MEMBERS),
  setFeedSettings: all(own(MEMBERS, { body: { hiddenReasons: [] } }), withForeignFields({ hiddenReasons: [] })),
  getListing: all(own(MEMBERS), ({ ids }) => [{ query: { userId: ids.user } }]),
  // Only students are listed.
  editListing: all(own(['stranger', 'blocked'], { body: { isListed: false } }), withForeignFields({ isListed: true })),
  setPartnerFlag: ({ ids }) =>
    [ids.course, ids.user, NO_ID].map((id) => ({
      params: { id },
      body: { until: new Date().toISOString().slice(0, 10) },
    })),
  // Removes a flag of the caller, if there is one.
  removePartnerFlag: about('course', { open: MEMBERS }),
  getDraft: own(SIGNED_IN, { params: { key: 'post' } }),
  setDraft: all(own(SIGNED_IN, { params: { key: 'comment' }, body: { body: 'mine' } }), ({ ids }) => [
    { params: { key: 'post' }, body: { body: 'mine', userId: ids.user } },
  ]),
  removeDraft: own(SIGNED_IN, { params: { key: 'comment' } }),
  getMarker: own(SIGNED_IN, { params: { list: 'feed' } }),
  setMarker: ({ ids }) => [
    { params: { list: 'feed' }, body: { lastSeenId: ids.post }, open: SIGNED_IN },
    { params: { list: 'feed' }, body: { lastSeenId: ids.post, userId: ids.user } },
  ],
};
