import { describe, expect, it } from 'vitest';
import { moveFile, moveLesson, moveSection, orderItems, orderOf, type CourseOrder } from './course-order.ts';

const ORDER: CourseOrder = {
  fileIds: ['f1', 'f2', 'f3'],
  sections: [
    { id: 's1', lessonIds: ['a', 'b'] },
    { id: 's2', lessonIds: ['c'] },
  ],
};
const lessonsOf = ({ sections }: CourseOrder) => sections.map(({ lessonIds }) => lessonIds.join(''));

describe('the order of an item', () => {
  it.each([
    ['f1', 1, ['f2', 'f1', 'f3']],
    ['f3', 0, ['f3', 'f1', 'f2']],
    ['f1', -1, ['f1', 'f2', 'f3']],
    ['f3', 3, ['f1', 'f2', 'f3']],
    ['unknown', 0, ['f1', 'f2', 'f3']],
  ])('moves the file %s to %i', (id, to, expected) => {
    expect(moveFile(ORDER, id, to).fileIds).toEqual(expected);
  });

  it('moves a section with its lessons', () => {
    expect(moveSection(ORDER, 's2', 0).sections).toEqual([ORDER.sections[1], ORDER.sections[0]]);
  });

  it.each([
    ['b', { sectionId: 's1', index: 0 }, ['ba', 'c']],
    ['a', { sectionId: 's1', index: 1 }, ['ba', 'c']],
    ['a', { sectionId: 's2', index: 0 }, ['b', 'ac']],
    ['a', { sectionId: 's2', index: 1 }, ['b', 'ca']],
    ['c', { sectionId: 's1', index: 2 }, ['abc', '']],
  ])('moves the lesson %s to %o', (id, to, expected) => {
    expect(lessonsOf(moveLesson(ORDER, id, to))).toEqual(expected);
  });

  it('sorts the parts of an item and keeps those that it does not name', () => {
    const lesson = (id: string) => ({ id, title: id, kind: 'text' as const, isPreview: false, isDone: false });
    const course = {
      files: ['f1', 'f2', 'new', 'f3'].map((id) => ({ id })),
      sections: [
        { id: 's1', title: 'One', lessons: [lesson('a'), lesson('b'), lesson('new')] },
        { id: 's2', title: 'Two', lessons: [lesson('c')] },
      ],
    } as unknown as Parameters<typeof orderOf>[0];
    const moved = moveLesson(moveFile(ORDER, 'f3', 0), 'a', { sectionId: 's2', index: 1 });
    expect(orderOf(orderItems(course, moved))).toEqual({
      fileIds: ['f3', 'f1', 'f2', 'new'],
      sections: [
        { id: 's1', lessonIds: ['b', 'new'] },
        { id: 's2', lessonIds: ['c', 'a'] },
      ],
    });
  });
});
