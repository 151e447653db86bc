import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Batch, type BatchRow, excludedOtherwise, hasSteps, isProposed } from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import { plural } from '#shared/domain/counting.ts';
import { verificationOf } from '#shared/changes/index.ts';
import { isConfirmedBy } from '#shared/domain/limits.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../../app-stores.ts';
import { TypedLimit } from '../../settings/SpendingLimits.tsx';
import { useCurrency } from '../../ui/currency.ts';
import { Age, counted, format } from '../../ui/Formats.tsx';
import { Fold, ProgressBar, Tick } from '../../ui/PageParts.tsx';
import { ReadTrouble } from '../../ui/States.tsx';
import { useIsNew } from '../../ui/table-view.ts';
import { TimeLeft } from '../../ui/TimeLeft.tsx';
import { DisabledReason, FlowTrouble } from '../ChangeParts.tsx';
import { needsReview, useBlocked } from '../flow-store.ts';
import { Costs, costOf } from './BatchCosts.tsx';
import { BatchTitle, RunPart, Tallies } from './BatchRun.tsx';
import {
  allRows,
  applyWords,
  type BatchStore,
  isAgain,
  isWithContacts,
  proofOf,
  typedCountWords,
  typedNumber,
} from './batch-store.ts';
import { nothingReadyText } from './nothing-ready.ts';
import { LookAlikes } from './Proposal.tsx';
import { NewNameservers } from './PutBack.tsx';
import { Uncharged, useProofText } from './RenewalProof.tsx';
import { NotRead } from './BatchAgain.tsx';
import { ContactChanges } from './ContactChanges.tsx';
import { ApprovalOf } from '../../team/TeamWork.tsx';
import { isApproved, useSharing } from '../../team/sharing.ts';
import css from './batches.module.css';

interface Props {
  readonly store: BatchStore;
  readonly batch: Batch;
}

/** The batch's status and the actions on it. */
export function BatchStatus({ store, batch }: Props) {
  return (
    <Stack component="section" gap={12} flex="none" aria-label="Status of the batch" {...frameOf(batch)}>
      <Part store={store} batch={batch} />
      <Trouble store={store} batch={batch} />
    </Stack>
  );
}

const frameOf = ({ state }: Batch) =>
  state === 'halted'
    ? { px: 'md', py: 12, bdrs: 'md', bg: 'var(--nd-caution-soft)' }
    : { py: 12, className: 'line-above line-below' };

function Part({ store, batch }: Props) {
  switch (batch.state) {
    case 'reading':
      return <BatchReading batch={batch} />;
    case 'ready':
      return <ReviewPart store={store} batch={batch} />;
    case 'running':
    case 'paused':
    case 'halted':
    case 'done':
    case 'stopped':
      return <RunPart store={store} batch={batch} />;
    default:
      return assertNever(batch.state);
  }
}

/** Why the last action failed, or why the batch cannot be applied; where it has to be read again, that is offered here alone. */
function Trouble({ store, batch }: Props) {
  const failed = useStore(store, (state) => state.error);
  const disabledReason = useDisabledReason(batch);
  const error = failed ?? disabledReason;
  if (error === null || (error.kind === 'invalid-input' && error.field === 'typedCount')) return null;
  return (
    <FlowTrouble
      accountId={batch.accountId}
      error={error}
      about={failed === null ? 'Can’t be applied yet' : failedWords(failed)}
      recheck={() => void store.actions.step('read-again')}
      isAhead={failed === null}
    />
  );
}

const failedWords = ({ kind }: AppError): string =>
  kind === 'changed-since' ? 'Nothing was applied' : 'This was not done';

/** Progress of reading. */
function BatchReading({ batch }: Pick<Props, 'batch'>) {
  const { read, rows } = batch.counts;
  return (
    <Stack gap={6} maw={640}>
      <BatchTitle batch={batch}>
        {readingWords(batch)}: {format.count(read)} of {format.count(rows)}
        {batch.waitingFor === null && <TimeLeft of={{ done: read, total: rows }} />}
      </BatchTitle>
      <ProgressBar label="Read" of={{ done: read, total: rows }} />
      <Text c="dimmed">
        {batch.waitingFor === null
          ? 'Nothing is changed. You can keep working.'
          : `It waits. ${sentencesFor(batch.waitingFor).happened}`}
      </Text>
    </Stack>
  );
}

function readingWords(batch: Batch): string {
  if (isAgain(batch)) return 'Checking what is left';
  return batch.ask.kind === 'register' ? 'Looking the names up' : 'Checking current settings';
}

/** Everything that will be done, its cost as far as known, and the one button that applies it. */
function ReviewPart({ store, batch }: Props) {
  const { remaining, notRead } = batch.counts;
  const { facts, error, again } = useReadyFacts(batch);
  return (
    <>
      <DisabledReason accountId={batch.accountId} />
      {error !== null && areRowsNeeded(batch) && (
        <ReadTrouble error={error} about="Couldn’t load what would be applied" again={again} />
      )}
      <Group gap="12px 32px" align="flex-start" justify="space-between">
        <Stack gap={6} flex="1 1 360px" miw={0} maw={640}>
          <BatchTitle batch={batch}>
            {hasSteps(batch.ask) ? counted(remaining, 'change', 'changes') : format.count(remaining)} ready,{' '}
            {format.count(excludedOtherwise(batch))} excluded
            {notRead > 0 && `, ${format.count(notRead)} not read`}
          </BatchTitle>
          {hasSteps(batch.ask) && remaining > 0 && <p>{stepsText}</p>}
          <Anew store={store} batch={batch} />
          {batch.counts.erasing > 0 && <Erasing count={batch.counts.erasing} />}
          {facts !== null && <NotRead batch={batch} excluded={facts.excluded} />}
          {facts !== null && <Uncharged batch={batch} excluded={facts.excluded} />}
          <ClaimedByColleagues facts={facts} />
          {remaining === 0 ? (
            <p>{nothingReadyText(batch, facts)}</p>
          ) : (
            <WhatIsApplied store={store} batch={batch} facts={facts} />
          )}
        </Stack>
        <Apply store={store} batch={batch} facts={facts} />
      </Group>
    </>
  );
}

const stepsText =
  'Each domain is unlocked, gets its contacts and is locked again before the next begins. It stops at the first step that is not done. A domain that was not locked stays so.';

/** Rows that take something away: each is excluded until a person includes it. */
const Erasing = ({ count }: { readonly count: number }) => (
  <Text c="var(--nd-danger)" fw={600} role="alert">
    {plural(count, '1 row would erase fields', `${format.count(count)} rows would erase fields`)}. Each is
    excluded until you include it.
  </Text>
);

/** Domains that are excluded because colleagues have an open change of them, and how they come back in. */
function ClaimedByColleagues({ facts }: Pick<FactsProps, 'facts'>) {
  const errors = (facts?.excluded ?? []).flatMap(({ error }) =>
    error?.kind === 'claimed-elsewhere' ? [error] : [],
  );
  if (errors.length === 0) return null;
  const people = [...new Set(errors.map(({ by }) => isolated(by)))].join(', ');
  return (
    <Text c="var(--nd-caution)">
      {plural(errors.length, '1 domain has', `${format.count(errors.length)} domains have`)} an open change by{' '}
      {people}. Read again once that is finished.
    </Text>
  );
}

/** The batch could not continue under the earlier confirmation: the rest is reviewed and applied again. */
function Anew({ store, batch }: Props) {
  const isReadAnew = useStore(store, (state) => state.isReadAnew);
  if (!isReadAnew && !isAgain(batch)) return null;
  return (
    <>
      <p>What is left was read again. Review it, then apply.</p>
      {isAgain(batch) && <Tallies batch={batch} />}
    </>
  );
}

interface FactsProps extends Props {
  readonly facts: ReadyFacts | null;
}

const warningsOf = (ask: Batch['ask']) => ('warnings' in ask ? (ask.warnings ?? []) : []);

function WhatIsApplied({ store, batch, facts }: FactsProps) {
  const goOn = useStore(store, (state) => state.goOn);
  const ready = facts?.ready ?? null;
  const proof = useProofText(batch, ready);
  return (
    <>
      <Costs batch={batch} ready={ready} />
      {ready !== null && <LookAlikes rows={ready} />}
      {ready !== null && <NewNameservers batch={batch} rows={ready} />}
      <ContactChanges batch={batch} />
      {warningsOf(batch.ask).map((text) => (
        <Text key={text} c="var(--nd-caution)">
          {text}
        </Text>
      ))}
      {proofOf(batch) === 'answer' && proof !== '' && <Text c="dimmed">{proof}</Text>}
      <HowItWorks batch={batch} />
      <Fold summary="More">
        <Tick
          label="Continue past uncertain changes instead of stopping at the first"
          checked={goOn}
          onChange={(event) => store.actions.goOnAfterUncertain(event.currentTarget.checked)}
        />
      </Fold>
    </>
  );
}

/** What holds of every batch: it stands open in the first reviews. */
const HowItWorks = ({ batch: { ask, changedAt } }: Pick<Props, 'batch'>) => (
  <Fold summary="How this works" open={useIsNew('batch reviews')}>
    <Text c="dimmed">
      Sent one by one, never twice{verificationOf(ask.kind).isProvable && ', and each is verified'}.{' '}
      {ask.kind !== 'sync' && (
        <>
          {ask.kind === 'register' ? 'Looked up' : 'Read'} <Age at={changedAt} />
          {ask.kind === 'register' && ', and again right before it is ordered'}.
        </>
      )}
    </Text>
  </Fold>
);

/** Why a reviewed batch could not be applied, whatever the person gives: said instead of asking for anything. */
function useDisabledReason({ ask, state, changedAt, counts, waitingFor }: Batch): AppError | null {
  // It is ready since its last row was read.
  const blocked = useBlocked(ask.kind, Date.parse(changedAt), 'consent');
  return state !== 'ready' || counts.remaining === 0 ? null : (waitingFor ?? blocked);
}

/** Only then is anything asked for. */
const useMayApply = (batch: Batch): boolean =>
  useDisabledReason(batch) === null && batch.counts.remaining > 0;

const isCountTyped = (batch: Batch, typed: string): boolean =>
  batch.typedCount === null || typedNumber(typed) === batch.typedCount;

/** Whether it is applied only with all that is ready on the screen. */
const areRowsNeeded = (batch: Batch): boolean => isPaid(batch.ask.kind) || isProposed(batch);

/**
 * What is not on the screen yet and has to be before it is applied: what an order costs, with the warnings of that, and all that a proposal
 * writes (H11). Null where everything is.
 */
function notShown(batch: Batch, facts: ReadyFacts | null, areValuesShown: boolean): string | null {
  if (isProposed(batch) && isWithContacts(batch) && !areValuesShown)
    return 'It can be applied once the contacts that it writes are shown above.';
  return areRowsNeeded(batch) && facts === null
    ? 'It can be applied once all that is ready is loaded.'
    : null;
}

/** The way on: applying it, or asking a colleague to approve it, where a limit of the team allows nothing else. */
function Apply(props: FactsProps) {
  const { batch } = props;
  const sharing = useSharing(batch);
  const { above, request } = sharing;
  const isHeld = above !== null || (request !== null && !isApproved(request));
  return (
    <Stack gap={12} maw={380} flex="none">
      {above !== null && (
        <Text c="var(--nd-caution)" role="status">
          {above}
        </Text>
      )}
      {/* Beside the form: what is submitted in a dialog is heard by a form around it. */}
      <ApprovalOf batch={batch} {...sharing} />
      {!isHeld && <ApplyForm {...props} />}
    </Stack>
  );
}

/** Whether it can be applied, and what is missing. */
function useReadiness({ store, batch, facts }: FactsProps) {
  const { typedCount, error, limits, typedLimit, areValuesShown } = useStore(store);
  const isStale = needsReview(error);
  const isShownBelow = needsReview(useDisabledReason(batch)) || isStale;
  const mayApply = useMayApply(batch);
  const hidden = mayApply ? notShown(batch, facts, areValuesShown) : null;
  const isGiven = isCountTyped(batch, typedCount) && isConfirmedBy(limits, typedLimit);
  return { isShownBelow, mayApply, hidden, isReady: isGiven && hidden === null && !isStale && mayApply };
}

/** Applies what was reviewed; where that has changed since, it is read again first. */
function ApplyForm(props: FactsProps) {
  const { store, batch, facts } = props;
  const { doing, limits, typedLimit } = useStore(store);
  const { isShownBelow, mayApply, hidden, isReady } = useReadiness(props);
  const hasReady = batch.counts.remaining > 0;
  const cost = costOf(batch, facts?.ready ?? null, useCurrency(batch.accountId));
  return (
    <Stack
      component="form"
      className={css['apply'] ?? ''}
      gap={12}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void store.actions.apply(batch);
      }}
    >
      {mayApply && <TypedCount store={store} batch={batch} />}
      {mayApply && limits.length > 0 && (
        <TypedLimit limits={limits} typed={typedLimit} onType={store.actions.typeLimit} />
      )}
      {hidden !== null && (
        <Text c="dimmed" role="status">
          {hidden}
        </Text>
      )}
      <Group gap="sm" justify="flex-end" wrap="nowrap">
        {!isShownBelow && (
          <Button
            loading={doing === 'read-again'}
            disabled={doing === 'apply'}
            onClick={() => void store.actions.step('read-again')}
          >
            Read again
          </Button>
        )}
        {hasReady && (
          <Button variant="filled" type="submit" disabled={!isReady} loading={doing === 'apply'}>
            {applyWords(batch, cost)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function TypedCount({ store, batch }: Props) {
  const { typedCount, error } = useStore(store);
  if (batch.typedCount === null) return null;
  const refusal = error?.kind === 'invalid-input' && error.field === 'typedCount' ? error.reason : null;
  return (
    <TextInput
      label={typedCountWords(batch)}
      inputMode="numeric"
      value={typedCount}
      maxLength={8}
      error={refusal}
      onChange={(event) => store.actions.typeCount(event.currentTarget.value)}
    />
  );
}

/** The rows of a batch awaiting review: those that are ready and those that are not. */
interface ReadyFacts {
  readonly ready: readonly BatchRow[];
  readonly excluded: readonly BatchRow[];
}

interface ReadFacts {
  /** Null until loaded. */
  readonly facts: ReadyFacts | null;
  /** Why they could not be loaded. */
  readonly error: AppError | null;
}

const unread: ReadFacts = { facts: null, error: null };

/**
 * Loaded again whenever the batch changes. Of what is ready every row, because a sum and its warnings are of all of them; of what is
 * excluded the first ones, and all where some were not read.
 */
function useReadyFacts({ id, digest, counts }: Batch): ReadFacts & { readonly again: () => void } {
  const { request } = useStores().bridge;
  const [read, setRead] = useState<ReadFacts & { readonly key: string }>({ ...unread, key: '' });
  const [tries, setTries] = useState(0);
  const key = `${digest ?? ''} ${counts.remaining} ${counts.leftOut} ${tries}`;
  const hasUnread = counts.notRead > 0;
  useEffect(() => {
    let isDrawn = true;
    void Promise.all([
      allRows(request.batches, id, 'to-do', () => isDrawn),
      allRows(request.batches, id, 'left-out', () => isDrawn && hasUnread),
    ]).then(([toDo, leftOut]) => {
      if (!isDrawn) return;
      const failed = [toDo, leftOut].find((result) => !result.ok);
      if (failed !== undefined) setRead({ ...unread, key, error: failed.error });
      if (!toDo.ok || !leftOut.ok) return;
      const ready = toDo.value.filter(({ state }) => state === null || state === 'planned');
      setRead({ ...unread, key, facts: { ready, excluded: leftOut.value } });
    });
    return () => {
      isDrawn = false;
    };
  }, [request, id, key, hasUnread]);
  return { ...(read.key === key ? read : unread), again: () => setTries(tries + 1) };
}
