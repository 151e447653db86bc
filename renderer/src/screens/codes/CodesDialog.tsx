import { Button, Modal, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { type SyntheticEvent, useState } from 'react';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { counted, format } from '../../lib/format.ts';
import type { DomainsByName } from '../domains/live-domains.ts';
import { isToBeTyped } from '../domains/list/RemoveDialog.tsx';
import { typedNumber } from '../plans/plan/plan-store.ts';
import css from './dialog/dialog.module.css';
import { LockedOnes } from './dialog/LockedOnes.tsx';
import { Names } from './dialog/Names.tsx';
import { WhatHappens } from './dialog/WhatHappens.tsx';
import { useSavings } from './savings-store.ts';

interface Props {
  /** Whose the names are. */
  readonly accountId: string;
  /** As A-labels. */
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

/** As many as one file takes. */
const mostNames = 20_000;

/** What happens when codes of many domains go into a file; of many, the count is typed. It leads to where to, and the passphrase. */
export function CodesDialog({ accountId, names, all, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const { step, error, save } = useSaving(accountId, names, onClose);
  const isTooMany = names.length > mostNames;
  const isTyped = !isTooMany && isToBeTyped(names.length, all.size);
  const isSure = !isTooMany && (!isTyped || typedNumber(typed) === names.length);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (isSure) void save();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Transfer codes of ${counted(names.length, 'domain', 'domains')} into a file`}
      size={560}
    >
      <form className={css['dialog']} onSubmit={submit}>
        <Names names={names} />
        <WhatHappens accountId={accountId} count={names.length} />
        <LockedOnes accountId={accountId} names={names} all={all} onPlan={onClose} />
        {isTooMany && (
          <p className={css['refusal']} role="alert">
            One file takes {format.count(mostNames)} domains at most. Select fewer.
          </p>
        )}
        {isTyped && <TypedCount count={names.length} typed={typed} onType={setTyped} />}
        {error !== null && (
          <ErrorState
            error={error}
            about="No code was asked for"
            remedies={{ 'try-again': () => void save() }}
          />
        )}
        <End step={step} isSure={isSure} hasFocus={!isTyped} onClose={onClose} />
      </form>
    </Modal>
  );
}

type Step = 'ready' | 'asking' | 'turned-back' | 'failed';

/** Asks where to and for the passphrase, both outside of the page; then one is led to the saving. */
function useSaving(accountId: string, names: readonly string[], onClose: () => void) {
  const { route } = useStores();
  const { saveMany } = useSavings().actions;
  const [step, setStep] = useState<Step>('ready');
  const [error, setError] = useState<AppError | null>(null);

  async function save(): Promise<void> {
    if (step === 'asking') return;
    setStep('asking');
    setError(null);
    const result = await saveMany(accountId, names);
    setStep(result.ok ? 'turned-back' : 'failed');
    if (!result.ok) setError(result.error);
    if (!result.ok || result.value === null) return;
    onClose();
    route.actions.goToDomains({ kind: 'codes', savingId: result.value.id });
  }

  return { step, error, save };
}

interface TypedCountProps {
  readonly count: number;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

const TypedCount = ({ count, typed, onType }: TypedCountProps) => (
  <TextInput
    label={`Type ${String(count)} to go on`}
    value={typed}
    inputMode="numeric"
    autoComplete="off"
    maxLength={8}
    onChange={(event) => onType(event.currentTarget.value)}
    data-autofocus
  />
);

interface EndProps extends Pick<Props, 'onClose'> {
  readonly step: Step;
  readonly isSure: boolean;
  readonly hasFocus: boolean;
}

const End = ({ step, isSure, hasFocus, onClose }: EndProps) => (
  <div className={css['end']}>
    <p className={css['hint']} role="status">
      {stepWords[step]}
    </p>
    <Button variant="default" onClick={onClose} disabled={step === 'asking'}>
      Cancel
    </Button>
    <Button
      type="submit"
      disabled={!isSure}
      loading={step === 'asking'}
      data-autofocus={hasFocus || undefined}
    >
      Choose where to…
    </Button>
  </div>
);

const stepWords: Readonly<Record<Step, string>> = {
  ready: '',
  asking: 'Choose where to, then type a passphrase in the code window.',
  'turned-back': 'You turned back: nothing was asked of the service.',
  failed: '',
};
