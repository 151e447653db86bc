import { Button, Modal, Textarea } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Change } from '#shared/domain/change.ts';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { DomainName } from '../../change/DomainName.tsx';
import { changeTitle } from '../change-words.ts';
import { EvidenceTable } from './EvidenceTable.tsx';
import { whatWords } from './kind-words.ts';
import type { OneStore } from './one-store.ts';
import css from './settle.module.css';

interface Props {
  readonly store: OneStore;
  readonly change: Change;
  readonly onClose: () => void;
}

type Verdict = 'applied' | 'not-applied';

/** A person says what became of a change, and by what they know it. It cannot be taken back: the journal only grows. */
export function SettleDialog({ store, change, onClose }: Props) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const doing = useStore(store, (state) => state.doing);

  async function settle(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    if (verdict === null || note.trim() === '') return;
    setError(null);
    const result = await store.actions.settle(verdict, note.trim());
    if (result === null) return;
    if (result.ok) onClose();
    else setError(result.error);
  }

  return (
    <Modal opened onClose={onClose} title={`Settle by hand: ${changeTitle(change)}`} size={600}>
      <form className={css['dialog']} onSubmit={(event) => void settle(event)}>
        <div>
          <DomainName domain={change.domain} />
          <p className={css['quiet']}>
            {whatWords(change.what).elsewhere}, then say what became of it. Nothing is sent to the service.
          </p>
        </div>
        <EvidenceTable evidence={change.evidence} />
        <Verdicts change={change} verdict={verdict} choose={setVerdict} isAsked={isAsked} />
        <Textarea
          label="By what do you know it?"
          description="It stays in the journal. No contact data, please."
          value={note}
          maxLength={2_000}
          rows={3}
          error={isAsked && note.trim() === '' ? 'A note is needed: nothing else shows it' : null}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {error !== null && <ErrorState error={error} about="It was not settled" />}
        <div className={css['end']}>
          <p className={css['quiet']}>This cannot be taken back.</p>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={doing === 'settle'}>
            Settle
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface VerdictsProps {
  readonly change: Change;
  readonly verdict: Verdict | null;
  readonly choose: (verdict: Verdict) => void;
  readonly isAsked: boolean;
}

function Verdicts({ change, verdict, choose, isAsked }: VerdictsProps) {
  const { done, undone } = whatWords(change.what);
  const choices = [
    { value: 'applied', label: 'It was done', more: done },
    { value: 'not-applied', label: 'It was not done', more: undone },
  ] as const;
  return (
    <fieldset className={css['choices']}>
      <legend>What became of it?</legend>
      {choices.map(({ value, label, more }) => (
        <label key={value} className={css['choice']}>
          <input
            type="radio"
            name="verdict"
            data-autofocus={value === 'applied' ? true : undefined}
            checked={verdict === value}
            onChange={() => choose(value)}
          />
          <span>
            <strong>{label}</strong> <span className={css['quiet']}>{more}</span>
          </span>
        </label>
      ))}
      {isAsked && verdict === null && (
        <p className={css['missing']} role="alert">
          Choose one of the two.
        </p>
      )}
    </fieldset>
  );
}
