import { Box, Button, Group, Menu, NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconFileExport, IconPencil, IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isolated } from '#shared/domain/isolated.ts';
import { ok } from '#shared/result.ts';
import type { Output } from '../../client.ts';
import { useAccount, useStores } from '../../app-stores.ts';
import { CopyAvailable } from '../../search/FindingButtons.tsx';
import { Age, counted, format, roughly, useNowMs } from '../../ui/Formats.tsx';
import { AccountDot } from '../../ui/Marks.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { BackTo, IconButton } from '../../ui/PageParts.tsx';
import { ButtonKeys, focusField, Keys } from '../../ui/Shortcuts.tsx';
import { availableIn, ExportDialog } from '../export/ExportDialog.tsx';
import { comparable, isSameSize, ofOneWorld } from '../session-list.ts';
import {
  ageUnits,
  causeWords,
  cellsOf,
  countOlder,
  offeredAges,
  percentDone,
  sizeInWords,
  stateWords,
  waitingInWords,
} from '../session-words.ts';
import { mostNameLength } from '../SessionDialogs.tsx';
import { ProgressLine, RunButton, useCauses, useShownProgress } from './RunProgress.tsx';
import { type DialogChoice, useSessionWideActions } from './session-actions.ts';
import {
  useLiveModel,
  useSession,
  useSessionActions,
  useSessionState,
  useSessionStore,
} from './session-store.ts';
import { isOnItsWay } from '../sessions-store.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { ErrorState } from '../../ui/States.tsx';
import css from './head.module.css';
import { type Remote, valueOf } from '../../remote.ts';
import { useAction } from '../../use-action.ts';

/** The session's name, how far it is, and the actions on the whole of it: one line above its filter. */
export function SessionHead({ dialog, setDialog }: DialogChoice) {
  const { route } = useStores();
  const hasFindings = useSessionState((state) => state.shown !== null);
  const close = () => setDialog('none');
  return (
    <Group component="header" gap="sm" flex="none" p="8px 16px 8px 12px" className={css['line'] ?? ''}>
      <BackTo label="All sessions" onClick={() => route.actions.goToBulk({ kind: 'list' })} />
      <SessionName isEditing={dialog === 'rename'} setEditing={(is) => setDialog(is ? 'rename' : 'none')} />
      <Origin />
      <ProgressLine />
      <Group gap="sm" wrap="nowrap" ml="auto" flex="none" className={css['actions'] ?? ''}>
        <RunButton />
        <RecheckMenu askEverything={() => setDialog('everything')} askOwnAge={() => setDialog('own-age')} />
        <CopyShown />
        <Button
          disabled={!hasFindings}
          leftSection={<IconFileExport size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sessionExport" />}
          onClick={() => setDialog('export')}
        >
          Export
        </Button>
        <SeldomNeeded />
      </Group>
      <Announcer />
      {dialog === 'export' && <ExportDialog onClose={close} />}
      {dialog === 'own-age' && <RecheckOlderDialog onClose={close} />}
      {dialog === 'everything' && <RecheckAllDialog onClose={close} />}
    </Group>
  );
}

/** Copies what is available of what is shown. While findings arrive it is not counted: of millions of cells that takes too long. */
function CopyShown() {
  const model = useLiveModel();
  const view = useSessionState((state) => state.shown?.view);
  const isShown = useSessionState(({ choice }) => choice.filter.kinds?.includes('available') ?? true);
  const isCounted = !isOnItsWay(useSession());
  const { copyAvailable } = useSessionWideActions();
  if (model === null || view === undefined || !isShown) return null;
  const count = isCounted ? availableIn(model.matrix, view) : null;
  if (count === 0 || model.counts().available === 0) return null;
  return <CopyAvailable count={count} onCopy={copyAvailable} />;
}

const gone = 'Removed account';

function Origin() {
  const session = useSession();
  const account = useAccount(session.accountId);
  return (
    <Group
      component="p"
      gap="sm"
      wrap="nowrap"
      miw={0}
      title={`${isolated(account?.label ?? gone)} · ${sizeInWords(session)} · ${isolated(session.source)}`}
    >
      {account !== null && <AccountDot colour={account.colour} />}
      <span className={`${css['account'] ?? ''} cut`}>{account?.label ?? gone}</span>
    </Group>
  );
}

interface SessionNameProps {
  readonly isEditing: boolean;
  readonly setEditing: (isEditing: boolean) => void;
}

function SessionName({ isEditing, setEditing }: SessionNameProps) {
  const { name } = useSession();
  /** Ended with a key: the focus returns to where the editing was started. */
  const [isByKey, setByKey] = useState(false);

  function end(byKey: boolean): void {
    setByKey(byKey);
    setEditing(false);
  }

  if (isEditing) return <NameField name={name} onEnd={end} />;
  return (
    <Group gap={4} wrap="nowrap" miw={96} className={css['name'] ?? ''}>
      <Text component="h1" fz="lg" fw={600} lh="lg" truncate className="selectable" title={name}>
        {name}
      </Text>
      <IconButton
        label="Rename the session"
        size={24}
        autoFocus={isByKey}
        icon={<IconPencil size={14} stroke={1.75} aria-hidden />}
        onClick={() => setEditing(true)}
      />
    </Group>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly onEnd: (byKey: boolean) => void;
}

/** Enter and blur save the typed name, Esc discards it; an empty name is ignored. */
function NameField({ name, onEnd }: NameFieldProps) {
  const { rename } = useSessionActions();
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    focusField(field);
  }, []);

  function end(isKept: boolean, byKey: boolean): void {
    if (isOver.current) return;
    isOver.current = true;
    const typed = field.current?.value.trim() ?? '';
    if (isKept && typed !== '' && typed !== name) void rename(typed);
    onEnd(byKey);
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    end(event.key === 'Enter', true);
  };
  return (
    <>
      <h1 className="spoken">{name}</h1>
      <TextInput
        ref={field}
        flex="0 1 320px"
        miw={120}
        styles={{ input: { fontSize: 16, fontWeight: 600 } }}
        aria-label="Name of the session"
        maxLength={mostNameLength}
        defaultValue={name}
        onKeyDown={onKeyDown}
        onBlur={() => end(true, false)}
      />
    </>
  );
}

/** What is needed seldom: the end of the lookup, and other runs over the same names, to start or to compare with. */
function SeldomNeeded() {
  const pending = useSessionState((state) => state.pending);
  const { state } = useSession();
  const { stop } = useSessionActions();
  return (
    <MoreMenu label="More for this session" size={32} variant="default" width={320}>
      {state !== 'finished' && state !== 'stopped' && (
        <>
          <Menu.Item disabled={pending !== null} onClick={() => void stop()}>
            Stop: its results stay
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Box mah="60vh" className="scrolls" style={{ overflowY: 'auto' }}>
        <Menu.Label>Run again for…</Menu.Label>
        <RunAgain />
        <Menu.Divider />
        <Menu.Label>Show what differs from…</Menu.Label>
        <CompareWith />
      </Box>
    </MoreMenu>
  );
}

function RunAgain() {
  const { accounts, route, notices } = useStores();
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const { accountId } = useSession();
  const pending = useSessionState((state) => state.pending);
  const { runAgain } = useSessionActions();
  return list.map((account) => (
    <Menu.Item
      key={account.id}
      disabled={pending !== null}
      leftSection={<AccountDot colour={account.colour} />}
      rightSection={account.id === accountId ? <Text c="dimmed">the same</Text> : null}
      onClick={() =>
        void runAgain(account.id).then((made) => {
          if (made === null) return;
          notices.actions.say(`Running again for ${isolated(account.label)}`);
          route.actions.goToBulk({ kind: 'session', sessionId: made.id });
        })
      }
    >
      {account.label}
    </Menu.Item>
  ));
}

function CompareWith() {
  const { sessions, accounts } = useStores();
  const session = useSession();
  const { showChangesSince } = useSessionWideActions();
  const all = useStore(sessions, (state) => valueOf(state.sessions));
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const { runs, others } = comparable(ofOneWorld(all?.values() ?? [], list, session.accountId), session);
  const candidates = [...runs, ...others].filter((other) => isSameSize(session, other));
  if (candidates.length === 0)
    return (
      <Text c="dimmed" px={10} pb="sm">
        There is no other session with these names and TLDs yet.
      </Text>
    );
  return candidates.map((other) => {
    const account = list.find(({ id }) => id === other.accountId);
    return (
      <Menu.Item
        key={other.id}
        leftSection={account === undefined ? null : <AccountDot colour={account.colour} />}
        onClick={() => void showChangesSince(other.id)}
      >
        <bdi>{other.name}</bdi>{' '}
        <Text span c="dimmed">
          · <bdi>{account?.label ?? gone}</bdi> · <Age at={other.createdAt} />
        </Text>
      </Menu.Item>
    );
  });
}

/** Announces progress to screen readers: at every 10 %, and where it stands at each change of state. */
function Announcer() {
  const session = useShownProgress();
  const percent = percentDone(session);
  const said = isOnItsWay(session) ? Math.floor(percent / 10) * 10 : percent;
  const what = session.waitingFor === null ? stateWords[session.state] : waitingInWords(session.waitingFor);
  return (
    <p className="spoken" role="status" aria-live="polite">
      {session.state === 'finished' ? 'Done' : `${what}, ${said} % done`}
    </p>
  );
}

interface RecheckMenuProps {
  /** Asks for confirmation before everything is checked again. */
  readonly askEverything: () => void;
  readonly askOwnAge: () => void;
}

/** The sets of cells that can be checked again, each with its count. */
function RecheckMenu({ askEverything, askOwnAge }: RecheckMenuProps) {
  const pending = useSessionState((state) => state.pending);
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button
          disabled={pending !== null}
          leftSection={<IconRefresh size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Check again
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Unknown />
        <Menu.Divider />
        <Older askOwnAge={askOwnAge} />
        <Menu.Divider />
        <Rest askEverything={askEverything} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Unknown() {
  const causes = useCauses();
  const { recheck } = useSessionActions();
  const all = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Menu.Item
        disabled={all === 0}
        rightSection={<Keys of="sessionAgain" />}
        onClick={() => void recheck({ kind: 'unknown' })}
      >
        Unknown ones ({format.count(all)})
      </Menu.Item>
      {causes.map(({ cause, count }) => (
        <Menu.Item key={cause} pl={26} onClick={() => void recheck({ kind: 'cause', cause })}>
          {causeWords[cause]} ({format.count(count)})
        </Menu.Item>
      ))}
    </>
  );
}

function Older({ askOwnAge }: Pick<RecheckMenuProps, 'askOwnAge'>) {
  const { getState, actions } = useSessionStore();
  // Counted at the first render, which is when the menu opens.
  const [ages] = useState(() => {
    const checkedAt = getState().model?.matrix.checkedAt ?? new Uint32Array();
    return offeredAges.map((age) => ({ ...age, count: countOlder(checkedAt, Date.now(), age.seconds) }));
  });
  return (
    <>
      {ages.map(({ seconds, words, count }) => (
        <Menu.Item
          key={seconds}
          disabled={count === 0}
          onClick={() => void actions.recheck({ kind: 'older-than', seconds })}
        >
          Older than {words} ({format.count(count)})
        </Menu.Item>
      ))}
      <Menu.Item onClick={askOwnAge}>Older than…</Menu.Item>
    </>
  );
}

function Rest({ askEverything }: Pick<RecheckMenuProps, 'askEverything'>) {
  const session = useSession();
  const { recheck } = useSessionActions();
  const model = useSessionState((state) => state.model);
  const shortlisted = model?.shortlisted() ?? session.shortlisted;
  return (
    <>
      <Menu.Item disabled={shortlisted === 0} onClick={() => void recheck({ kind: 'shortlist' })}>
        Shortlist ({format.count(shortlisted)})
      </Menu.Item>
      <Menu.Item onClick={askEverything}>Everything ({format.count(cellsOf(session))})…</Menu.Item>
    </>
  );
}

/** Rechecks cells older than a typed age; their number is shown while typing. */
function RecheckOlderDialog({ onClose }: { readonly onClose: () => void }) {
  const model = useSessionState((state) => state.model);
  const { recheck } = useSessionActions();
  const [amount, setAmount] = useState(12);
  const [unit, setUnit] = useState<string>(ageUnits[1].value);
  const seconds = Math.round(amount * Number(unit));
  const count = countOlder(model?.matrix.checkedAt ?? new Uint32Array(), useNowMs(), seconds);
  return (
    <ConfirmDialog
      title="Check older results again"
      size={400}
      action={`Check ${counted(count, 'result', 'results')} again`}
      isReady={count > 0 && seconds > 0}
      onConfirm={() => Promise.resolve(ok(null))}
      onDone={() => void recheck({ kind: 'older-than', seconds })}
      onClose={onClose}
    >
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput
          data-autofocus
          label="Older than"
          min={1}
          max={9_999}
          value={amount}
          onChange={(typed) => setAmount(Number(typed) || 0)}
        />
        <Select
          label="Unit"
          data={[...ageUnits]}
          value={unit}
          onChange={(chosen) => setUnit(chosen ?? unit)}
        />
      </SimpleGrid>
      <p role="status">
        {counted(count, 'result is', 'results are')} older than that. What was never checked is not counted.
      </p>
    </ConfirmDialog>
  );
}

/** Asks before everything is checked again: shows the number of requests and the duration. */
function RecheckAllDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const { accountId, names, tlds } = session;
  const [estimate] = useAction('sessions', 'estimate', { accountId, names, tlds: tlds.length });
  const { recheck } = useSessionActions();
  return (
    <ConfirmDialog
      title="Check everything again?"
      size={480}
      action="Check everything again"
      focus="cancel"
      onConfirm={() => Promise.resolve(ok(null))}
      onDone={() => void recheck({ kind: 'everything' })}
      onClose={onClose}
    >
      <p>
        All {counted(cellsOf(session), 'result is', 'results are')} checked again; the current results stay
        until new ones arrive.
      </p>
      <Effort estimate={estimate} />
    </ConfirmDialog>
  );
}

function Effort({ estimate }: { readonly estimate: Remote<Output<'sessions', 'estimate'>> }) {
  const known = valueOf(estimate);
  if (estimate.status === 'failed') return <ErrorState isRead error={estimate.error} />;
  if (known === null) return <Text c="dimmed">Counting the requests…</Text>;
  return (
    <p>
      <strong>{counted(known.requests, 'request', 'requests')}</strong>
      {known.seconds === null
        ? '. No time estimate yet.'
        : `, about ${roughly(known.seconds.likely)} (${roughly(known.seconds.low)} to ${roughly(known.seconds.high)}).`}
    </p>
  );
}
