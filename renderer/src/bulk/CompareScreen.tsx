import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsExchange,
  IconCopy,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { FindingKind, Price } from '#shared/domain/finding.ts';
import type { Session, SessionChange } from '#shared/domain/session.ts';
import type { Bridge, Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { answered, createLatest, idle, loading, type Remote, valueOf } from '../bridge.ts';
import type { BulkView } from '../shell/route-store.ts';
import { Age, counted, format, priceText } from '../ui/Formats.tsx';
import { AccountDot, FindingMark, FindingWord, findingWords } from '../ui/Marks.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { useWindow } from '../ui/virtual-list.ts';
import { percentDone, stateWords } from './session-words.ts';
import { sessionOf } from './sessions-store.ts';
import css from './compare.module.css';

interface Props {
  readonly beforeId: string;
  readonly afterId: string;
}

/** Two runs over the same names, side by side. */
export function CompareScreen({ beforeId, afterId }: Props) {
  return <Comparing key={`${beforeId} ${afterId}`} beforeId={beforeId} afterId={afterId} />;
}

function Comparing({ beforeId, afterId }: Props) {
  const { bridge } = useStores();
  const [store] = useState(() => createCompareStore({ ...bridge, beforeId, afterId }));
  useEffect(() => void store.actions.read(), [store]);
  return <CompareView store={store} beforeId={beforeId} afterId={afterId} />;
}

interface CompareViewProps {
  readonly store: CompareStore;
  readonly beforeId: string;
  readonly afterId: string;
}

/** Which two runs are compared, how many findings are equal, and which differ. */
function CompareView(props: CompareViewProps) {
  const { store } = props;
  const comparison = useStore(store, (state) => state.comparison);
  const known = valueOf(comparison);
  return (
    <div className={css['screen']}>
      <Head {...props} />
      {comparison.status === 'failed' && (
        <div className={css['trouble']}>
          <ErrorState
            error={comparison.error}
            about="The two were not compared"
            remedies={{ 'try-again': () => void store.actions.read() }}
          />
        </div>
      )}
      {known === null && comparison.status === 'loading' && (
        <p className={css['nothing']} role="status">
          Comparing…
        </p>
      )}
      {known !== null && <Outcome store={store} known={known} />}
    </div>
  );
}

function Head({ store, beforeId, afterId }: CompareViewProps) {
  const { route } = useStores();
  const isBusy = useStore(store, (state) => state.comparison.status === 'loading');
  const to = (view: BulkView) => () => route.actions.go({ screen: 'bulk', view });
  return (
    <header className={css['head']}>
      <div className={css['line']}>
        <Tooltip label="Back to the session">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Back to the session"
            onClick={to({ kind: 'session', sessionId: afterId })}
          >
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <h1 className={css['title']}>What changed</h1>
        <div className={css['actions']}>
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={14} aria-hidden />}
            onClick={to({ kind: 'compare', beforeId: afterId, afterId: beforeId })}
          >
            Swap
          </Button>
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => void store.actions.read()}
          >
            Compare again
          </Button>
        </div>
      </div>
      <dl className={css['runs']}>
        <RunLine term="Before" sessionId={beforeId} />
        <RunLine term="After" sessionId={afterId} />
      </dl>
    </header>
  );
}

function Outcome({ store, known }: { readonly store: CompareStore; readonly known: Comparison }) {
  const turn = useStore(store, (state) => state.turn);
  const copy = useCopy();
  const shown = useMemo(
    () => known.changes.filter((change) => turn === null || sameTurn(change, turn)),
    [known, turn],
  );
  return (
    <>
      <div className={css['bar']}>
        <p className={`${css['counts'] ?? ''} figures`} role="status">
          {counted(known.compared, 'cell', 'cells')} checked in both: {counted(known.same, 'is', 'are')} the
          same, <strong>{counted(known.changed, 'has', 'have')} changed</strong>.
          {known.changes.length < known.changed &&
            ` The first ${counted(known.changes.length, 'change', 'changes')} are listed.`}
        </p>
        {known.changes.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copy(shown.map(({ domain }) => toUnicode(domain)))}
          >
            Copy {counted(shown.length, 'name', 'names')}
          </Button>
        )}
      </div>
      <Turns changes={known.changes} turn={turn} show={store.actions.showTurn} />
      {known.changed === 0 ? (
        <p className={css['nothing']}>
          {known.compared === 0
            ? 'No cell was checked in both yet. Let both runs come further, then compare again.'
            : 'Nothing has changed between the two.'}
        </p>
      ) : (
        <ChangeList key={turn === null ? 'all' : `${turn.before} ${turn.after}`} changes={shown} />
      )}
    </>
  );
}

const rowHeight = 32;

/** The domains whose finding or price changed, before and after. Only visible rows are drawn. */
function ChangeList({ changes }: { readonly changes: readonly SessionChange[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { first, end } = useWindow(list, rowHeight, changes.length);
  return (
    <div
      ref={list}
      className={`${css['list'] ?? ''} figures`}
      role="table"
      tabIndex={0}
      aria-label="Changes"
      aria-rowcount={changes.length + 1}
    >
      <div role="rowgroup" className={css['top']}>
        <div role="row" aria-rowindex={1} className={css['heading']}>
          <span role="columnheader">Domain</span>
          <span role="columnheader">Before</span>
          <span role="columnheader" className={css['right']}>
            To register
          </span>
          <span role="columnheader" className={css['after']}>
            After
          </span>
          <span role="columnheader" className={css['right']}>
            To register
          </span>
        </div>
      </div>
      <div role="rowgroup">
        <div style={{ height: first * rowHeight }} role="presentation" />
        {changes.slice(first, end).map((change, index) => (
          <Change key={change.domain} change={change} index={first + index + 2} />
        ))}
        <div style={{ height: (changes.length - end) * rowHeight }} role="presentation" />
      </div>
    </div>
  );
}

function Change({ change, index }: { readonly change: SessionChange; readonly index: number }) {
  const unicode = toUnicode(change.domain);
  return (
    <div role="row" aria-rowindex={index} className={css['row']}>
      <span role="cell" className={`${css['domain'] ?? ''} selectable`} title={change.domain}>
        {unicode}
      </span>
      <span role="cell">
        <Kind kind={change.before} />
      </span>
      <Register kind={change.before} price={change.priceBefore} />
      <span role="cell" className={css['after']}>
        <IconArrowRight className={css['arrow']} size={14} aria-hidden />
        <Kind kind={change.after} />
      </span>
      <Register kind={change.after} price={change.priceAfter} />
    </div>
  );
}

const Kind = ({ kind }: { readonly kind: FindingKind }) => (
  <span className={css['kind']}>
    <FindingMark kind={kind} decorative />
    <FindingWord kind={kind} />
  </span>
);

const buyable: ReadonlySet<string> = new Set(['available', 'premium']);

/** Names the price as not given only where one would be paid. */
const Register = ({ kind, price }: { readonly kind: FindingKind; readonly price: Price }) => (
  <span role="cell" className={css['right']} data-price={price.kind}>
    {(price.kind === 'given' || buyable.has(kind)) && priceText(price)}
  </span>
);

interface RunLineProps {
  readonly term: string;
  readonly sessionId: string;
}

/** The state; for an unfinished session also the percentage. */
const doneInWords = (session: Session): string =>
  session.state === 'finished'
    ? stateWords.finished
    : `${stateWords[session.state]}, ${percentDone(session)} %`;

/** One of the two runs: its name, account, progress and age. */
function RunLine({ term, sessionId }: RunLineProps) {
  const { sessions, accounts, route } = useStores();
  const session = useStore(sessions, (state) => sessionOf(state, sessionId));
  const account = useStore(accounts, (state) =>
    valueOf(state.accounts)?.accounts.find(({ id }) => id === session?.accountId),
  );
  return (
    <div className={css['run']}>
      <dt>{term}</dt>
      {session === null ? (
        <dd className={css['quiet']}>A session that is no longer here</dd>
      ) : (
        <dd className={css['runWords']}>
          {account !== undefined && <AccountDot colour={account.colour} />}
          <button
            type="button"
            className={css['open']}
            onClick={() => route.actions.go({ screen: 'bulk', view: { kind: 'session', sessionId } })}
          >
            {session.name}
          </button>
          <span className={css['quiet']}>
            {account?.label ?? 'an account that is no longer here'} · {doneInWords(session)} ·{' '}
            <Age at={session.changedAt} />
          </span>
        </dd>
      )}
    </div>
  );
}

interface TurnsProps {
  readonly changes: readonly SessionChange[];
  readonly turn: Turn | null;
  readonly show: (turn: Turn | null) => void;
}

/** The transitions between findings with their counts; each filters the list. */
function Turns({ changes, turn, show }: TurnsProps) {
  const turns = useMemo(() => turnsIn(changes), [changes]);
  if (turns.length === 0) return null;
  return (
    <div className={`${css['turns'] ?? ''} figures`} role="group" aria-label="Changes to show">
      <button type="button" className={css['turn']} aria-pressed={turn === null} onClick={() => show(null)}>
        All <strong>{format.count(changes.length)}</strong>
      </button>
      {turns.map((one) => (
        <button
          key={`${one.before} ${one.after}`}
          type="button"
          className={css['turn']}
          aria-pressed={sameTurn(one, turn)}
          onClick={() => show(sameTurn(one, turn) ? null : one)}
        >
          <FindingMark kind={one.before} decorative />
          {findingWords[one.before]}
          <IconArrowRight className={css['to']} size={14} aria-hidden />
          <span className="spoken">to</span>
          <FindingMark kind={one.after} decorative />
          {findingWords[one.after]} <strong>{format.count(one.count)}</strong>
        </button>
      ))}
    </div>
  );
}

export type Comparison = Output<'sessions', 'compare'>;

/** A transition from one kind of finding to another; where only the price changed, both are the same. */
interface Turn {
  readonly before: FindingKind;
  readonly after: FindingKind;
}

interface CompareState {
  readonly comparison: Remote<Comparison>;
  /** The only transition that is shown; null for all. */
  readonly turn: Turn | null;
}

interface CompareStore extends StoreApi<CompareState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    readonly showTurn: (turn: Turn | null) => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'sessions'>;
  readonly beforeId: string;
  readonly afterId: string;
}

/** Two runs over the same names, and their differences. */
export function createCompareStore({ request, beforeId, afterId }: Deps): CompareStore {
  const store = createStore<CompareState>(() => ({ comparison: idle, turn: null }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  return {
    ...store,
    actions: {
      async read() {
        const isLatest = latest.begin();
        set({ comparison: loading(get().comparison) });
        const result = await request.sessions.compare({ beforeId, afterId });
        if (isLatest()) set({ comparison: answered(get().comparison, result) });
      },
      showTurn: (turn) => set({ turn }),
    },
  };
}

interface CountedTurn extends Turn {
  readonly count: number;
}

/** How often each transition occurs among `changes`, the most frequent first. */
export function turnsIn(changes: readonly SessionChange[]): readonly CountedTurn[] {
  const turns = new Map<string, CountedTurn>();
  for (const { before, after } of changes) {
    const key = `${before} ${after}`;
    turns.set(key, { before, after, count: (turns.get(key)?.count ?? 0) + 1 });
  }
  return [...turns.values()].sort((a, b) => b.count - a.count);
}

const sameTurn = (a: Turn, b: Turn | null): boolean =>
  b !== null && a.before === b.before && a.after === b.after;
