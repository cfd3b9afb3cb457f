import { ListTree, Plus } from 'lucide-react';
import { useState } from 'react';
import type { CourseDetailView, LessonEntry, SectionView } from '#shared/api/courses.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useRemoveLesson, useRemoveSection } from '../../api/authoring.ts';
import { LessonDialog } from './LessonDialog.tsx';
import { SectionDialog } from './SectionDialog.tsx';
import { SectionPart } from './SectionPart.tsx';
import type { Drag } from './use-drag.ts';
import type { CourseMoves } from './use-order.ts';

/** What a dialog of the outline edits or deletes; a null part is a new one. */
export type OutlineTask =
  | { name: 'edit-section'; section: SectionView | null }
  | { name: 'remove-section'; section: SectionView }
  | { name: 'edit-lesson'; section: SectionView; lesson: LessonEntry | null }
  | { name: 'remove-lesson'; lesson: LessonEntry };

interface OutlineProps {
  course: CourseDetailView;
  moves: CourseMoves;
  drag: Drag;
}

/** The sections of an own item with their lessons. */
export function Outline({ course, moves, drag }: OutlineProps) {
  const [task, setTask] = useState<OutlineTask | null>(null);
  return (
    <section aria-labelledby="lessons">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="lessons" className="font-semibold">
            Lessons
          </h3>
          <p className="text-small text-text-muted">Sections with texts, links, files and quizzes, in their order.</p>
        </div>
        <Button onClick={() => setTask({ name: 'edit-section', section: null })}>
          <Plus className="size-4" />
          Add a section
        </Button>
      </div>
      {course.sections.length === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-text-muted">
          <ListTree className="size-4 shrink-0" />
          No lessons yet. An item that is only files needs none.
        </p>
      ) : (
        <ol aria-label="Sections" className="mt-3 flex flex-col gap-4">
          {course.sections.map((section, index) => (
            <SectionPart
              key={section.id}
              course={course}
              section={section}
              index={index}
              moves={moves}
              drag={drag}
              onTask={setTask}
            />
          ))}
        </ol>
      )}
      {task && <TaskDialog course={course} task={task} onClose={() => setTask(null)} />}
    </section>
  );
}

interface TaskDialogProps {
  course: CourseDetailView;
  task: OutlineTask;
  onClose: () => void;
}

function TaskDialog({ course, task, onClose }: TaskDialogProps) {
  const { mutateAsync: removeSection } = useRemoveSection(course.id);
  const { mutateAsync: removeLesson } = useRemoveLesson(course.id);
  switch (task.name) {
    case 'edit-section':
      return <SectionDialog courseId={course.id} section={task.section} onClose={onClose} />;
    case 'edit-lesson':
      return <LessonDialog course={course} sectionId={task.section.id} lesson={task.lesson} onClose={onClose} />;
    case 'remove-section':
      return (
        <ConfirmDialog
          title="Delete this section?"
          description={`${lossOf(task.section)} This can't be undone.`}
          confirmLabel="Delete section"
          onConfirm={() => removeSection(task.section.id)}
          onClose={onClose}
        />
      );
    case 'remove-lesson':
      return (
        <ConfirmDialog
          title="Delete this lesson?"
          description={`“${task.lesson.title}” will be deleted. This can't be undone.`}
          confirmLabel="Delete lesson"
          onConfirm={() => removeLesson(task.lesson.id)}
          onClose={onClose}
        />
      );
  }
}

function lossOf({ title, lessons }: SectionView): string {
  if (lessons.length === 0) return `“${title}” has no lessons.`;
  return lessons.length === 1
    ? `“${title}” and its lesson will be deleted.`
    : `“${title}” and its ${String(lessons.length)} lessons will be deleted.`;
}
