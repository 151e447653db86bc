import { Anchor, Box, Button, Menu, Text } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { Fragment, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { countedTogether } from '#shared/domain/account.ts';
import { sumsText } from '#shared/domain/activity.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { assertNever } from '#shared/result.ts';
import { type Stores, useActiveId, useStores } from '../app-stores.ts';
import { BatchView } from '../changes/batches/BatchesView.tsx';
import { createOneStore } from '../changes/change-stores.ts';
import type { Verdict } from '../changes/ChangeActions.tsx';
import { BrokenJournal, ExportDialog, healthOf, JournalLine } from '../changes/Journal.tsx';
import { OneChange } from '../changes/OneChange.tsx';
import changesCss from '../changes/changes.module.css';
import type { ChangesView } from '../shell/route-store.ts';
import { valueOf } from '../remote.ts';
import { useShownAccounts } from '../shell/Header.tsx';
import { accountOf, type AccountsState, activeAccount } from '../shell/stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { Screen, ScreenHead } from '../ui/PageParts.tsx';
import { RowsTrouble } from '../ui/States.tsx';
import { Filters, HiddenChanges, Whose } from './ActivityFilters.tsx';
import { Rows } from './ActivityRows.tsx';
import { type ActivityStore, isFiltered, monthOf, useActivity } from './activity-store.ts';
import css from './list.module.css';
import { TeamWaiting } from '../team/TeamWork.tsx';
import { PaidDialog, ProvenRenewals } from './PaidDialog.tsx';

const whole: ChangesView = { kind: 'list', changeId: null };

/** The Activity: changes and batches in one list with an open change beside it, or one batch. */
export function ActivityScreen() {
  const { route } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'changes' ? state.route.view : whole));
  switch (view.kind) {
    case 'list':
      return <ActivityList changeId={view.changeId} />;
    case 'batch':
      return <BatchView key={view.batchId} batchId={view.batchId} />;
    default:
      return assertNever(view);
  }
}

const oneOf = ({ bridge }: Stores) => createOneStore(bridge);

/** How a change is to be marked, told in the list, until the dialog is closed; `count` tells one time from the next. */
interface Marking {
  readonly id: string;
  readonly verdict: Verdict | null;
  readonly count: number;
}

/** Changes and batches, and the open change beside them. */
function ActivityList({ changeId }: { readonly changeId: string | null }) {
  const stores = useStores();
  const store = useActivity();
  const one = storeOf(stores, oneOf);
  const health = storeOf(stores, healthOf);
  const activeId = useActiveId();
  useShownAccounts(useListedAccounts(store));
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [marking, setMarking] = useState<Marking | null>(null);
  const { goToChanges } = stores.route.actions;
  const mark = useCallback(
    (id: string, verdict: Verdict) => {
      setMarking((before) => ({ id, verdict, count: (before?.count ?? 0) + 1 }));
      goToChanges({ kind: 'list', changeId: id });
    },
    [goToChanges],
  );
  useEffect(() => store.actions.load(activeId), [store, activeId]);
  useEffect(() => one.actions.open(changeId), [one, changeId]);
  useEffect(() => list.current?.focus({ preventScroll: true }), [list]);

  function close(): void {
    setMarking(null);
    goToChanges({ kind: 'list', changeId: null });
    // Where the panel replaced the list, the list exists again only after the next render.
    requestAnimationFrame(() => list.current?.focus({ preventScroll: true }));
  }

  return (
    <div className={changesCss['screen']} data-open={changeId !== null}>
      <div className={changesCss['main']}>
        <Screen>
          <ScreenHead title="Activity" about={<HiddenChanges store={store} />}>
            <Whose store={store} />
            <Export store={store} />
          </ScreenHead>
          <BrokenJournal store={health} />
          <TeamWaiting />
          <Filters store={store} field={field} toList={() => list.current?.focus()} />
          <RowsTrouble rows={store.list} about="Couldn’t load the activity" again={store.actions.reload} />
          <Rows
            store={store}
            openId={changeId}
            list={list}
            toField={() => field.current?.focus()}
            onMark={mark}
            onClose={close}
          />
          <SumLine store={store} />
          <ProvenOfMonth store={store} />
          <JournalLine store={health} />
        </Screen>
      </div>
      {changeId !== null && (
        <OneChange
          key={`${changeId} ${marking?.count ?? 0}`}
          store={one}
          marking={marking?.id === changeId ? marking.verdict : null}
          onMarkClosed={() => setMarking((before) => before && { ...before, verdict: null })}
          onClose={close}
        />
      )}
    </div>
  );
}

interface Props {
  readonly store: ActivityStore;
}

/** The accounts whose changes are listed; null: the active one. */
function useListedAccounts(store: ActivityStore): readonly string[] | null {
  const { whose, ofAccount } = useStore(store);
  const state = useStore(useStores().accounts);
  if (whose === 'this') return null;
  const all = countedTogether(valueOf(state.accounts)?.accounts ?? []).map(({ id }) => id);
  return ofAccount === null ? all : [ofAccount];
}

/** How many changes are shown, and what was paid for them: of what a batch hides too. */
function SumLine({ store }: Props) {
  const { accounts, route } = useStores();
  const summary = useStore(store, (state) => state.summary);
  const shown = useListedAccounts(store);
  const state = useStore(accounts);
  if (summary === null || summary.total === 0) return null;
  const isPractice = isAllPractice(shown, state, summary);
  /** Of these sums nobody knows which money they are; that of practice is none. */
  const unnamed = isPractice
    ? []
    : summary.sums.sums.flatMap(({ account }) =>
        account?.id == null || accountOf(state, account.id) === null ? [] : [{ ...account, id: account.id }],
      );
  const sums = sumsText(summary.sums, format);
  return (
    <Text
      className={`${css['sum'] ?? ''} figures line-above`}
      aria-label="Count and sum of what is shown"
      role="group"
    >
      {counted(summary.total, 'change', 'changes')}
      {summary.ofTeam > 0 && `, ${format.count(summary.ofTeam)} of them by colleagues`}
      {sums !== null && (
        <>
          {' · '}
          <strong>{sums}</strong>
        </>
      )}
      {isPractice && ' · practice: play money'}
      {unnamed.map(({ id, label }) => (
        <Fragment key={id}>
          {' · '}
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => route.actions.goToAccount(id, 'edit', 'currency')}
          >
            What is the currency of {isolated(label)}?
          </Anchor>
        </Fragment>
      ))}
    </Text>
  );
}

/** Where a whole month is listed: how many of its paid renewals are proven. */
function ProvenOfMonth({ store }: Props) {
  const span = useStore(store, (state) => state.span);
  const isPractice = useIsPractice(store);
  const [now] = useState(() => new Date());
  if (isPractice || (span !== 'this-month' && span !== 'last-month')) return null;
  return (
    <Box mt={-16}>
      <ProvenRenewals store={store} month={monthOf(span, now)} />
    </Box>
  );
}

function useIsPractice(store: ActivityStore): boolean {
  const shown = useListedAccounts(store);
  const summary = useStore(store, (state) => state.summary);
  return useStore(useStores().accounts, (state) => isAllPractice(shown, state, summary));
}

/** Nothing that is listed is real: neither an account of it, nor one that was removed and has paid. */
function isAllPractice(
  shown: readonly string[] | null,
  state: AccountsState,
  summary: ReturnType<ActivityStore['getState']>['summary'],
): boolean {
  const ids = shown ?? [activeAccount(state)?.id ?? ''];
  const payers =
    summary?.sums.sums.flatMap(({ account }) => (account === null ? [] : [account.id ?? ''])) ?? [];
  return ids.length > 0 && [...ids, ...payers].every((id) => accountOf(state, id)?.kind === 'practice');
}

function Export({ store }: Props) {
  const summary = useStore(store, (state) => state.summary);
  const isPractice = useIsPractice(store);
  const { route } = useStores();
  const paidOf = useStore(route, ({ route: at }) =>
    at.screen === 'changes' && at.view.kind === 'list' ? at.view.paidOf : undefined,
  );
  const [open, setOpen] = useState<'paid' | 'journal' | null>(null);
  // The journal is this workspace's own.
  const total = (summary?.total ?? 0) - (summary?.ofTeam ?? 0);
  function close(): void {
    setOpen(null);
    if (paidOf !== undefined) route.actions.goToChanges({ kind: 'list', changeId: null });
  }
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button
            disabled={(summary?.unfiltered ?? 0) === 0}
            leftSection={<IconFileExport size={14} aria-hidden />}
          >
            Export…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={isPractice}
            title={isPractice ? 'Nothing is paid in practice' : undefined}
            onClick={() => setOpen('paid')}
          >
            Paid changes of a month, for invoices…
          </Menu.Item>
          <Menu.Item disabled={total === 0} onClick={() => setOpen('journal')}>
            The journal, with its hashes…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {(open === 'paid' || paidOf !== undefined) && (
        <PaidDialog store={store} month={paidOf === '' ? undefined : paidOf} onClose={close} />
      )}
      {open === 'journal' && (
        <ExportDialog
          filter={store.actions.filter()}
          changes={total}
          isAll={!isFiltered(store.getState())}
          onClose={close}
        />
      )}
    </>
  );
}
