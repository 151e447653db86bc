import { Button, Modal } from '@mantine/core';
import type { Session } from '#shared/domain/session.ts';
import { type SyntheticEvent, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { sizeInWords } from '../session/session-words.ts';
import css from './dialog.module.css';
import { comparable, inTime } from './order.ts';

interface Props {
  readonly session: Session;
  readonly onClose: () => void;
  readonly runAgain: () => void;
}

/** Chooses the other session of a comparison. The older of the two is the one before. */
export function CompareDialog({ session, onClose, runAgain }: Props) {
  const { sessions, route } = useStores();
  const all = useStore(sessions, (state) => valueOf(state.sessions));
  const { runs, others } = useMemo(() => comparable(all?.values() ?? [], session), [all, session]);
  const isNone = runs.length + others.length === 0;
  const [otherId, setOtherId] = useState(runs[0]?.id ?? null);
  const other = otherId === null ? null : (all?.get(otherId) ?? null);

  function compare(event: SyntheticEvent): void {
    event.preventDefault();
    if (other === null) return;
    onClose();
    route.actions.goToBulk({ kind: 'compare', ...inTime(session, other) });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={isNone ? `Compare “${session.name}”` : `Compare “${session.name}” with`}
      size={560}
    >
      {isNone ? (
        <NothingToCompare onClose={onClose} runAgain={runAgain} />
      ) : (
        <form className={css['dialog']} onSubmit={compare}>
          <div className={css['candidates']}>
            <Candidates title="Runs over the same names" all={runs} chosen={otherId} onChoose={setOtherId} />
            <Candidates
              title="Others with a TLD in common"
              all={others}
              chosen={otherId}
              onChoose={setOtherId}
            />
          </div>
          <p className={css['hint']}>Names and TLDs that both have are compared, where both were checked.</p>
          <div className={css['end']}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={other === null}>
              Compare
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

const NothingToCompare = ({ onClose, runAgain }: Pick<Props, 'onClose' | 'runAgain'>) => (
  <div className={css['dialog']}>
    <p>There is nothing to compare it with yet. Run it again later, then see what changed.</p>
    <div className={css['end']}>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button data-autofocus onClick={runAgain}>
        Run again…
      </Button>
    </div>
  </div>
);

interface CandidatesProps {
  readonly title: string;
  readonly all: readonly Session[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function Candidates({ title, all, chosen, onChoose }: CandidatesProps) {
  const group = useId();
  if (all.length === 0) return null;
  return (
    <fieldset className={css['choices']}>
      <legend>{title}</legend>
      {all.map((session) => (
        <label key={session.id} className={css['choice']}>
          <input
            type="radio"
            name={group}
            checked={session.id === chosen}
            onChange={() => onChoose(session.id)}
            data-autofocus={session.id === chosen || undefined}
          />
          <span className={css['label']}>{session.name}</span>
          <span className={css['hint']}>
            {sizeInWords(session)} · <Age at={session.createdAt} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
