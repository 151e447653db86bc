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
import { RegisterButton } from '../search/Details.tsx';
import { shownKind, useOwned } from '../search/owned.ts';
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
import { copyText, useCopy } from '../ui/copy.ts';
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
  const accountBefore = useStore(accounts, (state) => accountOf(state, before ?? '')?.label);
  const accountAfter = useStore(accounts, (state) => accountOf(state, after ?? '')?.label);
  const areOfOneAccount = before === after || accountBefore === undefined || accountAfter === undefined;
  return useMemo(
    () => ({
      before: {
        ...(areOfOneAccount ? { term: 'Before', place: 'before' } : inAccount(accountBefore)),
        accountId: before,
      },
      after: {
        ...(areOfOneAccount ? { term: 'After', place: 'after' } : inAccount(accountAfter)),
        accountId: after,
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
const sideIn = (chosen: string | null, known: Comparison) =>
  sides.find((side) => side === chosen && known[side].count > 0) ?? null;

/** "5 only before, 2 only after" */
const onlyWords = (known: Comparison, runs: Runs): string =>
  [[known.onlyBefore.count, runs.before] as const, [known.onlyAfter.count, runs.after] as const]
    .filter(([count]) => count > 0)
    .map(([count, { place }]) => `${format.count(count)} only ${place}`)
    .join(', ');

function Outcome({ pair, known, runs }: OutcomeProps) {
  const { changed, common, compared, same } = known;
  const all = useShownChanges(known, runs.after.accountId);
  const changes = all.inBoth;
  const transitions = useMemo(() => transitionsIn(changes), [changes]);
  const [chosen, setOnly] = useChosen('comparison');
  /** The key of the only transition that is shown; null for all, and where there is no such transition here. */
  const only = transitions.some(({ key }) => key === chosen) ? chosen : null;
  /** The run whose own checks are shown alone. */
  const side = sideIn(chosen, known);
  const left = onlyWords(known, runs);
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
          {counted(compared, 'check', 'checks')} done in both: {counted(same, 'is', 'are')} the same,{' '}
          <strong>
            {runs.areOfOneAccount
              ? `${counted(changed, 'has', 'have')} changed`
              : counted(changed, 'differs', 'differ')}
          </strong>
          .{left !== '' && ` ${left}.`}
          {side === null && changes.length < changed && firstListed(changes.length, 'change', 'changes')}
          {side !== null && shown.length < known[side].count && firstListed(shown.length, 'check', 'checks')}
        </p>
        {shown.length > 0 && <CopyButtons shown={shown} runs={runs} />}
      </Group>
      {(transitions.length > 0 || left !== '') && (
        <FilterBar label="Changes to show">
          <FilterChip
            label={left === '' ? 'All' : 'All in both'}
            count={changes.length}
            isOn={only === null && side === null}
            onPress={() => setOnly(null)}
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
              isOn={key === only}
              onPress={() => setOnly(key === only ? null : key)}
            />
          ))}
          {sides
            .filter((one) => known[one].count > 0)
            .map((one) => (
              <FilterChip
                key={one}
                label={`Only ${runs[one === 'onlyBefore' ? 'before' : 'after'].place}`}
                count={known[one].count}
                isOn={one === side}
                onPress={() => setOnly(one === side ? null : one)}
              />
            ))}
        </FilterBar>
      )}
      {changed === 0 && side === null ? (
        <Text c="dimmed">
          {compared > 0 && 'All results are the same.'}
          {compared === 0 &&
            (common > 0
              ? 'Nothing was checked in both yet. Let both runs get further, then compare again.'
              : 'These two have no name in common.')}
        </Text>
      ) : (
        <DataTable
          label="Changes"
          columns={columns}
          rows={shown}
          rowKey={({ domain }) => domain}
          rowHeight={32}
          topOn={side ?? only}
          remembers={{ list: 'comparison', accountId: null, of: `${pair} ${side ?? only}` }}
          isStatic
        />
      )}
    </>
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
  const copy = useCopy();
  return (
    <Group gap="sm" wrap="nowrap">
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => copy(shown.map(({ domain }) => toUnicode(domain)))}
      >
        Copy {counted(shown.length, 'name', 'names')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTable size={14} aria-hidden />}
        onClick={() => void copyText(stores, asTable(shown, runs), counted(shown.length, 'row', 'rows'))}
      >
        Copy as a table
      </Button>
    </Group>
  );
}

const wordOf = (kind: ShownKind | null): string => (kind === null ? '' : findingWords[kind]);

/** Tab-separated, for a spreadsheet; domains as A-labels, as in exports. */
const asTable = (changes: readonly ShownChange[], { before, after }: Runs): string =>
  [
    ['Domain', before.term, `Price: ${before.term}`, after.term, `Price: ${after.term}`],
    ...changes.map((change) => [
      change.domain,
      wordOf(change.before),
      priceToPay(change.before, change.priceBefore),
      wordOf(change.after),
      priceToPay(change.after, change.priceAfter),
    ]),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n');

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
    title: 'Price',
    width: '88px',
    align: 'right',
    cell: ({ before, priceBefore }) => <PriceOf kind={before} price={priceBefore} />,
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
    title: 'Price',
    width: '88px',
    align: 'right',
    cell: ({ after, priceAfter }) => <PriceOf kind={after} price={priceAfter} />,
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
const priceToPay = (kind: ShownKind | null, price: Price): string =>
  kind !== null && isBuyable(kind) ? priceText(price) : '';

const PriceOf = ({ kind, price }: { readonly kind: ShownKind | null; readonly price: Price }) => (
  <Text span c={price.kind === 'given' ? 'bright' : 'var(--nd-faint)'}>
    {priceToPay(kind, price)}
  </Text>
);
