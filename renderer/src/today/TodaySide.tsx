import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { amountText } from '#shared/domain/counting.ts';
import type { Attention } from '#shared/domain/attention.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Coverage } from '#shared/domain/limits.ts';
import { useStores } from '../app-stores.ts';
import { Age, counted, format } from '../ui/Formats.tsx';
import { AccountLabel, ProgressBar, Section } from '../ui/PageParts.tsx';
import { useWorks } from './today-store.ts';
import css from './today.module.css';

type Month = Attention['months'][number];
type Cost = Month['cost'];

/** "37.98 USD, 12.00 of Nordwind": of several accounts, whose money it is; empty where no price is known. */
const sumText = ({ sums }: Cost, isOfSeveral: boolean): string =>
  sums
    .map(({ account, ...sum }) =>
      isOfSeveral && account !== null ? `${sum.amount} of ${isolated(account)}` : amountText(sum),
    )
    .join(', ');

const monthNames = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });
/** The middle of the month: the same month in every time zone. */
const monthText = (month: string): string => monthNames.format(new Date(`${month}-15T12:00:00`));

interface MonthsProps {
  readonly months: readonly Month[];
  /** Of several accounts. */
  readonly isOfSeveral: boolean;
  readonly withoutExpiry: number;
}

/** Renewals by month, as bars: what they cost is said on hover, and to a screen reader. */
export function Months({ months, isOfSeveral, withoutExpiry }: MonthsProps) {
  const hasPrices = months.some(({ cost }) => cost.sums.length > 0);
  return (
    <Section title="Renewals by month">
      {months.every(({ count }) => count === 0) ? (
        <Text c="dimmed">None in the next 12 months.</Text>
      ) : (
        <MonthsShown months={months} isOfSeveral={isOfSeveral} />
      )}
      <Text c="dimmed" size="xs" mt="xs" textWrap="pretty">
        {withoutExpiry > 0 && `${counted(withoutExpiry, 'domain has', 'domains have')} no known expiry. `}
        {!hasPrices && 'Prices appear once they were read.'}
      </Text>
    </Section>
  );
}

function MonthsShown({ months, isOfSeveral }: Omit<MonthsProps, 'withoutExpiry'>) {
  const most = Math.max(1, ...months.map(({ count }) => count));
  return (
    <ul className={css['bars']} aria-label="Renewals by month">
      {months.map(({ month, count, cost }) => {
        const text = `${monthText(month)}: ${counted(count, 'renewal', 'renewals')}${costText(cost, isOfSeveral)}`;
        return (
          <li key={month} className={css['bar']} title={text}>
            <span className="spoken">{text}</span>
            <span aria-hidden>{count === 0 ? '' : format.count(count)}</span>
            <Box
              className={css['fill'] ?? ''}
              __vars={{ '--share': String(count / most) }}
              data-none={count === 0}
            />
            <span aria-hidden>{monthText(month).slice(0, 1)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The credit of each account against what is due in it. */
export function Credits({ credits }: Pick<Attention, 'credits'>) {
  const { route } = useStores();
  return (
    <Section title="Credit for the next 30 days" isFirst>
      <Stack component="ul" gap="sm">
        {credits.map(({ accountId, label, credit, currency, due, cost, coverage }) => (
          <li key={accountId}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <UnstyledButton
                className={css['link'] ?? ''}
                onClick={() => route.actions.goToAccount(accountId, 'view')}
              >
                <AccountLabel accountId={accountId} otherwise={label} />
              </UnstyledButton>
              <Text className="figures" fw={500}>
                {credit === null ? (
                  <Text span c="dimmed">
                    not known
                  </Text>
                ) : (
                  amountText({ amount: credit.amount, currency })
                )}
              </Text>
            </Group>
            <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
              <Text size="xs" c="dimmed">
                {due === 0 ? 'Nothing is due' : `${format.count(due)} due${costText(cost, false)}`}
              </Text>
              <Text size="xs" c="dimmed" flex="none">
                {credit !== null && <Age at={credit.readAt} />}
              </Text>
            </Group>
            {coverage !== null && <Covers coverage={coverage} />}
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Covers({ coverage }: { readonly coverage: Coverage }) {
  const { colour, Icon, words } = coverageMarks[coverage];
  return (
    <Group gap={4} c={colour} wrap="nowrap">
      <Icon size={14} stroke={1.75} aria-hidden />
      <Text size="xs">{words} for what is due</Text>
    </Group>
  );
}

const coverageMarks = {
  enough: { colour: 'var(--nd-fine)', Icon: IconCheck, words: 'Enough' },
  'not-enough': { colour: 'var(--nd-danger)', Icon: IconAlertTriangle, words: 'Not enough' },
  'perhaps-not': { colour: 'var(--nd-caution)', Icon: IconAlertTriangle, words: 'May not be enough' },
} as const;

/** ": 37.98 USD, 3 prices unknown"; nothing of nothing. */
function costText(cost: Cost, isOfSeveral: boolean): string {
  const unknown = cost.unpriced === 0 ? '' : counted(cost.unpriced, 'price unknown', 'prices unknown');
  const parts = [sumText(cost, isOfSeveral), unknown].filter((part) => part !== '');
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** What goes on in the background in these accounts, with the way to it; a file that is written is shown below every screen. */
export function Running({ accountIds }: { readonly accountIds: readonly string[] }) {
  const { route, accounts } = useStores();
  const running = useWorks().filter(({ accountId }) => accountId !== null && accountIds.includes(accountId));
  if (running.length === 0) return null;
  return (
    <Section title="Running" isFirst>
      <Stack component="ul" gap="sm" mb="lg">
        {running.map((work) => (
          <li key={work.id}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <UnstyledButton
                className={`${css['link'] ?? ''} cut`}
                onClick={() => {
                  // The list there is of the active account.
                  if (work.kind === 'reading' && work.accountId !== null)
                    void accounts.actions.select(work.accountId);
                  route.actions.goToWork(work);
                }}
              >
                {isolated(work.title)}
              </UnstyledButton>
              <Text className="figures" c="dimmed" size="xs" flex="none">
                {format.count(work.done)} of {format.count(work.total)}
              </Text>
            </Group>
            <ProgressBar label={work.title} of={work} />
          </li>
        ))}
      </Stack>
    </Section>
  );
}
