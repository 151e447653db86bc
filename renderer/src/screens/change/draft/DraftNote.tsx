import { IconPencil } from '@tabler/icons-react';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { Age } from '../../../components/Age.tsx';
import css from '../change.module.css';
import type { EditorState } from './editor-store.ts';

/** Says of what is typed that it is not sent, how old it is, and whether it is kept. */
export function DraftNote({ state }: { readonly state: EditorState<unknown> }) {
  const { typed, typedAt, keepError } = state;
  if (typed === null) return null;
  return (
    <p className={css['draft']}>
      <IconPencil size={14} stroke={1.75} aria-hidden />
      <span>
        Not sent: typed {typedAt === null ? 'before' : <Age at={typedAt} />}
        {keepError !== null && `. It is not kept as a draft. ${sentencesFor(keepError).happened}`}
      </span>
    </p>
  );
}
