import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isolated } from '#shared/domain/isolated.ts';
import { useActiveAccount, useActiveId, useStores } from '../../app-stores.ts';
import { activeAccount } from '../../shell/stores.ts';
import { AskBeforeLeaving, useIsHere } from '../../ui/Dialogs.tsx';
import { counted, format, roughly } from '../../ui/Formats.tsx';
import { AccountDot } from '../../ui/Marks.tsx';
import { ButtonKeys, Keys, pressed } from '../../ui/Shortcuts.tsx';
import { ErrorState, type RemedyHandlers, useAccountRemedies } from '../../ui/States.tsx';
import { mostNameLength } from '../SessionDialogs.tsx';
import { useDrop } from './names-input.ts';
import { NamesStep } from './NamesStep.tsx';
import { type Estimate, isEntered, type NewState, readyReport, type Report } from './new-state.ts';
import { createNewStore, type NewStore, sizeOf, tooLarge } from './new-store.ts';
import { Step } from './Step.tsx';
import { TldStep } from './TldStep.tsx';
import css from './new.module.css';
import type { AccountSummary } from '../../client.ts';
import { valueOf } from '../../remote.ts';

/** Debounce time before names are read. */
const restMs = 300;

interface Props {
  /** The initial text of the text field. */
  readonly names?: string;
  /** Chosen at first. */
  readonly tlds?: readonly string[];
}

/** Creates a bulk lookup. Leaving the screen discards the entry, after a question. */
export function NewSession({ names = '', tlds = [] }: Props) {
  const { bridge, route, sessions, accounts } = useStores();
  const [store] = useState(() =>
    createNewStore({
      request: bridge.request,
      draftId: crypto.randomUUID(),
      accountId: () => activeAccount(accounts.getState())?.id ?? null,
      restMs,
      beginning: names,
      tlds,
    }),
  );
  const isHere = useIsHere();
  const isChanged = useStore(store, isEntered);
  const accountId = useActiveId();
  useEffect(() => store.actions.lookAhead(), [store, accountId]);
  useEffect(() => () => store.actions.discard(), [store]);

  async function create(name: string, start: boolean): Promise<void> {
    const session = await store.actions.create(name, start);
    if (session === null) return;
    sessions.actions.put(session);
    // Where the person left meanwhile, the next screen may hold input of its own.
    if (!isHere.current) return;
    route.actions.holdBack(null);
    route.actions.goToBulk({ kind: 'session', sessionId: session.id });
  }

  return (
    <>
      <NewView store={store} onCreate={(name, start) => void create(name, start)} />
      <AskBeforeLeaving isChanged={isChanged} title="Leave without creating a session?">
        <p>The names you entered are discarded. Files stay as they are, and nothing was checked yet.</p>
      </AskBeforeLeaving>
    </>
  );
}

interface NewViewProps {
  readonly store: NewStore;
  readonly onCreate: (name: string, start: boolean) => void;
}

/** The three steps, all visible: names, TLDs, and the resulting size. */
function NewView({ store, onCreate }: NewViewProps) {
  const { route } = useStores();
  const ready = readyOf(useStore(store));
  const { isOver, handlers } = useDrop(store.actions.take);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // React events bubble from dialogs over the screen to here as well.
    if (!event.currentTarget.contains(event.target as Node)) return; // The target of a key is always a node.
    if (pressed(event, 'openNames')) store.actions.openFile();
    else if (!pressed(event, 'startSession')) return;
    else if (ready.missing === null) onCreate(ready.name, true);
    event.preventDefault();
  }

  return (
    <Stack gap={0} h="100%" onKeyDown={onKeyDown} {...handlers}>
      <Group justify="space-between" px="lg" py={12} className="line-below">
        <Text component="h1" fz={18} fw={600} lh="xl">
          New bulk lookup
        </Text>
        <Button onClick={() => route.actions.goToBulk({ kind: 'list' })}>Cancel</Button>
      </Group>
      <div className={css['steps']}>
        <NamesStep store={store} isOver={isOver} />
        <TldStep store={store} />
        <CheckStep store={store} ready={ready} onCreate={onCreate} />
      </div>
    </Stack>
  );
}

interface SessionNameProps {
  readonly store: NewStore;
  /** What was typed, else the proposal. */
  readonly name: string;
}

/** The session's name. A proposal that comes while the field has the focus waits: it would stand before what is being typed. */
function SessionName({ store, name }: SessionNameProps) {
  const typed = useStore(store, (state) => state.name);
  const [held, setHeld] = useState<string | null>(null);
  return (
    <TextInput
      label="Name of the session"
      title={isolated(typed ?? held ?? name)}
      value={typed ?? held ?? name}
      maxLength={mostNameLength}
      onFocus={() => setHeld(name)}
      onBlur={() => setHeld(null)}
      onChange={(event) => store.actions.rename(event.currentTarget.value)}
    />
  );
}

interface CheckStepProps {
  readonly store: NewStore;
  readonly ready: Ready;
  readonly onCreate: (name: string, start: boolean) => void;
}

/** The size, the account, the session's name, and the start button. */
function CheckStep({ store, ready, onCreate }: CheckStepProps) {
  const creating = useStore(store, (state) => state.creating);
  const error = useStore(store, (state) => state.createError);
  const remedies = useRemedies(store, () => onCreate(ready.name, true));
  const { missing } = ready;
  return (
    <Step number={3} title="Check">
      <Size store={store} remedies={remedies} />
      <ForAccount />
      <SessionName store={store} name={ready.name} />
      {error !== null && <ErrorState error={error} about="No session was created" remedies={remedies} />}
      <Text
        role="status"
        {...(ready.isTooLarge
          ? { c: 'var(--nd-danger)', bg: 'var(--nd-danger-soft)', px: 12, py: 'sm' }
          : { c: 'dimmed' })}
      >
        {missing}
      </Text>
      <Stack gap="sm">
        <Button
          variant="filled"
          fullWidth
          disabled={missing !== null}
          loading={creating}
          rightSection={<ButtonKeys of="startSession" />}
          onClick={() => onCreate(ready.name, true)}
        >
          Start
        </Button>
        <Button fullWidth disabled={missing !== null || creating} onClick={() => onCreate(ready.name, false)}>
          Create without starting
        </Button>
      </Stack>
    </Step>
  );
}

function useRemedies(store: NewStore, again: () => void): RemedyHandlers {
  const accountId = useActiveId();
  return {
    ...useAccountRemedies(accountId),
    'try-again': () => {
      if (store.getState().createError !== null) again();
      else store.actions.lookAhead();
    },
  };
}

/** The account for all requests of the session. It cannot be changed later. */
function ForAccount() {
  const account = useActiveAccount();
  if (account === null) return null;
  const isPractice = account.kind === 'practice';
  return (
    <Paper
      px={12}
      py="sm"
      {...(isPractice ? { bg: 'var(--nd-practice)', c: 'var(--nd-on-practice)' } : { withBorder: true })}
    >
      <Group gap="sm" wrap="nowrap">
        <AccountDot colour={account.colour} />
        <Text fw={500} truncate flex={1}>
          {account.label}
        </Text>
        <Keys of="switchAccount" />
      </Group>
      <Text size="xs" c={isPractice ? 'inherit' : 'dimmed'}>
        {noteOn(account)}
      </Text>
    </Paper>
  );
}

function noteOn({ kind, key }: AccountSummary): string {
  if (kind === 'practice') return 'Practice account: nothing is real, nothing costs anything.';
  return key.hasKey
    ? 'The session will belong to this account.'
    : 'This account has no key yet: the session waits until it has one.';
}

interface SizeProps {
  readonly store: NewStore;
  readonly remedies: RemedyHandlers;
}

/** From this duration on, the screen says that the lookup continues in the background. */
const longSeconds = 30 * 60;

/** Names × TLDs = cells, the number of requests, and the duration. */
function Size({ store, remedies }: SizeProps) {
  const names = useStore(store, (state) => sizeOf(state).names);
  const tlds = useStore(store, (state) => state.tlds.length);
  const outlook = useStore(store, (state) => state.outlook);
  const known = valueOf(outlook);
  return (
    <>
      <dl className="figures" aria-busy={outlook.status === 'loading'}>
        <Line name="Names" value={format.count(names)} />
        <Line name="× TLDs" value={format.count(tlds)} />
        <Line name="= Checks" value={format.count(names * tlds)} isSum />
        {known !== null && (
          <>
            <Line name="Requests" value={format.count(known.requests)} />
            <Line name="Estimated time" value={timeWords(known)}>
              <Text size="xs" c="dimmed">
                {rangeWords(known)}
              </Text>
            </Line>
          </>
        )}
      </dl>
      {(known?.seconds?.likely ?? 0) >= longSeconds && (
        <Text size="xs" c="dimmed">
          This takes a while. It survives network breaks, sleep and restarts; pause at any time.
        </Text>
      )}
      {outlook.status === 'failed' && (
        <ErrorState isRead error={outlook.error} about="Couldn’t estimate the time" remedies={remedies} />
      )}
    </>
  );
}

const timeWords = ({ seconds }: Estimate): string =>
  seconds === null ? 'not known yet' : `about ${roughly(seconds.likely)}`;

function rangeWords({ seconds }: Estimate): string {
  if (seconds === null) return 'This account has no rate limit, and nothing was measured yet.';
  const low = roughly(seconds.low);
  const high = roughly(seconds.high);
  return low === high ? 'at the current rate' : `${low} to ${high} at the current rate`;
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly children?: ReactNode;
  readonly isSum?: boolean;
}

const Line = ({ name, value, children, isSum = false }: LineProps) => (
  <Group
    gap={0}
    justify="space-between"
    align="stretch"
    wrap="nowrap"
    py={3}
    {...(isSum && { fz: 'lg', fw: 600, mb: 'sm', pb: 'sm', className: 'line-below' })}
  >
    <Text component="dt" inherit c={isSum ? 'inherit' : 'dimmed'}>
      {name}
    </Text>
    <Text component="dd" inherit ta="right">
      {value}
      {children}
    </Text>
  </Group>
);

/** Whether a session can be created, and its name. */
interface Ready {
  readonly name: string;
  /** What is missing or too much, as a sentence; null where nothing is. */
  readonly missing: string | null;
  /** The size exceeds a limit; otherwise something is missing. */
  readonly isTooLarge: boolean;
}

export function readyOf(state: NewState): Ready {
  const report = readyReport(state);
  const { names, tlds } = sizeOf(state);
  const name = state.name ?? (report === null ? '' : proposedName(report, tlds));
  const limit = tooLarge(names, tlds);
  return { name, missing: limit ?? notYet(state, names, tlds, name), isTooLarge: limit !== null };
}

function notYet(state: NewState, names: number, tlds: number, name: string): string | null {
  if (state.report.status === 'loading') return 'Reading the names.';
  if (names === 0) return state.namesFrom === 'generator' ? 'Generate names first.' : 'Enter names first.';
  if (tlds === 0) return 'Choose at least one TLD.';
  if (name.trim() === '') return 'Give the session a name.';
  return null;
}

/** The proposed name of a session: its size, with the file's name where there is one. */
export function proposedName({ source, form, names }: Report, tlds: number): string {
  const isFile = form !== 'generated' && source !== 'pasted' && source !== '';
  const size = `${counted(names, 'name', 'names')} × ${counted(tlds, 'TLD', 'TLDs')}`;
  const file = source.replace(/(.)\.[a-z0-9]{1,5}$/iu, '$1').slice(0, mostNameLength - 40);
  return isFile ? `${file}, ${size}` : size;
}
