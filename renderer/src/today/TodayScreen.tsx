import '../styles/mantine-later.css';
import { ActionIcon, Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconCheck,
  IconClock,
  IconPointFilled,
  IconSunHigh,
  IconWorld,
  IconX,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import {
  type Attention,
  type AttentionRow,
  clientWords,
  forGood,
  groupedByClient,
  type Grouping,
  stepWords,
} from '#shared/domain/attention.ts';
import type { AttentionKind } from '#shared/domain/attention-kinds.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { dayIn } from '#shared/domain/expiry.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { stateTitles } from '#shared/domain/registry.ts';
import { useStores } from '../app-stores.ts';
import { activeAccount } from '../shell/stores.ts';
import { counted, Day, dayInWords, format, useNowMs, withDaysInWords } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { AccountLabel, Fold, ScreenHead, Tick } from '../ui/PageParts.tsx';
import { useWaiting } from '../team/sharing.ts';
import { DoneToday } from '../team/TeamParts.tsx';
import { TeamWaiting } from '../team/TeamWork.tsx';
import { EmptyState, Loaded } from '../ui/States.tsx';
import { useChosen } from '../ui/table-view.ts';
import { PracticeTasks } from './PracticeTasks.tsx';
import { Credits, Months, Running } from './TodaySide.tsx';
import { chosenOf, renewedWith, type TodayActions, useTodayActions } from './today-actions.ts';
import { useAgainWith } from '../use-action.ts';
import { todayViewOf, useAttention } from './today-store.ts';
import { RemovalsDialog } from '../team/SharedParts.tsx';
import { CommandButton } from '../shell/everywhere.tsx';
import css from './today.module.css';

/** What needs a person, over all accounts, each with its one next step; beside it what is to be renewed, and what runs. */
export function TodayScreen() {
  const read = useAttention();
  const [attention, again] = read;
  useAgainWith('opened', read);
  return (
    <div className={css['page']}>
      <ScreenHead title="Today" />
      <DoneToday />
      <Loaded
        of={attention}
        about="Couldn’t read what needs attention"
        loading="Looking through the domains…"
        again={again}
      >
        {(now) =>
          now.domains === 0 && now.rows.length === 0 ? (
            <NoDomains />
          ) : (
            <div className={css['columns']}>
              <div>
                <PracticeTasks rows={now.rows} />
                <NeedsAttention {...now} />
              </div>
              <aside aria-label="Renewals, credit and work" className={css['side'] ?? ''}>
                <Running accountIds={now.credits.map(({ accountId }) => accountId)} />
                <Credits credits={now.credits} />
                <Months
                  months={now.months}
                  isOfSeveral={now.credits.length > 1}
                  withoutExpiry={now.withoutExpiry}
                />
              </aside>
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function NoDomains() {
  const stores = useStores();
  const { actions } = stores.route;
  const hasAccount = useStore(stores.accounts, (state) => activeAccount(state) !== null);
  return (
    <EmptyState
      icon={<IconWorld size={24} stroke={1.5} />}
      title="Which domains do you manage?"
      actions={
        hasAccount ? (
          <>
            <Button variant="filled" onClick={() => actions.goToDomains({ kind: 'import' })}>
              Import from your registrar’s file
            </Button>
            <CommandButton of="addDomains" variant="default" />
          </>
        ) : (
          <CommandButton of="addAccount" />
        )
      }
    >
      With your domains here, this page says what expires, what is unlocked and what else needs you.
    </EmptyState>
  );
}

type NeedsAttentionProps = Pick<Attention, 'rows' | 'withoutExpiry' | 'hasClients'>;

function NeedsAttention({ rows, withoutExpiry, hasClients }: NeedsAttentionProps) {
  const view = storeOf(useStores(), todayViewOf);
  const actions = useTodayActions();
  const showsSnoozed = useStore(view, (state) => state.showsSnoozed);
  const [by, choose] = useGrouping();
  const snoozed = rows.filter(({ snoozedUntil }) => snoozedUntil !== null);
  const present = rows.filter(({ snoozedUntil }) => snoozedUntil === null);
  const listed = present.filter(({ kind }) => kind !== 'finished');
  const done = present.filter(({ kind }) => kind === 'finished');
  // What was read before it was chosen otherwise is shown as it is.
  const isGrouped = rows.some(({ client }) => client !== null);
  const rowsOf = (some: readonly AttentionRow[], label: string) => (
    <ul className="line-below" aria-label={label}>
      {some.map((row) => (
        <Row key={row.id} row={row} rows={rows} actions={actions} />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="needs-attention">
      <Group gap="sm" mih={32} justify="space-between" wrap="nowrap">
        <Title order={2} id="needs-attention">
          Needs attention
        </Title>
        <Group gap="sm" wrap="nowrap">
          {(hasClients || by !== null) && (
            <Tick
              label="By client"
              checked={by === 'client'}
              onChange={({ currentTarget }) => choose(currentTarget.checked ? 'client' : null)}
            />
          )}
          {snoozed.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconBellOff size={14} aria-hidden />}
              aria-expanded={showsSnoozed}
              onClick={() => view.setState({ showsSnoozed: !showsSnoozed })}
            >
              {showsSnoozed ? 'Hide snoozed' : `Snoozed (${format.count(snoozed.length)})`}
            </Button>
          )}
        </Group>
      </Group>
      <TeamWaiting />
      {listed.length === 0 && <AllCalm withoutExpiry={withoutExpiry} />}
      {listed.length > 0 && !isGrouped && rowsOf(listed, 'Needs attention')}
      {isGrouped &&
        groupedByClient(listed).map((group) => (
          <section key={group.client} aria-label={clientWords(group.client)}>
            <Title order={3} className={css['client'] ?? ''}>
              {clientWords(group.client)}
            </Title>
            {rowsOf(group.rows, clientWords(group.client))}
          </section>
        ))}
      {done.map((row) => (
        <DoneLine key={row.id} row={row} actions={actions} />
      ))}
      {showsSnoozed && snoozed.length > 0 && (
        <>
          <Title order={3} mt="lg" mb="xs">
            Snoozed
          </Title>
          {rowsOf(snoozed, 'Snoozed')}
        </>
      )}
      <Reviewed actions={actions} />
    </section>
  );
}

/** The removals that a person looks at. */
function Reviewed({ actions }: { readonly actions: TodayActions }) {
  const row = useStore(actions, ({ reviewed }) => reviewed);
  if (row === null) return null;
  const { accountId, subject } = row;
  return <RemovalsDialog accountId={accountId} by={subject ?? ''} onClose={() => actions.review(null)} />;
}

/** Whether rows are grouped by client: as it was chosen last, also before a restart. */
function useGrouping(): readonly [by: Grouping, choose: (by: Grouping) => void] {
  const view = storeOf(useStores(), todayViewOf);
  const [left, choose] = useChosen('today');
  const by: Grouping = left === 'client' ? left : null;
  useEffect(() => view.setState({ by }), [view, by]);
  return [by, choose];
}

/** Of domains without an expiry nobody can say that nothing needs to be done. */
function AllCalm({ withoutExpiry }: Pick<NeedsAttentionProps, 'withoutExpiry'>) {
  const { route } = useStores();
  const isKnown = withoutExpiry === 0;
  if (useWaiting().length > 0) return null;
  return (
    <EmptyState
      icon={<IconSunHigh size={24} stroke={1.5} />}
      title={isKnown ? 'Nothing needs you today' : 'Nothing that is known needs you today'}
      actions={
        isKnown ? undefined : (
          <Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Open Domains</Button>
        )
      }
    >
      {isKnown
        ? 'Uncertain changes, expiries, unlocked domains and stopped work are listed here.'
        : `${counted(withoutExpiry, 'domain has', 'domains have')} no known expiry: whether they are due is not known.`}
    </EmptyState>
  );
}

interface RowProps {
  readonly row: AttentionRow;
  readonly actions: TodayActions;
}

function Row({ row, rows, actions }: RowProps & Pick<NeedsAttentionProps, 'rows'>) {
  const { accountId, accountLabel, isPractice, severity, snoozedUntil, why } = row;
  const title = titleOf(row);
  return (
    <li className={css['row']} data-severity={severity}>
      <SeverityMark severity={severity} />
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="0 12px">
          <Text component="strong" fw={600}>
            {kindWords[row.kind]}
          </Text>
          <Text span c="dimmed" size="xs">
            <AccountLabel accountId={accountId} otherwise={accountLabel} />
            {/* Its own name says so already, unless a person gave it another one. */}
            {isPractice && !/practice/i.test(accountLabel) && ', practice'}
          </Text>
        </Group>
        {title !== '' && <Text className={css['names'] ?? ''}>{title}</Text>}
        <Text c="dimmed" textWrap="pretty">
          {withDaysInWords(why)}
        </Text>
        {row.count > shownNames && row.names.length > shownNames && <MoreNames row={row} />}
      </Stack>
      <Group gap={4} wrap="nowrap" flex="none">
        {snoozedUntil === null ? (
          <>
            <Step row={row} rows={rows} actions={actions} />
            <SnoozeMenu row={row} actions={actions} name={title} />
          </>
        ) : (
          <>
            <Text c="dimmed" size="xs">
              {snoozedUntil === forGood ? 'Dismissed' : <>until {<Day on={snoozedUntil} />}</>}
            </Text>
            <Button leftSection={<IconBell size={14} aria-hidden />} onClick={() => actions.wake(row)}>
              Show again
            </Button>
          </>
        )}
      </Group>
    </li>
  );
}

/** The one next step; of renewals, that of all urgencies together stands at the most urgent. */
function Step({ row, rows, actions }: RowProps & Pick<NeedsAttentionProps, 'rows'>) {
  const isBusy = useStore(actions, ({ busy }) => busy === row.id);
  const together = renewedWith(row, rows);
  const chosen = chosenOf(together);
  if (together[0]?.id !== row.id)
    return (
      <Text c="dimmed" size="xs">
        In the review above{!chosen.includes(row) && ', excluded at first'}
      </Text>
    );
  const count = chosen.reduce((sum, each) => sum + each.count, 0);
  const words = stepWords({ ...row, count, kind: chosen.length > 1 ? 'due' : row.kind });
  return (
    <Button
      variant={row.severity === 'urgent' ? 'filled' : 'default'}
      loading={isBusy}
      aria-label={`${words} ${kindWords[row.kind]} ${titleOf(row)}`.trim()}
      onClick={() => actions.act(row, rows)}
    >
      {words}
    </Button>
  );
}

/** What is done needs nobody: all of an account's in one line. */
function DoneLine({ row, actions }: RowProps) {
  return (
    <Group className={css['done'] ?? ''} gap="sm" wrap="nowrap">
      <IconCheck size={18} stroke={1.75} color="var(--nd-fine)" aria-hidden />
      <Group gap="0 12px" flex={1} miw={0}>
        <span>
          {kindWords.finished}: {[titleOf(row), row.why].filter((part) => part !== '').join(', ')}
        </span>
        <Text span c="dimmed" size="xs">
          <AccountLabel accountId={row.accountId} otherwise={row.accountLabel} />
        </Text>
      </Group>
      <Button variant="subtle" size="compact-sm" onClick={() => actions.act(row, [])}>
        {stepWords(row)}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        title="Dismiss"
        aria-label="Dismiss what is done"
        onClick={() => actions.report(actions.snooze(row, forGood))}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

const kindWords: Readonly<Record<AttentionKind, string>> = {
  ...stateTitles,
  uncertain: 'Uncertain',
  'left-unlocked': 'Left unlocked',
  uncharged: 'Accepted, not charged',
  overcharged: 'Charged more than agreed',
  'paid-twice': 'Paid twice?',
  access: 'No access',
  credit: 'Low credit',
  expired: 'Expired',
  due: 'Due',
  batch: 'Batch change',
  removal: 'Removed by a colleague',
  import: 'Import',
  left: 'Transferred away',
  drift: 'Changed elsewhere',
  unlocked: 'Unlocked',
  'not-found': 'Not found',
  'not-read': 'Not read',
  'due-later': 'Due later',
  finished: 'Done today',
};

/** So many names stand in the row; the others are folded. */
const shownNames = 3;

/** What it is about: the first names, or what a batch or session is called. */
function titleOf({ title, names, count }: AttentionRow): string {
  if (title !== '') return isolated(title);
  const first = names.slice(0, shownNames).map((name) => isolatedName(toUnicode(name)));
  const rest = Math.max(count, names.length) - first.length;
  return rest > 0 && first.length > 0
    ? `${first.join(', ')} and ${format.count(rest)} more`
    : first.join(', ');
}

function MoreNames({ row: { names, count } }: { readonly row: AttentionRow }) {
  const hidden = count - names.length;
  return (
    <Fold summary={hidden > 0 ? `The first ${format.count(names.length)}` : 'All of them'}>
      <Text className={`mono selectable ${css['all'] ?? ''}`}>{names.map(toUnicode).join(', ')}</Text>
    </Fold>
  );
}

const severityWords: Readonly<Record<AttentionRow['severity'], string>> = {
  urgent: 'Urgent',
  soon: 'Soon',
  later: 'Later',
  note: 'For your information',
};

/** How urgent it is, by shape and colour. */
function SeverityMark({ severity }: Pick<AttentionRow, 'severity'>) {
  const common = { size: 18, stroke: 1.75, role: 'img', 'aria-label': severityWords[severity] } as const;
  switch (severity) {
    case 'urgent':
      return <IconAlertTriangle {...common} color="var(--nd-danger)" />;
    case 'soon':
      return <IconClock {...common} color="var(--nd-caution)" />;
    case 'later':
      return <IconPointFilled {...common} color="var(--nd-faint)" />;
    case 'note':
      return <IconCheck {...common} color="var(--nd-fine)" />;
  }
}

interface SnoozeProps extends RowProps {
  /** What the row is about. */
  readonly name: string;
}

/** What is only told, or may be meant as it is, can be dismissed. */
const dismissable: ReadonlySet<AttentionKind> = new Set([
  'batch',
  'import',
  'drift',
  'uncharged',
  'overcharged',
  'paid-twice',
  'unlocked',
  'registrar-changed',
  'on-hold',
]);

function SnoozeMenu({ row, actions, name }: SnoozeProps) {
  const nowMs = useNowMs();
  const until = (days: number) => dayIn(days, nowMs);
  const item = (words: string, day: string) => (
    <Menu.Item
      rightSection={<Text c="dimmed">{dayInWords(day)}</Text>}
      onClick={() => actions.report(actions.snooze(row, day))}
    >
      {words}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          title="Snooze"
          aria-label={`Snooze ${kindWords[row.kind]} ${name}`.trim()}
        >
          <IconBellOff size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Snooze until</Menu.Label>
        {item('Tomorrow', until(1))}
        {item('In a week', until(7))}
        {item('In a month', until(30))}
        {dismissable.has(row.kind) && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => actions.report(actions.snooze(row, forGood))}>Dismiss</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
