import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  type Batch,
  type BatchRow,
  type BatchState,
  domainsOfRows,
  doneText as wasDone,
  excludedOtherwise,
  outcomeText,
} from '#shared/domain/batch.ts';
import { type ChangeState, isPaid } from '#shared/domain/change-kinds.ts';
import { plural } from '#shared/domain/counting.ts';
import type { Proof } from '#shared/domain/change.ts';
import { isConfirmedBy, type OverLimit } from '#shared/domain/limits.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useActiveId, useStores } from '../../app-stores.ts';
import { TypedLimit } from '../../settings/SpendingLimits.tsx';
import { PillButton } from '../../ui/Filters.tsx';
import { counted, format, upperFirst } from '../../ui/Formats.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { ProgressBar, Tick } from '../../ui/PageParts.tsx';
import { TimeLeft } from '../../ui/TimeLeft.tsx';
import { ChangeStateMark } from '../ChangeStateMark.tsx';
import { useActivity, wholeActivity } from '../../activity/activity-store.ts';
import { type BatchStore, isAllDone, overOf, proofOf, unprovenOf, useBatches } from './batch-store.ts';
import { BatchAgain } from './BatchAgain.tsx';
import { CostSoFar } from './BatchCosts.tsx';
import { LockRegistered } from './LockRegistered.tsx';
import { isDone, useRowsOf } from './next-batch.ts';
import { SyncRenewed, useAcceptedText, useUnproven } from './RenewalProof.tsx';
import { type FoundWayBack, PutBackBatch, useWayBack, WayBackWords } from './PutBack.tsx';
import css from './batches.module.css';

interface Props {
  readonly store: BatchStore;
  readonly batch: Batch;
}

/** What the batch does now, or what became of it. */
export const BatchTitle = ({ batch, children }: Pick<Props, 'batch'> & { readonly children: ReactNode }) => (
  <Text fw={600} fz="md" role="status" {...(batch.state === 'halted' && { c: 'var(--nd-caution)' })}>
    {children}
  </Text>
);

/** The batch's progress, results so far, and how to continue. */
export function RunPart({ store, batch }: Props) {
  const unproven = useUnproven(batch);
  if (batch.state === 'done' || batch.state === 'stopped')
    return <OverPart batch={batch} unproven={unproven} />;
  return <Progress batch={batch} unproven={unproven} actions={<RunActions store={store} batch={batch} />} />;
}

interface ProvenProps extends Pick<Props, 'batch'> {
  readonly unproven: readonly BatchRow[] | null;
}

function OverPart({ batch, unproven }: ProvenProps) {
  const found = useWayBack({ batchId: batch.id });
  return (
    <Progress
      batch={batch}
      unproven={unproven}
      actions={<OverActions batch={batch} unproven={unproven} found={found} />}
    >
      <WayBackWords batch={batch} found={found} />
    </Progress>
  );
}

interface ProgressProps extends ProvenProps {
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

function Progress({ batch, unproven, actions, children }: ProgressProps) {
  const { toDo } = batch.counts;
  const applied = { done: Math.min(toDo, overOf(batch)), total: toDo };
  const text = moreOf(batch, useAcceptedText(batch, unproven));
  return (
    <Group gap="12px 32px" align="flex-start" justify="space-between">
      <Stack gap={6} flex="1 1 360px" miw={0}>
        <BatchTitle batch={batch}>
          {titleOf(batch)}
          {batch.state === 'running' && batch.waitingFor === null && <TimeLeft of={applied} />}
        </BatchTitle>
        <ProgressBar label="Sent" of={applied} />
        <Tallies batch={batch} />
        {isPaid(batch.ask.kind) && <CostSoFar batch={batch} />}
        {text !== '' && <Text c={batch.state === 'halted' ? 'bright' : 'dimmed'}>{text}</Text>}
        {children}
      </Stack>
      {actions}
    </Group>
  );
}

type RunState = Exclude<BatchState, 'reading' | 'ready'>;

const titles: Readonly<Record<RunState, string>> = {
  running: 'Applying',
  paused: 'Paused',
  halted: 'Stopped at an uncertain change',
  done: 'Done',
  stopped: 'Stopped',
};

function titleOf(batch: Batch): string {
  const { state, counts } = batch;
  if (state === 'reading' || state === 'ready') return '';
  if (state === 'done' && isAllDone(batch) && counts.confirmed > 0 && isShownDone(batch))
    return wasDone(batch.ask, domainsOfRows(batch.ask, counts.confirmed), format);
  if (state === 'done' && (!isAllDone(batch) || counts.confirmed > 0))
    return upperFirst(outcomeText(batch, format, 'nothing was sent'));
  if (state === 'done' && counts.toDo === 0) return 'Nothing was sent';
  return `${titleBefore(batch, state)}: ${format.count(overOf(batch))} of ${counted(counts.toDo, 'change', 'changes')}`;
}

/** What rests on an answer alone is not said to be done. */
const isShownDone = (batch: Batch): boolean => proofOf(batch) !== 'answer' || unprovenOf(batch) === 0;

function titleBefore({ waitingFor, stoppedBy }: Batch, state: RunState): string {
  if (state === 'running' && waitingFor !== null) return 'Waiting';
  if (state === 'halted' && waitingFor !== null) return 'Needs attention';
  return state === 'stopped' && stoppedBy !== null ? 'Stopped, may be done already' : titles[state];
}

/** @param accepted What is said of those that rest on an answer. */
function moreOf(batch: Batch, accepted: string): string {
  const { state, waitingFor, goesOnAfterUncertain, stoppedBy } = batch;
  if (state === 'reading' || state === 'ready') return '';
  if (waitingFor !== null) return waitingText(state, waitingFor);
  if (state === 'running')
    return `${oneByOne(batch)} ${goesOnAfterUncertain ? 'Continues past uncertain ones.' : 'Stops at the first uncertain one.'}`;
  if (state === 'stopped' && stoppedBy !== null) return stoppedByRestore;
  return state === 'done' ? doneText(batch, accepted) : more[state];
}

/** What its title and counts leave open. */
function doneText(batch: Batch, accepted: string): string {
  const { uncertain, refused, notRead } = batch.counts;
  const texts = [
    uncertain > 0
      ? 'We don’t know whether the uncertain ones were done: verify them, or mark them.'
      : refused > 0 && 'Each refused row shows the reason. Nothing is sent again automatically.',
    notRead > 0 && 'Of what was not read nothing was sent; each row shows why.',
    accepted,
  ];
  return texts.filter((text) => text !== false && text !== '').join(' ');
}

const oneByOne = (batch: Batch): string =>
  proofOf(batch) === 'answer' ? 'One at a time, each sent once.' : 'One at a time, each verified.';

const stoppedByRestore =
  'This batch is of a backup or an older file of the workspace and may have been applied since, so nothing of it is sent. Create a new batch for what is still to be done.';

/** A running batch continues by itself; a paused one only when the user resumes it. */
function waitingText(state: RunState, error: AppError): string {
  const { happened, next } = sentencesFor(error);
  if (state === 'running') return `${happened} Resumes automatically.`;
  // The error text of a limit says what is needed.
  if (error.kind === 'over-limit') return 'Nothing more is sent until you confirm it.';
  if (error.kind === 'changed-since')
    return `${happened} Nothing more is sent until you have reviewed what is left.`;
  if (error.kind === 'team-limit') return `${happened} ${next}`;
  return `${happened} ${next} Then resume.`;
}

const more: Readonly<Record<Exclude<RunState, 'running' | 'done'>, string>> = {
  paused: 'Nothing more is sent until you resume. The change being sent is finished.',
  halted:
    'We don’t know whether this change was done. Verify or mark it, then resume; or continue with the others.',
  stopped: 'The remaining rows were not sent and won’t be.',
};

/** For a batch that is over: what is uncertain in it, what comes next, the way back to its domains, and deleting its record. */
const OverActions = ({ batch, unproven, found }: ProvenProps & { readonly found: FoundWayBack }) => (
  <Group gap="sm" justify="flex-end">
    {batch.counts.uncertain > 0 && <OpenUncertain batch={batch} />}
    {batch.counts.refused > 0 && <BatchAgain batch={batch} of="refused" />}
    {batch.counts.notRead > 0 && <BatchAgain batch={batch} of="notRead" />}
    {batch.ask.kind === 'register' && batch.counts.confirmed > 0 && <LockRegistered batch={batch} />}
    {isPaid(batch.ask.kind) && <SyncRenewed batch={batch} unproven={unproven} />}
    <PutBackBatch batch={batch} found={found} />
    <SelectAgain batch={batch} />
    <More batch={batch} />
  </Group>
);

/** Leads to the domains of the batch, selected, where their account is the active one. */
function SelectAgain({ batch }: Pick<Props, 'batch'>) {
  const { route } = useStores();
  const batches = useBatches();
  const isActive = useActiveId() === batch.accountId;
  const isOrdered = batch.ask.kind === 'register';
  const button = useRowsOf({ batch }, 'all', (rows) => {
    batches.actions.selectAgain(
      batch.accountId,
      // Of names, what is in the portfolio now.
      rows.filter((row) => !isOrdered || isDone(row)).map(({ domain }) => domain),
    );
    route.actions.goToDomains({ kind: 'list' });
  });
  return (
    isActive &&
    (!isOrdered || batch.counts.confirmed > 0) && (
      <Button {...button}>{isOrdered ? 'Select them in Domains' : 'Back to the selection'}</Button>
    )
  );
}

/** Pause, resume and stop. */
function RunActions({ store, batch }: Props) {
  const { doing, typedLimit } = useStore(store);
  const { step, typeLimit } = store.actions;
  const limits =
    batch.state === 'halted' && batch.waitingFor?.kind === 'over-limit' ? batch.waitingFor.limits : [];
  const hasUncertain = batch.state === 'halted' && batch.waitingFor === null;
  return (
    <Stack gap={12} maw={380} flex="none" className={css['apply'] ?? ''}>
      {limits.length > 0 && <TypedLimit limits={limits} typed={typedLimit} onType={typeLimit} />}
      <Group gap="sm" justify="flex-end">
        {hasUncertain && <OpenUncertain batch={batch} />}
        {batch.state === 'running' ? (
          <Button loading={doing === 'pause'} onClick={() => void step('pause')}>
            Pause
          </Button>
        ) : (
          <Resume store={store} batch={batch} limits={limits} isFirst={!hasUncertain} />
        )}
        <Button loading={doing === 'stop'} disabled={doing === 'resume'} onClick={() => void step('stop')}>
          Stop
        </Button>
      </Group>
      {batch.state !== 'running' && <GoOn store={store} />}
    </Stack>
  );
}

interface ResumeProps extends Props {
  /** The limits that must be confirmed first. */
  readonly limits: readonly OverLimit[];
  readonly isFirst: boolean;
}

function Resume({ store, batch: { waitingFor }, limits, isFirst }: ResumeProps) {
  const { doing, typedLimit } = useStore(store);
  // Sent as it was agreed to, it would stop there again: a colleague approves what is left, once it is reviewed.
  const isLimited = waitingFor?.kind === 'team-limit';
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      disabled={!isConfirmedBy(limits, typedLimit)}
      loading={doing === 'resume' || doing === 'read-again'}
      onClick={() => void (isLimited ? store.actions.step('read-again') : store.actions.resume())}
    >
      {isLimited || waitingFor?.kind === 'changed-since' ? 'Review what is left' : 'Resume'}
    </Button>
  );
}

function GoOn({ store }: Pick<Props, 'store'>) {
  const goOn = useStore(store, (state) => state.goOn);
  return (
    <Tick
      label="Continue past uncertain ones"
      checked={goOn}
      onChange={(event) => store.actions.goOnAfterUncertain(event.currentTarget.checked)}
    />
  );
}

/** A link to the uncertain changes of this batch; to the change itself where there is only one. */
function OpenUncertain({ batch }: Pick<Props, 'batch'>) {
  const { bridge, route } = useStores();
  const list = useActivity();

  async function open(): Promise<void> {
    list.actions.filterBy({ ...wholeActivity, batchId: batch.id, states: ['uncertain'] });
    const found = await bridge.request.changes.list({
      filter: {
        accountId: null,
        states: ['uncertain'],
        kinds: null,
        text: '',
        domain: null,
        batchId: batch.id,
      },
      offset: 0,
      limit: 1,
    });
    const changeId = found.ok ? (found.value.changes[0]?.id ?? null) : null;
    route.actions.goToChanges({ kind: 'list', changeId });
  }

  return (
    <Button variant="filled" onClick={() => void open()}>
      {plural(batch.counts.uncertain, 'Open the uncertain one', 'Open the uncertain ones')}
    </Button>
  );
}

/** Deletes the record of a batch without a question, because its changes stay in the journal. */
function More({ batch }: { readonly batch: Batch }) {
  const { route, notices } = useStores();
  const batches = useBatches();

  async function remove(): Promise<void> {
    const result = await batches.actions.remove(batch.id);
    if (!result.ok) {
      notices.actions.fail(result.error);
      return;
    }
    notices.actions.say('Deleted this record. Nothing is undone: its changes stay in the journal');
    route.actions.goToChanges({ kind: 'list', changeId: null });
  }

  return (
    <MoreMenu label="More" size={32} variant="default">
      <Menu.Item onClick={() => void remove()}>Delete this record</Menu.Item>
    </MoreMenu>
  );
}

/** The number of each outcome so far, with a link to the changes that need attention. */
export function Tallies({ batch }: Pick<Props, 'batch'>) {
  const { counts } = batch;
  return (
    <Group component="ul" gap="4px 20px" c="dimmed" className="figures" aria-label="Result">
      <Tally state="confirmed" count={unprovenOf(batch)} proof={proofOf(batch)} />
      <Tally state="confirmed" count={counts.proven} proof="registry" />
      <Tally state="refused" count={counts.refused} batchId={batch.id} />
      <Tally state="uncertain" count={counts.uncertain} batchId={batch.id} />
      {counts.remaining > 0 && <li>{format.count(counts.remaining)} not sent</li>}
      {counts.notRead > 0 && <li>{format.count(counts.notRead)} not read</li>}
      {excludedOtherwise(batch) > 0 && <li>{format.count(excludedOtherwise(batch))} excluded</li>}
    </Group>
  );
}

interface TallyProps {
  readonly state: ChangeState;
  readonly count: number;
  readonly proof?: Proof | null;
  /** Given where the changes can be opened. */
  readonly batchId?: string;
}

function Tally({ state, count, proof = null, batchId }: TallyProps) {
  const { route } = useStores();
  const list = useActivity();
  if (count === 0) return null;

  function show(): void {
    list.actions.filterBy({ ...wholeActivity, batchId: batchId ?? null, states: [state] });
    route.actions.goToChanges({ kind: 'list', changeId: null });
  }

  return (
    <Group component="li" gap={6} mih={24}>
      {batchId === undefined ? (
        <>
          <ChangeStateMark of={{ state, proof }} />
          {format.count(count)}
        </>
      ) : (
        <PillButton onClick={show}>
          <span className="spoken">Show</span>
          <ChangeStateMark of={{ state }} />
          <strong>{format.count(count)}</strong>
        </PillButton>
      )}
    </Group>
  );
}
