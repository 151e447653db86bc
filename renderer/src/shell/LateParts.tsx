import { Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { amountText } from '#shared/domain/counting.ts';
import { dayIn, dueWithinDays } from '#shared/domain/expiry.ts';
import { useStores } from '../app-stores.ts';
import { useWaiting } from '../team/sharing.ts';
import { useAttention, useWorks } from '../today/today-store.ts';
import railCss from './rail.module.css';
import { useCurrency } from '../ui/currency.ts';
import { Age, useNowMs } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { answersOf, useAction, useAgainWith } from '../use-action.ts';
import type { AccountSummary } from '../client.ts';
import type { PlaceRisk } from '#shared/domain/backup.ts';
import { valueOf } from '../remote.ts';

const words: Readonly<Record<PlaceRisk, string>> = {
  network:
    'The workspace is on another computer’s disk, and can be damaged there. See Backups in the settings.',
  synced:
    'The workspace is in a folder that another program copies, and can be damaged there. See Backups in the settings.',
};

/** Warns once at startup that the workspace's folder is not a safe place for it. */
export function PlaceRiskNotice({ risk }: { readonly risk: PlaceRisk }) {
  const { notices } = useStores();
  useEffect(() => notices.actions.say(words[risk], 'problem'), [notices, risk]);
  return null;
}

/** On every screen, once the system's package manager has put another version in the place of the one that runs. */
export function ReplacedBar() {
  const { bridge, notices, route } = useStores();
  const [read, again] = useAction('updates', 'read', {});
  const state = valueOf(read);
  if (state?.status !== 'replaced') return null;
  const isFree = state.waitsFor.length === 0;
  const restart = async (): Promise<void> => {
    const done = await bridge.request.updates.restart({});
    if (done.ok) again();
    else notices.actions.fail(done.error);
  };
  return (
    <Paper role="status" flex="none" mr="md" mb="sm" py={4} pl={12} pr={4} bg="var(--nd-accent-soft)">
      <Group gap="sm" wrap="nowrap">
        <IconRefresh size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
        <Text flex={1} miw={0}>
          <strong>Namedesk was updated</strong>:{' '}
          {isFree
            ? 'restart it to go on with the new version.'
            : 'it can be restarted once running work has ended.'}
        </Text>
        {isFree ? (
          <Button size="compact-sm" onClick={() => void restart()}>
            Restart
          </Button>
        ) : (
          <Button
            size="compact-sm"
            aria-label="Show what runs"
            onClick={() => route.actions.goToSettings({ kind: 'all', setting: 'updates' })}
          >
            Show
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** How many rows of Today need a person, and requests of a team; nothing where none does. Read again when a new day begins. */
export function TodayCount() {
  const read = useAttention();
  useAgainWith(dayIn(0, useNowMs()), read);
  const toDo = valueOf(read[0])?.toDo ?? 0;
  return <RailCount of={toDo + useWaiting().length} what="need attention" />;
}

/** A credit that is known for longer is read again when the menu of accounts is opened. */
const creditLastsMs = 600_000;

/** The credit of an account as Today says it: null where it is not known, and read again where it is old. */
function useFreshCredit({ id, kind }: AccountSummary) {
  const stores = useStores();
  const { request } = stores.bridge;
  const { readSoon } = storeOf(stores, answersOf);
  const attention = valueOf(useAttention()[0]);
  const known = attention?.credits.find(({ accountId }) => accountId === id);
  const isRead = attention !== null;
  const credit = known?.credit ?? null;
  const readAt = credit?.readAt ?? null;
  useEffect(() => {
    // The service of the practice account is not started for this.
    const isOld = readAt === null || Date.now() - Date.parse(readAt) > creditLastsMs;
    if (isRead && isOld && kind !== 'practice')
      void request.status.refresh({ accountId: id }).then(() => readSoon('today.read'));
  }, [isRead, readAt, request, readSoon, id, kind]);
  return { credit, coverage: known?.coverage ?? 'enough' };
}

/**
 * In the menu of accounts: the credit of one with its age, and whether it is too low for what is due, as Today says it. Where
 * nobody knows whether it is, nothing is said.
 */
export function AccountCredit({ account }: { readonly account: AccountSummary }) {
  const { credit, coverage } = useFreshCredit(account);
  const currency = useCurrency(account.id);
  const tooLow = coverage === 'enough' ? null : lowCredits[coverage];
  return (
    <Group component="span" gap="0 8px" fz="xs" c="dimmed">
      {credit === null ? (
        (account.kind === 'practice' && 'Play money') || 'Credit not known'
      ) : (
        <>
          <span className="spoken">, credit </span>
          <span className="figures">{amountText({ amount: credit.amount, currency })}</span>
          <span>
            <span className="spoken">, </span>
            <Age at={credit.readAt} />
          </span>
        </>
      )}
      {tooLow !== null && (
        <Group component="span" gap={4} c={tooLow.colour} wrap="nowrap" title={tooLow.words}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          <span className="spoken">, </span>Low
          <span className="spoken">: {tooLow.words}</span>
        </Group>
      )}
    </Group>
  );
}

const whatIsDue = `enough for what is due within ${dueWithinDays} days`;
const lowCredits = {
  'not-enough': { colour: 'var(--nd-danger)', words: `not ${whatIsDue}` },
  'perhaps-not': { colour: 'var(--nd-caution)', words: `perhaps not ${whatIsDue}` },
} as const;

/** The number of changes that need attention, of all accounts that are counted together; nothing where there are none. */
export function UncertainCount() {
  const filter = { ...emptyChangeFilter, counted: true };
  const [changes] = useAction('changes', 'list', { filter, offset: 0, limit: 1 });
  return <RailCount of={valueOf(changes)?.byState.uncertain ?? 0} what="uncertain" />;
}

/** The number of bulk lookups of all accounts that wait, or else of those that run; nothing where there are none. */
export function LookupCount() {
  const lookups = useWorks().filter(({ kind }) => kind === 'session');
  const waiting = lookups.filter(({ phase }) => phase !== 'running').length;
  return waiting > 0 ? (
    <RailCount of={waiting} what="waiting" />
  ) : (
    <RailCount of={lookups.length} what="running" />
  );
}

interface RailCountProps {
  readonly of: number;
  readonly what: 'need attention' | 'uncertain' | 'waiting' | 'running';
}

function RailCount({ of: count, what }: RailCountProps) {
  if (count === 0) return null;
  return (
    <span className={railCss['count']} data-what={what} role="img" aria-label={`${count} ${what}`}>
      {count > 99 ? '99+' : count}
    </span>
  );
}
