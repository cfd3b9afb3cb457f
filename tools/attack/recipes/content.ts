import { MEMBERS, READERS, SIGNED_IN } from '../identities.ts';
import { SEARCH_WORD } from '../records.ts';
import { about, all, NO_ID, own, withForeignFields, type Recipe } from './call.ts';

const tomorrow = (): string => new Date(Date.now() + 24 * 3_600_000).toISOString();
const event = (): object => ({ title: 'A', description: '', date: tomorrow(), location: 'B', isVirtual: false });
const advertisement = { title: 'A', description: 'B', section: 1, isDraft: true };
const PERIOD = { from: '2025-01-01', to: '2025-01-02' };
const NOTE = { day: '2025-01-02', text: 'Exams' };
const LINK = { linkUrl: 'https://attacker.example/' };
const FOREIGN_IMAGES = ['postImage', 'profileImage', 'coverImage', 'advertisementImage', 'messageFile'] as const;

const anyFile =
  (query?: object): Recipe =>
  ({ ids }) =>
    FOREIGN_IMAGES.map((name) => ({
      params: { id: ids[name] },
      ...(query && { query }),
    }));

/** A form with one file for an upload that belongs to the caller. */
function form(): FormData {
  const filled = new FormData();
  filled.set('file', new Blob(['Homework: exercises 3 to 7.\n'], { type: 'text/plain' }), 'a.txt');
  return filled;
}

/** Recipes of posts, comments, events, advertisements, files and search. */
export const CONTENT_RECIPES: Readonly<Record<string, Recipe>> = {
  listAudiences: own(MEMBERS),
  listPosts: all(
    own(MEMBERS, { query: { scope: 'all' } }, { query: { scope: 'network' } }, { query: { scope: 'saved' } }),
    own(MEMBERS, { query: { scope: 'mine' } }, { query: { scope: 'unanswered' } }, { query: { sort: 'top' } }),
    ({ ids }) => [
      { query: { authorId: ids.user }, open: MEMBERS },
      { query: { scope: 'mine', authorId: ids.user }, open: MEMBERS },
      { query: { scope: 'saved', authorId: ids.user }, open: MEMBERS },
      { query: { since: ids.post }, open: MEMBERS },
      { query: { userId: ids.user } },
      { query: { scope: 'course', courseId: ids.course } },
    ],
  ),
  createPost: all(
    own(MEMBERS, { body: { content: 'hello' } }),
    ({ ids }) => [
      ...FOREIGN_IMAGES.map((name) => ({ body: { content: 'x', fileId: ids[name] } })),
      { body: { content: 'x', imageUrl: `/api/files/${ids.messageFile}` } },
      { body: { content: 'x', imageUrl: 'https://attacker.example/x.png' } },
      { body: { content: 'x', attach: { type: 'event', id: ids.event } }, open: READERS },
      { body: { content: 'x', attach: { type: 'event', id: ids.post } } },
      { body: { content: 'x', attach: { type: 'course', id: ids.item } }, open: MEMBERS },
      { body: { content: 'x', attach: { type: 'course', id: ids.course } } },
      { body: { content: 'x', attach: { type: 'event', id: ids.classEvent } } },
      { body: { content: 'x', audience: { type: 'course', id: ids.course } } },
      { body: { content: 'x', audience: { type: 'course', id: ids.course }, isAnnouncement: true } },
      { body: { content: 'x', audience: { type: 'institution', id: ids.user } } },
      { body: { content: 'x', audience: { type: 'connections', id: ids.user } } },
    ],
    withForeignFields({ content: 'x' }),
  ),
  getPost: all(
    about('post', { open: READERS }),
    about('question', { open: READERS }),
    about('message'),
    about('classPost'),
  ),
  editPost: all(about('post', { body: { content: 'x' } }), about('question', { body: { content: 'x' } })),
  removePost: all(about('post'), about('question'), about('classPost')),
  getPostHistory: all(about('post', { open: READERS }), about('classPost')),
  likePost: all(about('post', { open: READERS, changes: ['posts.likes', 'posts.rank_ms'] }), about('classPost')),
  unlikePost: about('post', { open: READERS, changes: ['posts.likes', 'posts.rank_ms'] }),
  pinPost: all(about('post'), about('classPost')),
  unpinPost: all(about('post'), about('classPost')),
  listLikes: all(about('post', { open: READERS }), about('classPost')),
  sharePost: all(
    about('post', { body: { comment: 'x' }, open: READERS, changes: ['posts.shares', 'posts.rank_ms'] }),
    about('classPost', { body: {} }),
  ),
  listUserPosts: about('user', { open: READERS }),
  listComments: ({ ids }) => [
    { query: { postId: ids.post }, open: READERS },
    { query: { postId: ids.question }, open: READERS },
    { query: { postId: ids.classPost } },
  ],
  createComment: all(({ ids }) => [
    { body: { postId: ids.post, content: 'x' }, open: READERS, changes: ['posts.comments', 'posts.rank_ms'] },
    { body: { postId: ids.message, content: 'x' } },
    { body: { postId: ids.classPost, content: 'x' } },
    { body: { postId: ids.post, content: 'x', userId: ids.user } },
  ]),
  editComment: all(about('comment', { body: { content: 'x' } }), about('answer', { body: { content: 'x' } })),
  chooseAnswer: about('answer'),
  unchooseAnswer: about('answer'),
  removeComment: all(about('comment'), about('answer')),
  suggestMentions: all(own(MEMBERS, { query: { q: 'zq' } }, {}), ({ ids, username }) => [
    { query: { q: 'Victim', postId: ids.post }, open: MEMBERS },
    { query: { q: username.slice(0, 4) }, open: MEMBERS },
  ]),
  saveItem: ({ ids }) => [
    { params: { type: 'post', id: ids.post }, open: READERS },
    { params: { type: 'post', id: ids.message } },
    { params: { type: 'post', id: ids.classPost } },
    { params: { type: 'draft', id: ids.post } },
    { params: { type: 'course', id: ids.item }, open: SIGNED_IN },
    { params: { type: 'course', id: ids.course } },
  ],
  unsaveItem: ({ ids }) => [{ params: { type: 'post', id: ids.question }, open: SIGNED_IN }],

  listEvents: all(
    own(MEMBERS, {}, { query: { when: 'upcoming' } }, { query: { when: 'mine' } }, { query: { q: SEARCH_WORD } }),
    ({ ids }) => [{ query: { userId: ids.user } }, { query: { courseId: ids.course } }],
  ),
  createEvent: all(
    () => [{ body: event(), open: MEMBERS }],
    ({ ids }) => [
      { body: { ...event(), audience: { type: 'course', id: ids.course } } },
      { body: { ...event(), audience: { type: 'institution', id: ids.user } } },
    ],
    (victim, other) => withForeignFields(event())(victim, other),
  ),
  readCalendarFeed: ({ ids }) => [
    { query: { token: 'x'.repeat(43) } },
    { query: { token: ids.user } },
    { query: { token: '' } },
  ],
  getCalendarFeed: all(own(MEMBERS), ({ ids }) => [{ query: { userId: ids.user } }]),
  renewCalendarFeed: all(own(MEMBERS), withForeignFields({})),
  removeCalendarFeed: all(own(MEMBERS), withForeignFields({})),
  getEventCalendar: all(about('event', { open: READERS }), about('classEvent')),
  getEvent: all(about('event', { open: READERS }), about('classEvent')),
  editEvent: about('event', { body: { title: 'x' } }),
  cancelEvent: about('event'),
  answerEvent: all(
    about('event', { body: { status: 'going' }, open: READERS, changes: ['events.notify_at'] }),
    about('classEvent', { body: { status: 'going' } }),
  ),
  leaveEvent: all(about('event', { open: READERS }), about('classEvent')),
  listAttendees: all(about('event', { open: READERS }), about('classEvent')),

  listAdvertisements: own(SIGNED_IN, { query: { section: '1' } }, { query: { section: '4' } }),
  listOwnAdvertisements: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  listRegister: own(SIGNED_IN),
  createAdvertisement: all(
    ({ ids }) => [
      ...FOREIGN_IMAGES.map((name) => ({ body: { ...advertisement, ...LINK, fileId: ids[name] } })),
      { body: { ...advertisement, eventId: ids.event } },
      { body: { ...advertisement, ...LINK, state: 'active' } },
    ],
    withForeignFields({ ...advertisement, ...LINK }),
  ),
  editAdvertisement: all(
    about('advertisement', { body: { title: 'x' } }),
    about('reviewedAd', { body: { title: 'x' } }),
    about('draftAd', { body: { isDraft: false } }),
  ),
  removeAdvertisement: all(about('advertisement'), about('reviewedAd'), about('draftAd')),
  pauseAdvertisement: all(about('advertisement'), about('reviewedAd')),
  resumeAdvertisement: all(about('advertisement'), about('reviewedAd')),
  countImpression: all(
    about('advertisement', { open: [...READERS, 'creator'], changes: ['ad_stats_daily'] }),
    about('reviewedAd'),
  ),
  countClick: all(
    about('advertisement', { open: [...READERS, 'creator'], changes: ['ad_stats_daily'] }),
    about('draftAd'),
  ),
  whyAdvertisement: all(about('advertisement', { open: [...READERS, 'creator'] }), about('reviewedAd')),
  hideAdvertisement: all(about('advertisement', { open: [...READERS, 'creator'] }), about('reviewedAd')),
  listAdDays: all(about('advertisement'), about('draftAd')),

  getAnalytics: all(own(SIGNED_IN, { query: PERIOD }, { query: { ...PERIOD, compare: 'true' } }), ({ ids }) => [
    { query: { ...PERIOD, userId: ids.user } },
    { query: { ...PERIOD, ownerId: ids.user } },
  ]),
  exportAnalytics: all(own(SIGNED_IN, { query: PERIOD }), ({ ids }) => [{ query: { ...PERIOD, ownerId: ids.user } }]),
  getLessonNumbers: ({ ids }) => [{ query: { item: ids.course } }, { query: { item: ids.item } }],
  exportLessonNumbers: ({ ids }) => [{ query: { item: ids.course } }, { query: { item: ids.item } }],
  exportMemberGroups: all(own(['institution']), ({ ids }) => [{ query: { ownerId: ids.user } }]),
  createNote: all(own(SIGNED_IN, { body: NOTE }), withForeignFields(NOTE), ({ ids }) => [
    { body: { ...NOTE, ownerId: ids.user } },
  ]),
  removeNote: own(SIGNED_IN, { params: { id: NO_ID } }),
  countView: ({ ids }) => [
    { body: { type: 'profile', id: ids.user }, open: READERS, changes: ['page_views'] },
    { body: { type: 'course', id: ids.course } },
    { body: { type: 'course', id: ids.user } },
    { body: { type: 'profile', id: ids.course } },
    { body: { type: 'profile', id: ids.user, viewerId: ids.user } },
  ],

  upload: all(
    () => [
      { query: { purpose: 'message-file' }, form: form(), open: SIGNED_IN },
      { query: { purpose: 'course-file' }, form: form(), open: SIGNED_IN },
      { query: { purpose: 'any-file' }, form: form() },
    ],
    ({ ids }) => [{ query: { purpose: 'message-file', ownerId: ids.user }, form: form() }],
  ),
  createUploadSession: all(
    own(SIGNED_IN, { body: { purpose: 'message-file', name: 'a.txt', size: 1 } }),
    withForeignFields({ purpose: 'message-file', name: 'a.txt', size: 1 }),
  ),
  getUploadSession: about('upload'),
  continueUpload: about('upload', {
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  }),
  removeUploadSession: about('upload'),
  getFile: all(anyFile(), anyFile({ download: '1' })),
  getFilePreview: anyFile(),
  getFileLink: anyFile(),
  openFileLink: all(anyFile({ t: 'x' }), ({ ids }) => [
    { params: { id: ids.messageFile }, query: { t: `${Date.now() + 60_000}.${ids.session}.${'A'.repeat(43)}` } },
  ]),

  search: all(
    own(SIGNED_IN, { query: { q: SEARCH_WORD } }, { query: { q: 'victim' } }, { query: { q: 'zq', sort: 'new' } }),
    ({ ids }) => [
      { query: { q: SEARCH_WORD, author: ids.user }, open: SIGNED_IN },
      { query: { q: SEARCH_WORD, userId: ids.user } },
    ],
  ),
  suggest: all(own(SIGNED_IN, { query: { q: 'pelic' } }, { query: { q: 'vict' } }, {}), ({ username }) => [
    { query: { q: username.slice(0, 4) }, open: SIGNED_IN },
  ]),
  listSearches: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  removeSearch: about('search'),
  noteClick: about('search', {
    body: { entityType: 'post', entityId: '0190a7c2-0000-7000-8000-000000000000', position: 0 },
  }),
  removeSearches: all(own(SIGNED_IN), withForeignFields({})),
};
