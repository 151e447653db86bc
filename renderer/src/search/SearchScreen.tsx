import { Button, Menu } from '@mantine/core';
import {
  IconArrowsSort,
  IconChevronDown,
  IconCloudOff,
  IconCopy,
  IconHistory,
  IconPlayerStop,
  IconRefresh,
  IconUserPlus,
  IconWorldSearch,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { type SearchFailure, valueOf } from '../bridge.ts';
import { activeAccount } from '../shell/stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { lazily, usePreloading } from '../ui/lazily.tsx';
import { FindingMark, findingWords } from '../ui/Marks.tsx';
import { ButtonKeys, Keys } from '../ui/Shortcuts.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { FindingList } from './FindingList.tsx';
import { countsOf, domainsWith, filterOrder, isInOrder } from './rows.ts';
import { isAsking } from './search-store.ts';
import { SearchField } from './SearchField.tsx';
import { chosenTlds, knownTlds } from './tlds-store.ts';
import css from './search.module.css';

/** Connects the search store with the chosen TLDs and with the rest of the page. */
export function SearchScreen() {
  const stores = useStores();
  const field = useRef<HTMLInputElement>(null);
  useChosenTlds(stores);
  useAskedFocus(stores, field);
  return <SearchView field={field} />;
}

function useChosenTlds({ tlds, search, settings }: Stores): void {
  const chosen = useStore(tlds, chosenTlds);
  const known = useStore(tlds, knownTlds);
  const setId = useStore(settings, (state) => valueOf(state.settings)?.searchTldSetId);
  useEffect(() => {
    if (setId !== undefined && tlds.getState().choice === null)
      tlds.actions.choose({ kind: 'set', id: setId });
  }, [tlds, setId]);
  useEffect(() => search.actions.useTlds(chosen, known), [search, chosen, known]);
}

function useAskedFocus({ route }: Stores, field: React.RefObject<HTMLInputElement | null>): void {
  const asked = useStore(route, (state) => state.focusAsked);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked, field]);
}

const Details = lazily(async () => (await import('./Details.tsx')).Details);

const later = [Details];

interface Props {
  readonly field: React.RefObject<HTMLInputElement | null>;
}

/** The search field, the findings below, and one finding's details beside them. */
function SearchView({ field }: Props) {
  const { search } = useStores();
  const hasQuestion = useStore(search, (state) => state.question !== null);
  const isEmpty = useStore(search, (state) => state.text.trim() === '');
  const open = useStore(search, (state) => state.open);
  usePreloading(later);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className={css['screen']}>
      <div className={css['work']}>
        <h1 className="spoken">Search</h1>
        <SearchField field={field} toList={() => list.current?.focus()} />
        <SearchProblem />
        {hasQuestion ? (
          <>
            <div className={css['bar']}>
              <FindingFilter />
              <RunBar />
            </div>
            <FindingList list={list} toField={() => field.current?.focus()} />
          </>
        ) : (
          isEmpty && <SearchEmpty />
        )}
      </div>
      {open !== null && <Details domain={open} toList={() => list.current?.focus()} />}
    </div>
  );
}

/** Before anything is typed: the first steps, and recent searches. */
function SearchEmpty() {
  const { search, accounts, route } = useStores();
  const noAccount = useStore(accounts, (state) => valueOf(state.accounts)?.accounts.length === 0);
  const recent = useStore(search, (state) => state.recent);
  if (noAccount)
    return (
      <EmptyState
        icon={<IconUserPlus size={24} stroke={1.5} />}
        title="There is no account yet"
        actions={<Button onClick={() => route.actions.goToAccount(null, 'add')}>Add an account</Button>}
      >
        An account is what a service is asked with. The practice account costs nothing.
      </EmptyState>
    );
  if (recent.length === 0)
    return (
      <EmptyState icon={<IconWorldSearch size={24} stroke={1.5} />} title="Type a name to begin">
        <p>What is known already appears while you type. Enter asks the service.</p>
        <p className={css['hints']}>
          <span>
            <Keys of="focusSearch" /> this field
          </span>
          <span>
            <Keys of="chooseTlds" /> TLDs
          </span>
          <span>
            <Keys of="overlay" /> all keys
          </span>
        </p>
      </EmptyState>
    );
  return (
    <section className={css['recent']} aria-label="Looked for lately">
      <h2 className={css['recentTitle']}>Looked for lately</h2>
      <ul>
        {recent.map((text) => (
          <li key={text}>
            <button type="button" className={css['recentItem']} onClick={() => search.actions.type(text)}>
              <IconHistory size={16} stroke={1.75} aria-hidden />
              <span className="mono">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The failures, grouped by cause, each with the number of names and the next step. */
function SearchProblem() {
  const { search, status, accounts, route } = useStores();
  const failures = useStore(search, (state) => state.failures);
  const knownError = useStore(search, (state) => state.knownError);
  const offline = useStore(status, (state) => valueOf(state.status)?.connection === 'offline');
  const accountId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  const causes = useMemo(() => byCause(failures), [failures]);
  if (causes.length === 0 && knownError === null && !offline) return null;
  const again = () =>
    search.actions.lookAgain(
      [...search.getState().rows.values()]
        .filter((row) => row.missed || row.finding.kind === 'unknown')
        .map((row) => row.name.domain),
    );
  return (
    <div className={css['trouble']}>
      {offline && causes.length === 0 && (
        <p className={css['offline']} role="status">
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          Offline. What is known is here, with its age.
        </p>
      )}
      {knownError !== null && <ErrorState error={knownError} about="What is known could not be read" />}
      {causes.map(({ error, count }) => (
        <ErrorState
          key={JSON.stringify(error)}
          error={error}
          about={`${counted(count, 'name was', 'names were')} not answered`}
          remedies={{
            'try-again': again,
            'enter-key': () => route.actions.goToAccount(accountId, 'look'),
            'edit-account': () => route.actions.goToAccount(accountId, 'edit'),
            'add-account': () => route.actions.goToAccount(null, 'add'),
          }}
        />
      ))}
    </div>
  );
}

export interface Cause {
  readonly error: AppError;
  readonly count: number;
}

/** Groups failures by cause, so that ten requests that failed for one reason count as one problem. */
export function byCause(failures: readonly SearchFailure[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const { error, tlds } of failures) {
    const key = JSON.stringify(error);
    causes.set(key, { error, count: (causes.get(key)?.count ?? 0) + tlds.length });
  }
  return [...causes.values()];
}

/** The number of each kind of finding; each filters the list. */
function FindingFilter() {
  const { search } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const filter = useStore(search, (state) => state.filter);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const toggle = (kind: FindingKind) => search.actions.filterBy(filter === kind ? null : kind);
  return (
    <div className={css['chips']} role="group" aria-label="Show">
      <button
        type="button"
        className={css['chip']}
        aria-pressed={filter === null}
        onClick={() => search.actions.filterBy(null)}
      >
        All <span className={`${css['count'] ?? ''} figures`}>{format.count(rows.size)}</span>
      </button>
      {filterOrder
        .filter((kind) => counts[kind] > 0 || kind === filter)
        .map((kind) => (
          <button
            key={kind}
            type="button"
            className={css['chip']}
            aria-pressed={filter === kind}
            onClick={() => toggle(kind)}
          >
            <FindingMark kind={kind} decorative />
            <span className={css['word']}>{findingWords[kind]}</span>{' '}
            <span className={`${css['count'] ?? ''} figures`}>{format.count(counts[kind])}</span>
          </button>
        ))}
    </div>
  );
}

/** The progress of the search, and actions on all findings. */
function RunBar() {
  const { search } = useStores();
  const asking = useStore(search, isAsking);
  return asking ? <Progress /> : <Whole />;
}

function Progress() {
  const { search } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const slow = useStore(search, (state) => state.runs.some((run) => run.slow));
  const asked = useStore(search, (state) => new Set(state.runs.flatMap((run) => [...run.domains])).size);
  const waiting = useMemo(() => [...rows.values()].filter((row) => row.asking).length, [rows]);
  const done = asked - waiting;
  return (
    <div className={`${css['runBarBar'] ?? ''} figures`}>
      <span role="status" className={css['state']} data-slow={slow}>
        {slow ? 'Still waiting for the service:' : 'Asking:'} {format.count(done)} of {format.count(asked)}
      </span>
      <progress className={css['progress']} value={done} max={asked} aria-label="Answered" />
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={14} stroke={2} aria-hidden />}
        onClick={search.actions.stop}
      >
        Stop
      </Button>
    </div>
  );
}

function Whole() {
  const { search } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const order = useStore(search, (state) => state.order);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const sorted = useMemo(() => isInOrder(rows, order), [rows, order]);
  const copy = useCopy();
  const all = [...rows.keys()];
  return (
    <div className={`${css['runBarBar'] ?? ''} figures`}>
      {!sorted && (
        <Button
          variant="subtle"
          leftSection={<IconArrowsSort size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sort" />}
          onClick={search.actions.sort}
        >
          Sort again
        </Button>
      )}
      {counts.available > 0 && (
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copy(domainsWith(rows, 'available'))}
        >
          Copy {format.count(counts.available)} available
        </Button>
      )}
      {all.length > counts.unchecked && (
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Look again
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              rightSection={<Keys of="lookAgainAll" />}
              onClick={() => search.actions.lookAgain(all)}
            >
              At all {format.count(all.length)}
            </Menu.Item>
            <Menu.Item
              disabled={counts.unknown === 0}
              rightSection={<Keys of="lookAgainUnknown" />}
              onClick={() => search.actions.lookAgain(domainsWith(rows, 'unknown'))}
            >
              At the {format.count(counts.unknown)} unknown
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
