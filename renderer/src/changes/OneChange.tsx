import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type ChangeKind, changeTitle, kindOf } from '#shared/changes/index.ts';
import type { ChangeLine } from '#shared/changes/kind.ts';
import { isOpen } from '#shared/domain/change-kinds.ts';
import {
  type WriteOutcome,
  type Change,
  type JournalEntry,
  type JournalEvent,
  type Proof,
  provenWord,
  type ReadBackVerdict,
  tookEffect,
} from '#shared/domain/change.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { assertNever } from '#shared/result.ts';
import { useAccount, useActiveId, useStores } from '../app-stores.ts';
import { useCurrency } from '../ui/currency.ts';
import { Age, counted, format } from '../ui/Formats.tsx';
import { PanelTitle } from '../search/Details.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Fact, Facts, IconButton, openDomain, RawAnswer } from '../ui/PageParts.tsx';
import { Actions, ResolveDialog, SuggestedRenewal, type Verdict } from './ChangeActions.tsx';
import { PutBackChange } from './batches/PutBack.tsx';
import { DomainName, NoValue, Roles } from './ChangeParts.tsx';
import { ChangeStateMark } from './ChangeStateMark.tsx';
import { ChangeStatus, CreditFacts, HowWeKnow, RegistryLine, SyncAnswerFacts } from './ChangeStatus.tsx';
import type { OneStore, Story } from './change-stores.ts';
import { useCopy } from '../ui/copy.ts';
import css from './one.module.css';
import { valueOf } from '../remote.ts';
import { ReadTrouble } from '../ui/States.tsx';
import { useAction } from '../use-action.ts';

interface Props {
  readonly store: OneStore;
  /** Told in the list: it is to be marked so. */
  readonly marking: Verdict | null;
  /** The dialog that marks it was closed: what was told in the list is done. */
  readonly onMarkClosed: () => void;
  readonly onClose: () => void;
}

/** One change: its status, evidence, next steps and history. */
export function OneChange({ store, marking, onMarkClosed, onClose }: Props) {
  const story = useStore(store, (state) => state.story);
  const known = valueOf(story);
  const panel = useRef<HTMLElement>(null);
  useFocusWhereItStandsAlone(panel);

  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog opened from here is elsewhere in the DOM and closes itself.
    const isInside = event.target instanceof Node && panel.current?.contains(event.target) === true;
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside ref={panel} className={css['panel']} tabIndex={-1} aria-label="The change" onKeyDown={onKeyDown}>
      {story.status === 'failed' && (
        <Box px="lg" py="md">
          <ReadTrouble
            error={story.error}
            about="Couldn’t load this change"
            again={store.actions.readAgain}
          />
        </Box>
      )}
      {known !== null && (
        <Whole store={store} story={known} marking={marking} onMarkClosed={onMarkClosed} onClose={onClose} />
      )}
    </aside>
  );
}

/** Below 1200 px the panel replaces the list, so the focus moves to the panel. */
function useFocusWhereItStandsAlone(panel: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (matchMedia('(width < 1200px)').matches) panel.current?.focus({ preventScroll: true });
  }, [panel]);
}

interface WholeProps extends Props {
  readonly story: Story;
}

function Whole({ store, story, marking, onMarkClosed, onClose }: WholeProps) {
  const { change, entries } = story;
  const [isSettling, setSettling] = useState(marking !== null);
  return (
    <>
      <OneHead change={change} onClose={onClose}>
        <ChangeStatus change={change} />
        <RegistryLine change={change} />
        <HowWeKnow change={change} />
        <Actions store={store} change={change} onSettle={() => setSettling(true)} />
        <PutBackChange change={change} />
      </OneHead>
      <div className={css['body']}>
        <What change={change} />
        {change.syncAnswer !== null && (
          <section>
            <PanelTitle>From the service</PanelTitle>
            <SyncAnswerFacts syncAnswer={change.syncAnswer} />
            <SuggestedRenewal sync={change} />
          </section>
        )}
        {/* What is shown is dropped with the change, and once nothing can be decided about it. */}
        <Personal key={`${change.id} ${change.next.length > 0}`} change={change} />
        <Timeline entries={entries} />
        <Chain change={change} entries={entries} />
      </div>
      {isSettling && change.next.includes('settle') && (
        <ResolveDialog
          settle={store.actions.settle}
          change={change}
          verdict={marking}
          onClose={() => {
            setSettling(false);
            onMarkClosed();
          }}
        />
      )}
    </>
  );
}

function What({ change }: { readonly change: Change }) {
  const { what, before } = change;
  const { lines: linesOf, aboutLines } = kindOf(what.kind);
  const lines = linesOf(what, before, useCurrency(change.accountId));
  if (lines.length === 0) return null;
  const isReplaced = lines.some(({ isChanged }) => isChanged) && tookEffect(change);
  return (
    <section>
      <PanelTitle>{isReplaced ? 'Before → after' : (aboutLines?.title ?? 'What was requested')}</PanelTitle>
      <BeforeAfter lines={lines} kind={what.kind}>
        <CreditFacts change={change} isBeforeShown={change.before?.credit != null} />
      </BeforeAfter>
      {aboutLines !== undefined && (
        <Text c="dimmed" mt={4}>
          {aboutLines.note}
        </Text>
      )}
    </section>
  );
}

interface OneHeadProps {
  readonly change: Change;
  readonly onClose: () => void;
  /** Below the heading: status and actions. */
  readonly children: ReactNode;
}

/** What the change is, its domain, its account, and the links from here. */
function OneHead({ change, onClose, children }: OneHeadProps) {
  const { goToChanges } = useStores().route.actions;
  const { batchId } = change;
  return (
    <header className={css['head']}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <span className={css['back']}>
          <IconButton
            label="Back to the list"
            icon={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
            onClick={onClose}
          />
        </span>
        <Title order={2} flex={1} lh="28px" style={{ overflowWrap: 'anywhere' }}>
          {changeTitle(change.what)}
        </Title>
        <span className={css['close']}>
          <IconButton label="Close the change" onClick={onClose} />
        </span>
      </Group>
      <DomainName domain={change.domain} />
      <Group component="p" gap="4px 16px" c="dimmed">
        <ChangeStateMark of={change} />
        <span>Change {change.number}</span>
        <Account change={change} />
        <Age at={change.changedAt} />
      </Group>
      {children}
      <Group component="p" gap="sm" ml={-8}>
        <OpenDomain change={change} />
        {batchId !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => goToChanges({ kind: 'batch', batchId })}>
            Open its batch
          </Button>
        )}
      </Group>
    </header>
  );
}

function Account({ change }: Pick<OneHeadProps, 'change'>) {
  const { accounts } = useStores();
  const account = useAccount(change.accountId);
  const isRead = useStore(accounts, (state) => valueOf(state.accounts) !== null);
  return (
    <Group component="span" gap="sm">
      {account !== null && <AccountDot colour={account.colour} />}
      {isolated(account?.label ?? change.accountLabel)}
      {isRead && account === null && ' (removed account)'}
    </Group>
  );
}

/** Draws nothing where the account, and its domains with it, no longer exists. */
function OpenDomain({ change: { accountId, domain } }: Pick<OneHeadProps, 'change'>) {
  const stores = useStores();
  const account = useAccount(accountId);
  const activeId = useActiveId();
  if (account === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => openDomain(stores, { accountId, domain, tab: 'history' })}
    >
      {accountId === activeId ? 'Open the domain' : `Open the domain in ${isolated(account.label)}`}
    </Button>
  );
}

interface BeforeAfterProps {
  readonly lines: readonly ChangeLine[];
  readonly kind: ChangeKind;
  /** After the lines. */
  readonly children: ReactNode;
}

/** What a change does, one line per field: before → after where a value is replaced, else what was sent. */
const BeforeAfter = ({ lines, kind, children }: BeforeAfterProps) => (
  <Facts nameWidth={144}>
    {lines.map(({ label, before, after, isChanged }) => (
      <Fact key={label} name={label} mono={kindOf(kind).isOfHosts === true}>
        {isChanged ? (
          <>
            {before ?? <NoValue>not known</NoValue>}
            <IconArrowRight
              color="var(--nd-muted)"
              style={{ margin: '0 6px', verticalAlign: -2 }}
              size={14}
              role="img"
              aria-label="becomes"
            />
            <strong>{after}</strong>
          </>
        ) : (
          after
        )}
      </Fact>
    ))}
    {children}
  </Facts>
);

/** The contact data to be written, while the change is open. Shown on request only, for the person who has to decide. */
function Personal({ change }: { readonly change: Change }) {
  const [isWanted, setWanted] = useState(false);
  const isThere = isOpen(change.state) && kindOf(change.what.kind).isPersonal === true;
  const [personal] = useAction('changes', 'personal', isThere && isWanted ? { id: change.id } : null);
  if (!isThere) return null;
  const isShown = personal.status === 'ready' || personal.status === 'failed';
  return (
    <section>
      <PanelTitle>Personal values</PanelTitle>
      <Text c="dimmed">Encrypted on this computer until the change is finished, then deleted.</Text>
      <Button
        mt={8}
        aria-expanded={isShown}
        loading={personal.status === 'loading'}
        leftSection={isShown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
        onClick={() => setWanted(!isWanted)}
      >
        {isShown ? 'Hide what was to be written' : 'Show what was to be written'}
      </Button>
      {personal.status === 'failed' && <p role="alert">{sentencesFor(personal.error).happened}</p>}
      {personal.status === 'ready' && <Roles roles={personal.value.roles} />}
    </section>
  );
}

/** All journal entries of the change, in order. */
function Timeline({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <section>
      <PanelTitle>What happened</PanelTitle>
      <ol className={css['timeline']}>
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry: { at, state, event } }: { readonly entry: JournalEntry }) {
  const { title, more } = entryWords(event);
  return (
    <li>
      <Box component="span" flex="none" pt={3} aria-hidden>
        <ChangeStateMark of={{ state, proof: proofIn(event) }} short />
      </Box>
      <Box flex={1} miw={0}>
        <Group component="p" gap="0 12px" justify="space-between">
          <span>{title}</span>
          <Text component="time" size="xs" c="dimmed" dateTime={at}>
            {format.instant(at)}
          </Text>
        </Group>
        {more !== null && (
          <Text c="dimmed" className="selectable">
            {more}
          </Text>
        )}
        {event.type === 'answered' && event.answer !== '' && (
          <RawAnswer summary="Answer" label="Answer">
            {indented(event.answer)}
          </RawAnswer>
        )}
      </Box>
    </li>
  );
}

/** What an entry shows of the state after it. */
function proofIn(event: JournalEvent): Proof | null {
  if (event.type !== 'read-back') return null;
  if (isProvenIn(event)) return 'registry';
  return event.verdict === 'no-proof' ? 'answer' : null;
}

const isProvenIn = ({ verdict, registry }: Extract<JournalEvent, { readonly type: 'read-back' }>): boolean =>
  verdict === 'agrees' && registry?.proof === 'proven';

/** Indented JSON; text that is not JSON stays unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface EntryWords {
  readonly title: string;
  readonly more: string | null;
}

function entryWords(event: JournalEvent): EntryWords {
  switch (event.type) {
    case 'planned':
      return { title: 'Logged', more: null };
    case 'sending':
      return { title: sentTitle(event.attempt), more: 'Logged before a connection was opened.' };
    case 'answered':
      return { title: answerTitle(event), more: answerMore(event) };
    case 'interrupted':
      return {
        title: 'Interrupted',
        more: 'Namedesk closed while this was being sent, so its answer is unknown.',
      };
    case 'read-back':
      return {
        title: isProvenIn(event) ? provenWord : readBackWords[event.verdict],
        more: why(event.error),
      };
    case 'settled':
      return settled(event);
    case 'withdrawn':
      return { title: 'Withdrawn', more: why(event.error) };
    default:
      return assertNever(event);
  }
}

const sentTitle = (attempt: number): string =>
  attempt === 1 ? 'Sending began' : `Sending began, attempt ${attempt}`;

const settled = ({ as, note }: Extract<JournalEvent, { readonly type: 'settled' }>): EntryWords => ({
  title: as === 'applied' ? 'Marked as done' : 'Marked as not done',
  more: note === '' ? null : `“${isolated(note)}”`,
});

const why = (error: Extract<JournalEvent, { readonly error: unknown }>['error']): string | null =>
  error === null ? null : sentencesFor(error).happened;

type Answered = Extract<JournalEvent, { readonly type: 'answered' }>;

const answerTitle = ({ outcome, status }: Answered): string =>
  outcome === 'uncertain' && status !== null
    ? 'Answered, but it’s unclear what happened'
    : answerWords[outcome];

const answerWords: Readonly<Record<WriteOutcome, string>> = {
  done: 'Answered: accepted',
  refused: 'Answered: refused',
  'refused-unconfirmed': 'Answered: refused, without a reason',
  uncertain: 'No conclusive answer',
  unsent: 'Not sent: nothing left this computer',
};

const answerMore = ({ status, error }: Answered): string | null =>
  why(error) ?? (status === null ? null : `HTTP ${status}.`);

const readBackWords: Readonly<Record<ReadBackVerdict, string>> = {
  agrees: 'Verified: as requested',
  'as-before': 'Verified: as before',
  differs: 'Verified: neither as requested nor as before',
  'no-proof': 'Could not be verified',
  unreadable: 'Verifying brought no usable answer',
};

interface ChainProps {
  readonly change: Change;
  readonly entries: readonly JournalEntry[];
}

/** The change's position in the hash chain of the journal. */
function Chain({ change, entries }: ChainProps) {
  const copy = useCopy();
  const last = entries.at(-1);
  if (last === undefined) return null;
  return (
    <section>
      <PanelTitle>In the journal</PanelTitle>
      <Facts nameWidth={144}>
        <Fact name="Logged">{format.instant(change.createdAt)}</Fact>
        <Fact name="Sent">{sentWords(change)}</Fact>
        <Fact name={`Hash of entry ${format.count(last.seq)}`}>
          <Group gap={4} mih={24}>
            <span className="mono selectable" title={last.hash}>
              {last.hash.slice(0, 12)}…
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() => copy([last.hash])}
            >
              Copy
            </Button>
          </Group>
        </Fact>
      </Facts>
    </section>
  );
}

/** Where an attempt leaves the change planned, nothing was sent. */
function sentWords({ attempts, state }: Change): string {
  if (attempts === 0) return 'not yet';
  if (state === 'planned' || state === 'withdrawn')
    return `not yet; nothing left this computer in ${counted(attempts, 'attempt', 'attempts')}`;
  return attempts === 1
    ? 'once'
    : `once, in attempt ${format.count(attempts)}; nothing left this computer before`;
}
