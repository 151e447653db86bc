import { Button, Modal, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { type Change, type Evidence, familyOf, type NextStep } from '#shared/domain/change.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { OtherAccount } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import type { OneStore } from './change-stores.ts';
import { changeTitle } from './ChangeParts.tsx';
import { whatWords } from './ChangeStatus.tsx';
import { needsReview, useChange } from './flow-store.ts';
import { DomainName, FlowTrouble } from './FlowParts.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import oneCss from './one.module.css';
import css from './settle.module.css';

interface Props {
  readonly store: OneStore;
  readonly change: Change;
  readonly onSettle: () => void;
}

const stepWords: Readonly<Record<NextStep, string>> = {
  send: 'Send',
  'read-back': 'Read back',
  settle: 'Settle by hand…',
  withdraw: 'Withdraw',
};

/** The actions on the change. None of them sends an uncertain change again. */
export function Actions({ store, change, onSettle }: Props) {
  const doing = useStore(store, (state) => state.doing);
  const error = useStore(store, (state) => state.error);
  const steps = inOrder(change).filter((step) => step !== 'send' || !needsReview(error));
  return (
    <>
      {change.state === 'planned' && <OtherAccount accountId={change.accountId} />}
      <Trouble store={store} change={change} />
      <ReviewedAgain change={change} />
      {steps.length > 0 && (
        <div className={oneCss['actions']}>
          {steps.map((step, index) => (
            <Button
              key={step}
              variant={index === 0 && step !== 'withdraw' ? 'filled' : 'default'}
              loading={doing === step && step !== 'settle'}
              disabled={doing !== null && doing !== step}
              onClick={() => (step === 'settle' ? onSettle() : void store.actions.act(step))}
            >
              {wordsOf(step, change)}
            </Button>
          ))}
        </div>
      )}
      {doing === 'send' && <p className={oneCss['hint']}>{waiting}</p>}
      {steps.includes('read-back') && <p className={oneCss['hint']}>{whatWords(change.what).reads}</p>}
    </>
  );
}

const waiting = 'Reading what is there now, then waiting for a free place (at most 30 seconds)…';

const wordsOf = (step: NextStep, change: Change): string =>
  step === 'send' && change.attempts > 0 ? 'Send again' : stepWords[step];

/** The actions in order: resolving by hand first, where no read can decide the outcome. */
function inOrder({ what, next }: Change): readonly NextStep[] {
  const { isProvable } = whatWords(what);
  return isProvable ? next : [...next].sort((a, b) => Number(b === 'settle') - Number(a === 'settle'));
}

function Trouble({ store, change }: Pick<Props, 'store' | 'change'>) {
  const { route } = useStores();
  const flow = useChange({ accountId: change.accountId, name: change.domain }, familyOf(change.what.kind));
  const error = useStore(store, (state) => state.error);
  const isReviewing = useStore(flow, (state) => 'planned' in state && state.planned?.id === change.id);
  if (error === null || isReviewing) return null;
  return (
    <FlowTrouble
      error={error}
      about="This was not done"
      lookAgain={() => {
        if (change.state === 'planned' && needsReview(error)) flow.actions.reviewAgain(change);
        else store.actions.readAgain();
        route.actions.goToChanges({ kind: 'list', changeId: change.id });
      }}
    />
  );
}

/** The review of a planned change that must be reviewed again; applying it sends that very change. */
function ReviewedAgain({ change }: Pick<Props, 'change'>) {
  const { actions, ...flow } = useChange(
    { accountId: change.accountId, name: change.domain },
    familyOf(change.what.kind),
  );
  const state = useStore(flow);
  const isMine = 'planned' in state && state.planned?.id === change.id;
  if (!isMine || state.step === 'preparing') return null;
  if (state.step === 'reviewing') return <ReviewDialog state={state} actions={actions} />;
  return (
    <FlowTrouble error={state.error} about="Not sent" lookAgain={actions.lookAgain} close={actions.close} />
  );
}

interface ResolveDialogProps {
  readonly store: OneStore;
  readonly change: Change;
  readonly onClose: () => void;
}

type Verdict = 'applied' | 'not-applied';

/** Records the user's decision on a change and its reason. It cannot be undone, because the journal is append-only. */
export function ResolveDialog({ store, change, onClose }: ResolveDialogProps) {
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

/** What was read, and whether it supports or contradicts that the change happened. */
export function EvidenceTable({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <section>
      <h3 className={oneCss['section']}>What was read</h3>
      <table className={oneCss['evidence']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">What</span>
            </th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">It speaks</th>
          </tr>
        </thead>
        <tbody>
          {evidence.map(({ label, before, after, speaks }, index) => (
            <tr key={`${label} ${index}`}>
              <th scope="row">{label}</th>
              <td className="selectable">{before ?? <em className={oneCss['none']}>not known</em>}</td>
              <td className="selectable">{after ?? <em className={oneCss['none']}>not known</em>}</td>
              <td data-speaks={speaks}>{speaking[speaks]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const speaking: Readonly<Record<Evidence['speaks'], string>> = {
  for: 'for it',
  against: 'against it',
  neither: 'for neither',
};
