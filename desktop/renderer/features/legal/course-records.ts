import type { DataRecord } from './data-record.ts';

const WITH_COURSE = 'Until you delete it, or the course; copies that someone bought stay with the buyer';
const SEEN_WITH_COURSE = 'Those who see the course';

/** The tables of items and of learning. */
export const COURSE_RECORDS: readonly DataRecord[] = [
  {
    table: 'courses',
    title: 'Courses and resources',
    content: 'Title, description, price, category, image, files, and counts of enrollments and downloads',
    purpose: 'To offer what you teach or make',
    retention: 'Until you delete it; copies that someone bought stay with the buyer',
    visibility: 'Drafts: you. Published items: everyone, visitors too, with your name',
  },
  {
    table: 'course_files',
    title: 'Files of courses',
    content: 'Which files a course has, with their titles, versions and when you changed them',
    purpose: 'To offer what you teach or make',
    retention: WITH_COURSE,
    visibility: `${SEEN_WITH_COURSE}; the files themselves: those who joined it, and everyone for a preview`,
  },
  {
    table: 'course_sections',
    title: 'Sections of courses',
    content: 'The titles of the sections of a course, and their order',
    purpose: 'To offer what you teach or make',
    retention: WITH_COURSE,
    visibility: SEEN_WITH_COURSE,
  },
  {
    table: 'course_lessons',
    title: 'Lessons of courses',
    content: 'Title and kind, text, link, file or questions with their answers',
    purpose: 'To offer what you teach or make',
    retention: WITH_COURSE,
    visibility: `${SEEN_WITH_COURSE}; the lessons themselves: those who joined it, and everyone for a preview`,
  },
  {
    table: 'course_changes',
    title: 'Changes of courses',
    content: 'What you wrote about a change of a course, and when',
    purpose: 'To show learners what is new',
    retention: WITH_COURSE,
    visibility: SEEN_WITH_COURSE,
  },
  {
    table: 'enrollments',
    title: 'Enrollments',
    content: 'Which courses you learn with, since when, how far you are, and when you last opened them',
    purpose: 'To give you access, to show your progress, and to suggest members who learn the same',
    retention: 'Until you leave the course, or as long as you have an account',
    visibility: 'You and the author of the course; fellow learners as a reason to connect, unless you switch it off',
  },
  {
    table: 'reviews',
    title: 'Reviews',
    content:
      'The stars and the text that you give to a course, when you wrote and changed them, and the reply of its author',
    purpose: 'To help others choose, and authors improve',
    retention: 'Until you delete it, or your account, or as long as the course',
    visibility: SEEN_WITH_COURSE,
  },
  {
    table: 'lesson_progress',
    title: 'Finished lessons',
    content: 'Which lessons you have finished, and when; of a quiz how many of your latest answers were right',
    purpose: 'To show your progress, and for your learning record',
    retention: 'Until you leave the course, or as long as you have an account',
    visibility: 'You; the author of the course sees only the percentage',
  },
  {
    table: 'file_positions',
    title: 'Positions in files',
    content: 'Where you stopped in a file of a course, and when',
    purpose: 'To continue where you stopped, on each of your devices, and to show your progress',
    retention: 'Until you leave the course, or as long as you have an account',
    visibility: 'You; the author of the course sees only the percentage',
  },
  {
    table: 'study_days',
    title: 'Days of learning',
    content: 'On which days you learned from which course, and for how long',
    purpose: 'To show you your study time, and the author of the course how many learners were active',
    retention: 'About eight days, until you leave the course, or as long as you have an account',
    visibility: 'You; the author of the course sees how many learners were active',
  },
  {
    table: 'answer_times',
    title: 'Time to an answer',
    content:
      'In how much time you usually answer questions about your items, and how many of the last 50 questions of 90 days you answered; nothing about their content or who asked',
    purpose: 'To show you and learners how soon you answer',
    retention: 'Until the next day, when it is counted again',
    visibility:
      'You; with ten answers or more, members who see your items see whether it is an hour, a day, three days or a week',
  },
  {
    table: 'course_downloads',
    title: 'Downloads',
    content: 'Which files of courses you downloaded on which day',
    purpose: 'To list them in your library, and to count each once a day',
    retention: 'As long as the file is in the course, or as long as you have an account',
    visibility: 'You; the number of all downloads is public',
  },
  {
    table: 'file_uses',
    title: 'Files that you have used',
    content: 'Which parts of the files of courses the server has sent to you, and whether to be saved',
    purpose: 'To decide whether a refund is automatic and whether you can review the course',
    retention: 'As long as the file is in the course, or as long as you have an account',
    visibility: 'You',
  },
  {
    table: 'lesson_uses',
    title: 'Lessons that you have opened',
    content: 'Which lessons you have opened, and when for the first time',
    purpose: 'To decide whether a refund is automatic and whether you can review the course',
    retention: 'As long as the lesson is in the course, or as long as you have an account',
    visibility: 'You',
  },
];
