import { COMMENT_LIMITS, FILE_LIMITS, POST_LIMITS, REVIEW_LIMITS } from '#shared/limits.ts';
import { MEMBERS, articlesOf } from '../article.ts';

/** Posts and comments. */
export const POST_ARTICLES = articlesOf('posts', [
  {
    id: 'write-post',
    roles: MEMBERS,
    title: 'Write, change and delete a post',
    words: 'post image event item course attach question draft edit delete alt history publish',
    summary: 'Text, one image with a description, and a label for questions.',
    open: { path: '/home', label: 'Open Home' },
    body: [
      `A post has up to ${POST_LIMITS.contentMaxChars} characters and may have one image of at ` +
        `most ${FILE_LIMITS.imageMaxBytes / 1024 / 1024} MB. Every member can see it. Send it with the ` +
        `button, or with Ctrl and Enter (on a Mac ⌘ and Enter).`,
      {
        points: [
          'Describe an image in a few words, for people who cannot see it.',
          '**Ask as a question** labels the post, so that teachers find it under Unanswered until someone has answered.',
          'Attach an event or an item, such as a course. Members answer the event or enroll in a free item in your post.',
          'Your unfinished text is stored when you leave the page.',
          'If the connection breaks while you send, try again: the post is not created twice.',
        ],
      },
      { heading: 'Change or delete it', id: 'change' },
      `Both are in the menu at the corner of your own post. A changed post is labelled,
        and everyone can see its earlier versions. A deleted post is removed with its comments;
        posts that shared it show that its author has deleted it.`,
    ],
  },
  {
    id: 'read-feed',
    roles: MEMBERS,
    title: 'What Home shows, and why',
    words: 'feed order algorithm network all top recent unanswered why marker new posts',
    summary: 'Posts by time; you choose whose. Each one can say why it is there.',
    open: { path: '/home', label: 'Open Home' },
    body: [
      {
        points: [
          '**All**: what every member writes. **Network**: your connections and you. **Saved**: what you have saved. **Mine**: what you wrote. Teachers also have **Unanswered**.',
          'Until you have your first connection Home starts with All, afterwards with Network. Your choice is stored.',
          '**Recent** is the order of time. **Top** puts first what others have liked, commented on and shared, newer posts before older ones.',
        ],
      },
      'New posts do not move what you read: a button at the top says how many there are. A line shows how far you had read, on all your devices.',
      '**Why is this here?** in the menu of a post names the reason. **Feed settings**, above the list, has a switch for each reason.',
    ],
  },
  {
    id: 'comment',
    roles: MEMBERS,
    title: 'Comment on a post',
    words: 'answer reply comment edit delete not sent',
    summary: `Up to ${COMMENT_LIMITS.contentMaxChars} characters, shown to everyone who sees the post.`,
    body: [
      'Choose the speech bubble under a post. New comments of others appear by themselves while you read.',
      'Change or delete your own comment from the menu beside it. The author of the post can delete comments on it as well.',
      'The author of a question chooses the comment that answers it, in the menu beside it: **Choose as the answer**.',
      'A comment that could not be sent stays where you wrote it, with **Try again** and **Discard**.',
    ],
  },
  {
    id: 'share-and-save',
    roles: MEMBERS,
    title: 'Like, share and save',
    words: 'like share bookmark repost already shared copy link',
    summary: 'Three buttons under each post, and a link to copy.',
    body: [
      {
        points: [
          '**Like** counts once, and a second press takes it back.',
          '**Share** shows the post to your own readers, with or without your words. Without words you can share a post once; delete that share to do it again.',
          '**Save** adds it to Saved at Home, for you alone. The author is not notified.',
          '**Copy link**, in the menu, copies an address that opens for every member.',
        ],
      },
    ],
  },
  {
    id: 'class',
    roles: MEMBERS,
    title: 'The class of an item',
    words: 'class discussion announcement event learners roster progress csv inactive due',
    summary: 'Discussion, announcements and events for the author and the learners of an item.',
    open: { path: '/library?tab=enrolled', label: 'Open what you learn from' },
    body: [
      'The page of an item that you have joined, or that you offer, has tabs beside its content. No one else sees them, and you see them no more when you leave the item.',
      {
        points: [
          '**Discussion** has posts by the author and the learners. Posts that the author has pinned, from their menu, and the newest announcements come first.',
          '**Announcements** are written by the author, once a day at most. Every learner is notified.',
          '**Events** are offered by the author to the learners alone.',
        ],
      },
      'The next lesson and the next event are named above the tabs.',
      { heading: 'Your learners', id: 'learners' },
      'Authors see how far their learners are: of one item under **Learners** in its menu in the Library, where the list can be saved as CSV, and of all items under **My learners** on [Students](/students). A filter shows who has not been active for 14 days.',
    ],
  },
  {
    id: 'reviews',
    title: 'Review an item',
    words: 'review rating stars reply opinion feedback report',
    summary: 'Stars and a text by those who have learned from an item.',
    body: [
      `You can review an item that you have once you have opened ${REVIEW_LIMITS.minProgress}% of it or downloaded a file of it. The form is below the content on the page of the item.`,
      'Everyone who sees the item reads your review with your name. You can change it while you have the item, and delete it at any time. It is deleted when your payment is refunded.',
      'The author of the item is notified and can reply once. You are notified of the reply.',
      'A review that breaks the rules can be reported in its menu.',
    ],
  },
]);
