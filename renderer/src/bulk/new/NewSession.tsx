import { Button, Modal, TextInput } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { type AccountSummary, valueOf } from '../../bridge.ts';
import { activeAccount } from '../../shell/stores.ts';
import { format } from '../../ui/Formats.tsx';
import { AccountDot } from '../../ui/Marks.tsx';
import { ButtonKeys, Keys, pressed } from '../../ui/Shortcuts.tsx';
import { ErrorState, type RemedyHandlers } from '../../ui/States.tsx';
import { roughly } from '../session-words.ts';
import { mostNameLength } from '../SessionDialogs.tsx';
import { whatWasDropped } from './names-input.ts';
import { NamesStep } from './NamesStep.tsx';
import { type Estimate, isEntered, type NewState, readyReport, type Report } from './new-state.ts';
import { createNewStore, type NewStore, sizeOf, tooLarge } from './new-store.ts';
import { Step } from './Step.tsx';
import { TldStep } from './TldStep.tsx';
import css from './check.module.css';
import newCss from './new.module.css';

/** Debounce time before names are read. */
const restMs = 300;

interface Props {
  /** The initial text of the text field. */
  readonly names?: string;
}

/** Creates a bulk lookup. Leaving the screen discards the entry, after a question. */
export function NewSession({ names = '' }: Props) {
  const { bridge, route, sessions, accounts } = useStores();
  const [store] = useState(() =>
    createNewStore({
      request: bridge.request,
      draftId: crypto.randomUUID(),
      accountId: () => activeAccount(accounts.getState())?.id ?? null,
      restMs,
      beginning: names,
    }),
  );
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const accountId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  useEffect(() => store.actions.lookAhead(), [store, accountId]);
  useEffect(() => {
    route.actions.holdBack((leave) => {
      if (isEntered(store.getState())) setGoOn(() => leave);
      else leave();
    });
    return () => {
      route.actions.holdBack(null);
      store.actions.discard();
    };
  }, [route, store]);

  async function create(name: string, start: boolean): Promise<void> {
    const session = await store.actions.create(name, start);
    if (session === null) return;
    sessions.actions.put(session);
    route.actions.holdBack(null);
    route.actions.goToBulk({ kind: 'session', sessionId: session.id });
  }

  return (
    <>
      <NewView store={store} onCreate={(name, start) => void create(name, start)} />
      {goOn !== null && <LeaveDialog onStay={() => setGoOn(null)} onLeave={goOn} />}
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
  const ready = useReady(store);
  const drop = useDrop(store);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // React events bubble from dialogs over the screen to here as well.
    if (!event.currentTarget.contains(event.target as Node)) return; // The target of a key is always a node.
    if (pressed(event, 'openNames')) store.actions.openFile();
    else if (!pressed(event, 'startSession')) return;
    else if (ready.missing === null) onCreate(ready.name, true);
    event.preventDefault();
  }

  return (
    <div className={newCss['screen']} onKeyDown={onKeyDown} {...drop.handlers}>
      <div className={newCss['head']}>
        <h1 className={newCss['title']}>New bulk look-up</h1>
        <Button variant="default" onClick={() => route.actions.goToBulk({ kind: 'list' })}>
          Cancel
        </Button>
      </div>
      <div className={newCss['steps']}>
        <NamesStep store={store} isOver={drop.isOver} />
        <TldStep store={store} />
        <CheckStep store={store} ready={ready} onCreate={onCreate} />
      </div>
    </div>
  );
}

interface Drop {
  /** A file or text is being dragged over the screen. */
  readonly isOver: boolean;
  readonly handlers: Readonly<Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>>;
}

/** The whole screen is a drop target. */
function useDrop(store: NewStore): Drop {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave(event) {
        if (event.relatedTarget === null) setIsOver(false);
      },
      onDrop(event) {
        event.preventDefault();
        setIsOver(false);
        const dropped = whatWasDropped(event.dataTransfer);
        if (dropped !== null) store.actions.take(dropped);
      },
    },
  };
}

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before leaving when names were entered and no session was created. */
function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal opened onClose={onStay} title="Leave without making a session?" size={440}>
      <p>The names that you entered are forgotten. Files stay as they are, and nothing was asked yet.</p>
      <div className={newCss['end']}>
        <Button variant="default" onClick={onLeave}>
          Leave and forget them
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay here
        </Button>
      </div>
    </Modal>
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
      <TextInput
        label="Name of the session"
        value={ready.name}
        maxLength={mostNameLength}
        onChange={(event) => store.actions.rename(event.currentTarget.value)}
      />
      {error !== null && <ErrorState error={error} about="No session was made" remedies={remedies} />}
      <p className={css['missing']} data-much={ready.isTooLarge} role="status">
        {missing}
      </p>
      <div className={css['start']}>
        <Button
          fullWidth
          disabled={missing !== null}
          loading={creating}
          rightSection={<ButtonKeys of="startSession" />}
          onClick={() => onCreate(ready.name, true)}
        >
          Start
        </Button>
        <Button
          fullWidth
          variant="default"
          disabled={missing !== null || creating}
          onClick={() => onCreate(ready.name, false)}
        >
          Create without starting
        </Button>
      </div>
    </Step>
  );
}

function useRemedies(store: NewStore, again: () => void): RemedyHandlers {
  const { accounts, route } = useStores();
  const accountId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  return {
    'try-again': () => {
      if (store.getState().createError !== null) again();
      else store.actions.lookAhead();
    },
    'enter-key': () => route.actions.goToAccount(accountId, 'look'),
    'edit-account': () => route.actions.goToAccount(accountId, 'edit'),
    'add-account': () => route.actions.goToAccount(null, 'add'),
  };
}

/** The account for all requests of the session. It cannot be changed later. */
function ForAccount() {
  const account = useStore(useStores().accounts, activeAccount);
  if (account === null) return null;
  return (
    <div className={css['account']} data-practice={account.kind === 'practice'}>
      <p className={css['who']}>
        <AccountDot colour={account.colour} />
        <span className={css['label']}>{account.label}</span>
        <Keys of="switchAccount" />
      </p>
      <p className={css['note']}>{noteOn(account)}</p>
    </div>
  );
}

function noteOn({ kind, key }: AccountSummary): string {
  if (kind === 'practice') return 'Practice account: nothing is real, nothing costs.';
  return key.hasKey
    ? 'The session will belong to this account.'
    : 'This account has no key yet: the session will wait until it has one.';
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
      <dl className={`${css['size'] ?? ''} figures`} aria-busy={outlook.status === 'loading'}>
        <Line name="Names" value={format.count(names)} />
        <Line name="× TLDs" value={format.count(tlds)} />
        <Line name="= Cells" value={format.count(names * tlds)} isSum />
        <Effort known={known} />
      </dl>
      {isLong(known) && (
        <p className={css['long']}>
          That is long, and that is fine: it goes on by itself after a break in the network, sleep or a
          restart, and can be paused at any time.
        </p>
      )}
      {outlook.status === 'failed' && (
        <ErrorState error={outlook.error} about="How long it takes could not be told" remedies={remedies} />
      )}
    </>
  );
}

function Effort({ known }: { readonly known: Estimate | null }) {
  if (known === null) return null;
  return (
    <>
      <Line name="Requests" value={format.count(known.requests)} />
      <Line name="Takes" value={timeWords(known)} note={rangeWords(known)} />
    </>
  );
}

const isLong = (known: Estimate | null): boolean => (known?.seconds?.likely ?? 0) >= longSeconds;

const timeWords = ({ seconds }: Estimate): string =>
  seconds === null ? 'not known yet' : `about ${roughly(seconds.likely)}`;

function rangeWords({ seconds }: Estimate): string {
  if (seconds === null) return 'This account has no ceiling, and nothing was measured yet.';
  const low = roughly(seconds.low);
  const high = roughly(seconds.high);
  return low === high ? 'at the present rate' : `${low} to ${high} at the present rate`;
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly isSum?: boolean;
}

const Line = ({ name, value, note = '', isSum = false }: LineProps) => (
  <div className={css['line']} data-sum={isSum}>
    <dt>{name}</dt>
    <dd>
      {value}
      {note !== '' && <span className={css['range']}>{note}</span>}
    </dd>
  </div>
);

/** Whether a session can be created, and its name. */
interface Ready {
  readonly name: string;
  /** What is missing or too much, as a sentence; null where nothing is. */
  readonly missing: string | null;
  /** The size exceeds a limit; otherwise something is missing. */
  readonly isTooLarge: boolean;
}

function useReady(store: NewStore): Ready {
  return readyOf(useStore(store), format.day(new Date().toISOString()));
}

export function readyOf(state: NewState, today: string): Ready {
  const report = readyReport(state);
  const { names, tlds } = sizeOf(state);
  const name = state.name ?? (report === null ? '' : proposedName(report, today));
  const limit = tooLarge(names, tlds);
  return { name, missing: limit ?? notYet(state, names, tlds, name), isTooLarge: limit !== null };
}

function notYet(state: NewState, names: number, tlds: number, name: string): string | null {
  if (state.report.status === 'loading') return 'The names are being read.';
  if (names === 0) return state.way === 'recipe' ? 'Make names first.' : 'Enter names first.';
  if (tlds === 0) return 'Choose at least one TLD.';
  if (name.trim() === '') return 'Give the session a name.';
  return null;
}

const mostLength = 120;

/** The proposed name of a session: the file's name, or the first name with the date. */
export function proposedName({ source, form, preview, names }: Report, today: string): string {
  const isFile = form !== 'generated' && source !== 'pasted' && source !== '';
  const [first = 'Names'] = preview;
  const others = names > 1 ? ` and ${format.count(names - 1)} more` : '';
  const what = isFile ? source.replace(/(.)\.[a-z0-9]{1,5}$/iu, '$1') : `${first.slice(0, 60)}${others}`;
  return `${what.slice(0, mostLength - 20)}, ${today}`;
}
