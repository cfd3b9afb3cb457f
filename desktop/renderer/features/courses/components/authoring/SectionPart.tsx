import clsx from 'clsx';
import { FolderInput, GripVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import type { CourseDetailView, LessonEntry, SectionView } from '#shared/api/courses.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { MenuItem, MenuSub } from '../../../../ui/Menu.tsx';
import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { moveLesson, moveSection } from '../../course-order.ts';
import { LESSON_KINDS } from './lesson-kinds.ts';
import { MoveButtons } from './MoveButtons.tsx';
import type { OutlineTask } from './Outline.tsx';
import { OVER_CLASSES, type Drag } from './use-drag.ts';
import type { CourseMoves } from './use-order.ts';

interface SectionPartProps {
  course: CourseDetailView;
  section: SectionView;
  index: number;
  moves: CourseMoves;
  drag: Drag;
  onTask: (task: OutlineTask) => void;
}

/** A section of an own item with its lessons. */
export function SectionPart({ course, section, index, moves, drag, onTask }: SectionPartProps) {
  const { sections } = course;
  const lessons = sections.flatMap((other) => other.lessons);
  const moveHere = (id: string, to: number): void => {
    const title = sections.find((other) => other.id === id)?.title ?? '';
    moves.move(moveSection(moves.order, id, to), `${title} moved to ${String(to + 1)} of ${String(sections.length)}`);
  };
  const moveIn = (id: string, target: SectionView, to: number): void => {
    const title = lessons.find((lesson) => lesson.id === id)?.title ?? '';
    moves.move(
      moveLesson(moves.order, id, { sectionId: target.id, index: to }),
      `${title} moved to ${String(to + 1)} in ${target.title}`,
    );
  };
  return (
    <li
      {...drag.rowProps(
        { kind: 'section', id: section.id },
        { section: (id) => moveHere(id, index), lesson: (id) => moveIn(id, section, section.lessons.length) },
      )}
      className={clsx('rounded-md border border-border', drag.overId === section.id && OVER_CLASSES)}
    >
      <div className="flex items-center gap-2 bg-surface-sunken py-1.5 ps-2 pe-1.5">
        <GripVertical className="size-4 shrink-0 cursor-grab text-text-muted" />
        <h4 dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
          {section.title}
        </h4>
        <MoveButtons
          id={section.id}
          title={section.title}
          index={index}
          count={sections.length}
          onMove={(to) => moveHere(section.id, to)}
        />
        <MoreMenu label={`More about ${section.title}`}>
          <MenuItem icon={<Pencil />} onSelect={() => onTask({ name: 'edit-section', section })}>
            Rename
          </MenuItem>
          <MenuItem icon={<Trash2 />} isDanger onSelect={() => onTask({ name: 'remove-section', section })}>
            Delete
          </MenuItem>
        </MoreMenu>
      </div>
      <ol aria-label={`Lessons of ${section.title}`} className="divide-y divide-border">
        {section.lessons.map((lesson, at) => (
          <LessonRow
            key={lesson.id}
            lesson={lesson}
            section={section}
            index={at}
            others={sections.filter((other) => other.id !== section.id)}
            drag={drag}
            onMove={moveIn}
            onTask={onTask}
          />
        ))}
      </ol>
      <div className="p-2">
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Add a lesson to ${section.title}`}
          onClick={() => onTask({ name: 'edit-lesson', section, lesson: null })}
        >
          <Plus className="size-4" />
          Add a lesson
        </Button>
      </div>
    </li>
  );
}

interface LessonRowProps {
  lesson: LessonEntry;
  section: SectionView;
  index: number;
  /** The other sections, into which it can be moved. */
  others: readonly SectionView[];
  drag: Drag;
  onMove: (id: string, target: SectionView, index: number) => void;
  onTask: (task: OutlineTask) => void;
}

function LessonRow({ lesson, section, index, others, drag, onMove, onTask }: LessonRowProps) {
  const { label, icon: Icon } = LESSON_KINDS[lesson.kind];
  return (
    <li
      {...drag.rowProps({ kind: 'lesson', id: lesson.id }, { lesson: (id) => onMove(id, section, index) })}
      className={clsx('flex min-h-11 items-center gap-2 py-1 ps-2 pe-1.5', drag.overId === lesson.id && OVER_CLASSES)}
    >
      <GripVertical className="size-4 shrink-0 cursor-grab text-text-muted" />
      <Icon role="img" aria-label={label} className="size-4 shrink-0 text-text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <bdi className="min-w-0 wrap-anywhere">{lesson.title}</bdi>
        {lesson.isPreview && <Badge tone="accent">Preview</Badge>}
      </span>
      <MoveButtons
        id={lesson.id}
        title={lesson.title}
        index={index}
        count={section.lessons.length}
        onMove={(to) => onMove(lesson.id, section, to)}
      />
      <MoreMenu label={`More about ${lesson.title}`}>
        <MenuItem icon={<Pencil />} onSelect={() => onTask({ name: 'edit-lesson', section, lesson })}>
          Edit
        </MenuItem>
        {others.length > 0 && (
          <MenuSub title="Move to section" icon={<FolderInput />}>
            {others.map((other) => (
              <MenuItem key={other.id} onSelect={() => onMove(lesson.id, other, other.lessons.length)}>
                {other.title}
              </MenuItem>
            ))}
          </MenuSub>
        )}
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => onTask({ name: 'remove-lesson', lesson })}>
          Delete
        </MenuItem>
      </MoreMenu>
    </li>
  );
}
