import type { Change, Proof } from '#shared/domain/change.ts';
import { useStores } from '../../app-stores.ts';
import { Age } from '../../components/Age.tsx';
import { changeTitle } from '../changes/change-words.ts';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import css from './change.module.css';

/** The last change of a kind, with its outcome and what shows it (C11), and the way to it. */
export function LastChange({ change }: { readonly change: Change }) {
  const { goToChanges } = useStores().route.actions;
  return (
    <span className={css['last']}>
      <ChangeStateMark state={change.state} />
      <span>
        {changeTitle(change)}, <Age at={change.sentAt ?? change.createdAt} />
        {change.proof !== null && `, ${proofWords[change.proof]}`}
      </span>
      <button
        type="button"
        className={css['link']}
        onClick={() => goToChanges({ kind: 'list', changeId: change.id })}
      >
        Change {change.number}
      </button>
    </span>
  );
}

const proofWords: Readonly<Record<Proof, string>> = {
  answer: 'by the service’s word',
  'read-back': 'read back',
  person: 'by a person’s word',
};
