import type { FileUse } from './domains/files/file.access.ts';
import { advertisementFiles } from './domains/advertisements/advertisement.files.ts';
import { courseFiles } from './domains/courses/course.files.ts';
import { messageFiles } from './domains/messages/message.files.ts';
import { reportFiles } from './domains/operator/report.files.ts';
import { postFiles } from './domains/posts/post.files.ts';
import { profileFiles } from './domains/profiles/profile.files.ts';

/** Lists which records use a file and who may read it because of them: one line per noun. */
export const filesInUse: readonly FileUse[] = [
  profileFiles,
  advertisementFiles,
  postFiles,
  ...courseFiles,
  messageFiles,
  reportFiles,
];
