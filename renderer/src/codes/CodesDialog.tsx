import { Button, Modal, TextInput } from '@mantine/core';
import { Fragment, type SyntheticEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { codesMayEndSentence } from '#shared/areas/code-window.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { typedNumber, useBatches } from '../changes/batches/batch-store.ts';
import { FlowTrouble } from '../changes/FlowParts.tsx';
import type { DomainsByName } from '../domains/domains-store.ts';
import { isToBeTyped } from '../domains/RemoveDialog.tsx';
import { accountOf } from '../shell/stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useCodeExports } from './export-store.ts';
import css from './dialog.module.css';

interface Props {
  /** The account that holds the names. */
  readonly accountId: string;
  /** As A-labels. */
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

/** The limit of one file. */
const mostNames = 20_000;

/** Explains an export of transfer codes to a file; for many domains the count must be typed. Next come the file and the passphrase. */
export function CodesDialog({ accountId, names, all, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const { step, error, save } = useCodeExport(accountId, names, onClose);
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

/** Asks for the file and the passphrase, both outside of the page; then opens the code export. */
function useCodeExport(accountId: string, names: readonly string[], onClose: () => void) {
  const { route } = useStores();
  const { saveMany } = useCodeExports().actions;
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

/** The requests to the service, their minimum duration, and where the codes are stored. */
function WhatHappens({ accountId, count }: { readonly accountId: string; readonly count: number }) {
  const perSecond = useStore(
    useStores().accounts,
    (state) => accountOf(state, accountId)?.options.requestsPerSecond ?? null,
  );
  return (
    <ul className={css['consequences']}>
      <li>
        {counted(count, 'request', 'requests')}, one after the other
        {perSecond !== null &&
          `: at least ${format.duration(leastMs(count, perSecond))}, longer where the service is slow`}
        . You can go on working, and stop it at any time.
      </li>
      <li>
        No code is shown or put into the clipboard. All go into one file, encrypted with a passphrase that you
        choose next.
      </li>
      <li>{codesMayEndSentence}</li>
      <li>A service may e-mail a code to the registrant instead; the file says so then.</li>
    </ul>
  );
}

/** The minimum at the account's own rate limit; the service may take longer for each request. */
const leastMs = (count: number, perSecond: number): number => Math.max(1_000, (count / perSecond) * 1_000);

interface LockedOnesProps {
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  /** Opens the batch instead. */
  readonly onPlan: () => void;
}

const fewNames = 3;

/** Which of the domains are known to be locked, with a button that creates a batch to unlock them. Draws nothing where none is. */
export function LockedOnes({ accountId, names, all, onPlan }: LockedOnesProps) {
  const locked = useMemo(() => names.filter((name) => all.get(name)?.lock?.value === 'locked'), [names, all]);
  const unread = useMemo(() => names.filter((name) => (all.get(name)?.lock ?? null) === null), [names, all]);
  if (locked.length + unread.length === 0) return null;
  return (
    <div className={css['locked']} role="note">
      {locked.length > 0 && (
        <p>
          <strong>{counted(locked.length, 'is locked', 'are locked')}</strong> as last known:{' '}
          <span className="mono">
            <NamesInLine names={locked.slice(0, fewNames)} />
          </span>
          {locked.length > fewNames && ` and ${format.count(locked.length - fewNames)} more`}. A code rarely
          helps before the domain is unlocked.
        </p>
      )}
      {unread.length > 0 && <p>Of {counted(unread.length, 'domain', 'domains')} the lock was never read.</p>}
      {locked.length > 0 && <Unlock accountId={accountId} locked={locked} onPlan={onPlan} />}
    </div>
  );
}

/** Creates the batch, which reads the present state; nothing is sent before the user has reviewed it. */
function Unlock({
  accountId,
  locked,
  onPlan,
}: { readonly locked: readonly string[] } & Pick<LockedOnesProps, 'accountId' | 'onPlan'>) {
  const { route } = useStores();
  const { prepare } = useBatches().actions;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function plan(): Promise<void> {
    setBusy(true);
    const result = await prepare({
      accountId,
      ask: { kind: 'lock', state: 'unlocked' },
      domains: [...locked],
    });
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    onPlan();
    route.actions.goToChanges({ kind: 'plan', planId: result.value.id });
  }

  return (
    <>
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void plan()}>
        Make a plan to unlock {locked.length === 1 ? 'it' : 'them'}
      </Button>
      {error !== null && (
        <FlowTrouble error={error} about="The batch change was not made" lookAgain={() => void plan()} />
      )}
    </>
  );
}

const fewNamesInLine = 3;

/** Names in a row; a name is not broken at a hyphen as long as it fits. */
const NamesInLine = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ' '}
      <span className={css['name']}>
        {toUnicode(name)}
        {index < names.length - 1 && ','}
      </span>
    </Fragment>
  ));

/** The first names, and the number of the others. */
const Names = ({ names }: { readonly names: readonly string[] }) => (
  <p className={`mono ${css['names'] ?? ''}`}>
    <NamesInLine names={names.slice(0, fewNamesInLine)} />
    {names.length > fewNamesInLine && ` and ${format.count(names.length - fewNamesInLine)} more`}
  </p>
);
