import '../styles/mantine-later.css';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowRight, IconArrowsExchange, IconCopy, IconRefresh, IconTable } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isBuyable, notGiven, type Price, priceText, type ShownKind } from '#shared/domain/finding.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Session, SessionChange } from '#shared/domain/session.ts';
import type { Output } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { RegisterButton } from '../search/FindingButtons.tsx';
import { copyOthers, shownKind, useOwned } from '../search/owned.ts';
import { accountOf } from '../shell/stores.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { useChosen } from '../ui/table-view.ts';
import { FilterBar, FilterChip } from '../ui/Filters.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { createReading } from '../ui/live-collection.ts';
import { AccountDot, FindingMark, FindingWord, findingWords } from '../ui/Marks.tsx';
import { Fact, Facts, Screen, ScreenHead } from '../ui/PageParts.tsx';
import { Loaded } from '../ui/States.tsx';
import type { Column } from '../ui/table-model.ts';
import { copyNames, copyText } from '../ui/copy.ts';
import { percentDone, stateWords } from './session-words.ts';
import { sessionOf } from './sessions-store.ts';

export type Comparison = Output<'sessions', 'compare'>;

interface CompareScreenProps {
  readonly beforeId: string;
  readonly afterId: string;
}

/** Two runs over the same names: how many findings are equal, and which differ. */
export function CompareScreen({ beforeId, afterId }: CompareScreenProps) {
  const { bridge, route } = useStores();
  const runs = useRuns(beforeId, afterId);
  const [comparison] = useState(() =>
    createReading(() => bridge.request.sessions.compare({ beforeId, afterId })),
  );
  useEffect(() => void comparison.read(), [comparison]);
  const state = useStore(comparison);
  return (
    <Screen>
      <ScreenHead
        title={runs.areOfOneAccount ? 'What changed' : 'What differs'}
        back={{
          label: 'Back to the session',
          onClick: () => route.actions.goToBulk({ kind: 'session', sessionId: afterId }),
        }}
      >
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={14} aria-hidden />}
          onClick={() => route.actions.goToBulk({ kind: 'compare', beforeId: afterId, afterId: beforeId })}
        >
          Swap
        </Button>
        <Button
          variant="default"
          loading={state.status === 'loading'}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void comparison.read()}
        >
          Compare again
        </Button>
      </ScreenHead>
      <Facts>
        <RunLine term={runs.before.term} sessionId={beforeId} />
        <RunLine term={runs.after.term} sessionId={afterId} />
      </Facts>
      <Loaded
        of={state}
        about="Couldn’t compare the sessions"
        loading="Comparing…"
        again={() => void comparison.read()}
      >
        {(known) => <Outcome pair={`${beforeId} ${afterId}`} known={known} runs={runs} />}
      </Loaded>
    </Screen>
  );
}

interface Run {
  /** Before and after; where two accounts are compared, these. */
  readonly term: string;
  /** Where something stands that the other run has not: `before`, `in Acme`. */
  readonly place: string;
  readonly accountId: string | null;
  readonly currency: string | null;
}

interface Runs {
  readonly before: Run;
  readonly after: Run;
  /** Else what differs between them has not changed. */
  readonly areOfOneAccount: boolean;
}

function useRuns(beforeId: string, afterId: string): Runs {
  const { sessions, accounts } = useStores();
  const before = useStore(sessions, (state) => sessionOf(state, beforeId)?.accountId ?? null);
  const after = useStore(sessions, (state) => sessionOf(state, afterId)?.accountId ?? null);
  const accountBefore = useStore(accounts, (state) => accountOf(state, before ?? ''));
  const accountAfter = useStore(accounts, (state) => accountOf(state, after ?? ''));
  const areOfOneAccount = before === after || accountBefore === null || accountAfter === null;
  return useMemo(
    () => ({
      before: {
        ...(areOfOneAccount ? { term: 'Before', place: 'before' } : inAccount(accountBefore.label)),
        ...{ accountId: before, currency: accountBefore?.options.currency ?? null },
      },
      after: {
        ...(areOfOneAccount ? { term: 'After', place: 'after' } : inAccount(accountAfter.label)),
        ...{ accountId: after, currency: accountAfter?.options.currency ?? null },
      },
      areOfOneAccount,
    }),
    [before, after, accountBefore, accountAfter, areOfOneAccount],
  );
}

const inAccount = (label: string) => ({ term: label, place: `in ${isolated(label)}` });

/** The state; for an unfinished session also the percentage. */
const doneInWords = (session: Session): string =>
  session.state === 'finished'
    ? stateWords.finished
    : `${stateWords[session.state]}, ${percentDone(session)} %`;

interface RunLineProps {
  readonly term: string;
  readonly sessionId: string;
}

/** One of the two runs: its name, account, progress and age. */
function RunLine({ term, sessionId }: RunLineProps) {
  const { sessions, accounts, route } = useStores();
  const session = useStore(sessions, (state) => sessionOf(state, sessionId));
  const account = useStore(accounts, (state) => accountOf(state, session?.accountId ?? ''));
  return (
    <Fact name={term}>
      {session === null ? (
        <Text c="dimmed">A session that is no longer here</Text>
      ) : (
        <Group gap="sm" wrap="nowrap">
          {account !== null && <AccountDot colour={account.colour} />}
          <Anchor
            component="button"
            fw={500}
            truncate
            onClick={() => route.actions.goToBulk({ kind: 'session', sessionId })}
          >
            {session.name}
          </Anchor>
          <Text c="dimmed" truncate>
            {account?.label !== term && (
              <>
                <bdi>{account?.label ?? 'an account that is no longer here'}</bdi> ·{' '}
              </>
            )}
            {doneInWords(session)} · <Age at={session.changedAt} />
          </Text>
        </Group>
      )}
    </Fact>
  );
}

/**
 * A change as it is shown: what the later run found of the user's own names is not for sale. Of a name that one run has alone, the kind
 * in the other one is null.
 */
interface ShownChange extends Omit<SessionChange, 'before' | 'after'> {
  readonly before: ShownKind | null;
  readonly after: ShownKind | null;
}

/** A change of what both runs have. */
type InBoth = ShownChange & Pick<Transition, 'before' | 'after'>;

/** A transition from one kind of finding to another; where only the price changed, both are the same. */
interface Transition {
  readonly key: string;
  readonly before: ShownKind;
  readonly after: ShownKind;
  readonly count: number;
}

const keyOf = ({ before, after }: Pick<Transition, 'before' | 'after'>): string => `${before} ${after}`;

/** How often each transition occurs among `changes`, the most frequent first. */
export function transitionsIn(
  changes: readonly Pick<Transition, 'before' | 'after'>[],
): readonly Transition[] {
  const all = new Map<string, Transition>();
  for (const change of changes) {
    const key = keyOf(change);
    const { before, after } = change;
    all.set(key, { key, before, after, count: (all.get(key)?.count ?? 0) + 1 });
  }
  return [...all.values()].sort((a, b) => b.count - a.count);
}

interface OutcomeProps {
  /** The two sessions. */
  readonly pair: string;
  readonly known: Comparison;
  readonly runs: Runs;
}

function useShownChanges({ changes, onlyBefore, onlyAfter }: Comparison, accountId: string | null) {
  const owned = useOwned(accountId);
  return useMemo(
    () => ({
      inBoth: changes.map((change): InBoth => {
        const { domain, after: kind } = change;
        return { ...change, after: shownKind({ domain, kind }, owned) };
      }),
      onlyBefore: onlyBefore.first.map(({ domain, kind, price }): ShownChange => {
        return { domain, before: kind, priceBefore: price, after: null, priceAfter: notGiven };
      }),
      onlyAfter: onlyAfter.first.map(({ domain, kind, price }): ShownChange => {
        const after = shownKind({ domain, kind }, owned);
        return { domain, before: null, priceBefore: notGiven, after, priceAfter: price };
      }),
    }),
    [changes, onlyBefore, onlyAfter, owned],
  );
}

const sides = ['onlyBefore', 'onlyAfter'] as const;
const runOf = { onlyBefore: 'before', onlyAfter: 'after' } as const;

/** Those of the runs that have checks which the other one has not. */
const sidesOf = (known: Comparison) => sides.filter((side) => known[side].count > 0);

function Outcome({ pair, known, runs }: OutcomeProps) {
  const all = useShownChanges(known, runs.after.accountId);
  const changes = all.inBoth;
  const transitions = useMemo(() => transitionsIn(changes), [changes]);
  const [chosen, choose] = useChosen('comparison');
  /** The run whose own checks are shown alone. */
  const side = sidesOf(known).find((one) => one === chosen) ?? null;
  /** What is shown alone: a transition or a side; null for all changes, and where there is no such thing here. */
  const only = side ?? transitions.find(({ key }) => key === chosen)?.key ?? null;
  const { route } = useStores();
  const columns = useMemo(() => columnsFor(runs, route), [runs, route]);
  const shown = useMemo(
    () => (side === null ? changes.filter((change) => only === null || keyOf(change) === only) : all[side]),
    [all, changes, only, side],
  );
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <p className="figures" role="status">
          <Counts known={known} runs={runs} />
          {side === null &&
            changes.length < known.changed &&
            firstListed(changes.length, 'change', 'changes')}
          {side !== null && shown.length < known[side].count && firstListed(shown.length, 'check', 'checks')}
        </p>
        {shown.length > 0 && <CopyButtons shown={shown} runs={runs} />}
      </Group>
      <ChangeChips {...{ known, runs, transitions, only, choose }} />
      {(known.changed > 0 || side !== null) && (
        <DataTable
          label="Changes"
          columns={columns}
          rows={shown}
          rowKey={({ domain }) => domain}
          rowHeight={32}
          topOn={only}
          remembers={`comparison ${pair} ${only}`}
          isStatic
        />
      )}
    </>
  );
}

/** "200 checks done in both: 198 are the same, 2 have changed. 5 only before." Where nothing differs, one sentence says it. */
function Counts({ known, runs }: Omit<OutcomeProps, 'pair'>) {
  const { changed, compared, same } = known;
  const alone = sidesOf(known).map(
    (side) => `${format.count(known[side].count)} only ${runs[runOf[side]].place}`,
  );
  return (
    <>
      {changed === 0 ? (
        noneWords(known)
      ) : (
        <>
          {counted(compared, 'check', 'checks')} done in both: {counted(same, 'is', 'are')} the same,{' '}
          <strong>
            {runs.areOfOneAccount
              ? `${counted(changed, 'has', 'have')} changed`
              : counted(changed, 'differs', 'differ')}
          </strong>
          .
        </>
      )}
      {alone.length > 0 && ` ${alone.join(', ')}.`}
    </>
  );
}

function noneWords({ common, compared }: Comparison): string {
  if (compared > 0) return `${counted(compared, 'check', 'checks')} done in both: nothing differs.`;
  return common > 0
    ? 'Nothing was checked in both yet. Let both runs get further, then compare again.'
    : 'These two have no name in common.';
}

interface ChangeChipsProps extends Omit<OutcomeProps, 'pair'> {
  readonly transitions: readonly Transition[];
  readonly only: string | null;
  readonly choose: (only: string | null) => void;
}

function ChangeChips({ known, runs, transitions, only, choose }: ChangeChipsProps) {
  const alone = sidesOf(known);
  if (transitions.length + alone.length === 0) return null;
  const chip = (key: string) => ({ isOn: key === only, onPress: () => choose(key === only ? null : key) });
  return (
    <FilterBar label="Changes to show">
      <FilterChip
        label={alone.length === 0 ? 'All' : 'All in both'}
        count={transitions.reduce((sum, { count }) => sum + count, 0)}
        isOn={only === null}
        onPress={() => choose(null)}
      />
      {transitions.map(({ key, before, after, count }) => (
        <FilterChip
          key={key}
          label={
            <Group gap={6} wrap="nowrap">
              <FindingMark kind={before} decorative />
              {findingWords[before]}
              <IconArrowRight size={14} color="var(--nd-faint)" aria-hidden />
              <span className="spoken">to</span>
              <FindingMark kind={after} decorative />
              {findingWords[after]}
            </Group>
          }
          count={count}
          {...chip(key)}
        />
      ))}
      {alone.map((side) => (
        <FilterChip
          key={side}
          label={`Only ${runs[runOf[side]].place}`}
          count={known[side].count}
          {...chip(side)}
        />
      ))}
    </FilterBar>
  );
}

const firstListed = (count: number, one: string, many: string): string =>
  ` The first ${counted(count, one, many)} are listed.`;

interface CopyButtonsProps {
  readonly shown: readonly ShownChange[];
  readonly runs: Runs;
}

function CopyButtons({ shown, runs }: CopyButtonsProps) {
  const stores = useStores();
  /** Without what became the user’s own since it was drawn. */
  const copy = (as: 'names' | 'table') =>
    void copyOthers(stores, runs.after.accountId, (own) => {
      const now = shown.filter(
        ({ domain, after }) => after === null || after === 'yours' || !own.has(domain),
      );
      if (as === 'table') void copyText(stores, asTable(now, runs), counted(now.length, 'row', 'rows'));
      else copyNames(stores, now.map(nameOf));
    });
  return (
    <Group gap="sm" wrap="nowrap">
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => copy('names')}
      >
        Copy {counted(shown.length, 'name', 'names')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTable size={14} aria-hidden />}
        onClick={() => copy('table')}
      >
        Copy as a table
      </Button>
    </Group>
  );
}

const nameOf = ({ domain }: ShownChange): string => toUnicode(domain);

const wordOf = (kind: ShownKind | null): string => (kind === null ? '' : findingWords[kind]);

/** Tab-separated, for a spreadsheet; domains as A-labels, as in exports. */
const asTable = (changes: readonly ShownChange[], { before, after }: Runs): string =>
  [
    ['Domain', before.term, `Price: ${before.term}`, after.term, `Price: ${after.term}`],
    ...changes.map((change) => [
      change.domain,
      wordOf(change.before),
      priceToPay(change.before, change.priceBefore, before.currency),
      wordOf(change.after),
      priceToPay(change.after, change.priceAfter, after.currency),
    ]),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n');

const priceColumn = { title: 'Price', width: '88px', align: 'right' } as const;

/** @param runs What is available in the later run is ordered for its account. */
const columnsFor = (
  { before: first, after: second }: Runs,
  route: Stores['route'],
): readonly Column<ShownChange>[] => [
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(0, 4fr)',
    className: 'mono selectable',
    hint: ({ domain }) => domain,
    cell: ({ domain }) => toUnicode(domain),
  },
  {
    key: 'before',
    title: first.term,
    width: 'minmax(116px, 2fr)',
    cell: ({ before }) => <Kind kind={before} />,
  },
  {
    key: 'priceBefore',
    ...priceColumn,
    cell: ({ before, priceBefore }) => priceCell(before, priceBefore, first),
  },
  {
    key: 'after',
    title: second.term,
    width: 'minmax(156px, 2fr)',
    cell: ({ after }) => (
      <Group gap="sm" wrap="nowrap" pl="sm">
        <IconArrowRight size={14} color="var(--nd-faint)" aria-hidden />
        <Kind kind={after} />
      </Group>
    ),
  },
  {
    key: 'priceAfter',
    ...priceColumn,
    cell: ({ after, priceAfter }) => priceCell(after, priceAfter, second),
  },
  {
    key: 'register',
    title: 'Register',
    isTitleHidden: true,
    width: '80px',
    cell: ({ domain, after }) =>
      second.accountId !== null &&
      after !== null &&
      isBuyable(after) && (
        <RegisterButton
          rowOf={toUnicode(domain)}
          tabIndex={0}
          onClick={() => route.actions.goToRegister([domain], second.accountId)}
        />
      ),
  },
];

const Kind = ({ kind }: { readonly kind: ShownKind | null }) =>
  kind === null ? (
    <Text c="dimmed">Not in it</Text>
  ) : (
    <Group gap="sm" wrap="nowrap">
      <FindingMark kind={kind} decorative />
      <FindingWord kind={kind} />
    </Group>
  );

/** Empty where nobody could pay it. */
const priceToPay = (kind: ShownKind | null, price: Price, currency: string | null): string =>
  kind !== null && isBuyable(kind) ? priceText(price, currency) : '';

const priceCell = (kind: ShownKind | null, price: Price, { currency }: Run) => (
  <Text span c={price.kind === 'given' ? 'bright' : 'var(--nd-faint)'}>
    {priceToPay(kind, price, currency)}
  </Text>
);
