import clsx from 'clsx';
import { GripVertical, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CourseDetailView, CourseFileView } from '#shared/api/courses.ts';
import { formatBytes } from '../../../../lib/page/bytes.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { MenuItem } from '../../../../ui/Menu.tsx';
import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { useFilePicker } from '../../../../ui/use-file-picker.tsx';
import { useRemoveFile } from '../../api/authoring.ts';
import { moveFile } from '../../course-order.ts';
import { FileDialog } from './FileDialog.tsx';
import { ACCEPTED_FILES } from './file-rules.ts';
import { MoveButtons } from './MoveButtons.tsx';
import { OVER_CLASSES, type Drag } from './use-drag.ts';
import type { CourseMoves } from './use-order.ts';

interface FileListProps {
  course: CourseDetailView;
  moves: CourseMoves;
  drag: Drag;
  onReplace: (fileId: string, file: File) => void;
}

/** The stored files of an own item in order. */
export function FileList({ course, moves, drag, onReplace }: FileListProps) {
  const { files } = course;
  const [edited, setEdited] = useState<CourseFileView | null>(null);
  const [removed, setRemoved] = useState<CourseFileView | null>(null);
  const replacedId = useRef('');
  const { mutateAsync: remove } = useRemoveFile(course.id);
  const picker = useFilePicker(([file]) => file && onReplace(replacedId.current, file), {
    accept: ACCEPTED_FILES,
    'aria-label': 'New version',
  });
  const move = (id: string, to: number): void => {
    const title = files.find((file) => file.id === id)?.title ?? '';
    moves.move(moveFile(moves.order, id, to), `${title} moved to ${String(to + 1)} of ${String(files.length)}`);
  };
  if (files.length === 0) return null;
  return (
    <>
      {picker.input}
      <ol aria-label="Files of this item" className="mt-3 divide-y divide-border rounded-md border border-border">
        {files.map((file, index) => (
          <li
            key={file.id}
            {...drag.rowProps({ kind: 'file', id: file.id }, { file: (id) => move(id, index) })}
            className={clsx(
              'flex min-h-14 items-center gap-2 py-1.5 ps-2 pe-1.5',
              drag.overId === file.id && OVER_CLASSES,
            )}
          >
            <GripVertical className="size-4 shrink-0 cursor-grab text-text-muted" />
            <FileFacts file={file} />
            <MoveButtons
              id={file.id}
              title={file.title}
              index={index}
              count={files.length}
              onMove={(to) => move(file.id, to)}
            />
            <MoreMenu label={`More about ${file.title}`}>
              <MenuItem icon={<Pencil />} onSelect={() => setEdited(file)}>
                Edit
              </MenuItem>
              <MenuItem
                icon={<RefreshCw />}
                onSelect={() => {
                  replacedId.current = file.id;
                  picker.open();
                }}
              >
                Replace with a new version
              </MenuItem>
              <MenuItem icon={<Trash2 />} isDanger onSelect={() => setRemoved(file)}>
                Remove
              </MenuItem>
            </MoreMenu>
          </li>
        ))}
      </ol>
      {edited && <FileDialog courseId={course.id} file={edited} onClose={() => setEdited(null)} />}
      {removed && (
        <ConfirmDialog
          title="Remove this file?"
          description={`Learners can no longer open “${removed.title}”. This can't be undone.`}
          confirmLabel="Remove file"
          onConfirm={() => remove(removed.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

function FileFacts({ file }: { file: CourseFileView }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2">
        <bdi className="min-w-0 font-medium wrap-anywhere">{file.title}</bdi>
        {file.isPreview && <Badge tone="accent">Preview</Badge>}
      </span>
      <span className="block truncate text-small text-text-muted">
        <bdi>{file.name}</bdi> <span>{`· ${formatBytes(file.size)}`}</span>
        {file.version > 1 && <span>{` · version ${String(file.version)}`}</span>}
      </span>
    </span>
  );
}
