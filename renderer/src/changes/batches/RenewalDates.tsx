import { Group, ScrollArea, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { RenewalFacts } from '#shared/domain/batch.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { yearsLater } from '#shared/domain/expiry.ts';
import { notGiven, priceText } from '#shared/domain/finding.ts';
import { renewalText } from '#shared/domain/renewal-costs.ts';
import { useStores } from '../../app-stores.ts';
import { type NamesOf, useDomains } from '../../domains/domains-store.ts';
import { useRenewalPrices } from '../../domains/renewal-prices.ts';
import { idle, valueOf } from '../../remote.ts';
import { creditOf } from '../../shell/stores.ts';
import { useCurrency } from '../../ui/currency.ts';
import { counted, Day } from '../../ui/Formats.tsx';
import { KnownAge } from '../ChangeParts.tsx';
import css from './batches.module.css';

interface Props {
  readonly of: readonly NamesOf[];
  readonly periodYears: number;
}

/** More are not drawn: the review shows every row. */
const mostDrawn = 200;

/** What is to be renewed: until when it is registered, until when it would be, and the price that is known of a year. */
export function RenewalDates({ of, periodYears }: Props) {
  const { status } = useStores();
  const listed = useStore(useDomains(), ({ ofAccounts }) => ofAccounts);
  const accountIds = useMemo(() => of.map(({ accountId }) => accountId), [of]);
  const known = useRenewalPrices(accountIds);
  const places = of.flatMap(({ accountId, names }) => names.map((name) => ({ accountId, name })));
  // A price of several years is looked up for the review, and not multiplied here.
  const prices = places.map((place) => (periodYears === 1 ? known.priceOf(place) : notGiven));
  const [only] = accountIds;
  const credit = useStore(status, (state) =>
    only === undefined || accountIds.length > 1 ? null : creditOf(state, only),
  );
  const currency = useCurrency(only);
  return (
    <>
      <ScrollArea.Autosize mah={240} type="auto" offsetScrollbars="present" className="line-above line-below">
        <ul aria-label="To be renewed">
          {places.slice(0, mostDrawn).map(({ accountId, name }, index) => (
            <Group key={`${accountId} ${name}`} component="li" gap="md" wrap="nowrap" mih={28}>
              <Text span flex={1} miw={0} truncate className="mono selectable" title={name}>
                {toUnicode(name)}
              </Text>
              <Expiry
                on={valueOf(listed.get(accountId) ?? idle)?.get(name)?.expiresOn?.value ?? null}
                years={periodYears}
              />
              <Text
                span
                w={112}
                ta="right"
                c={prices[index]?.kind === 'given' ? 'bright' : 'dimmed'}
                className="figures"
              >
                {prices[index]?.kind === 'given' ? priceText(prices[index]) : 'looked up next'}
              </Text>
            </Group>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {places.length > mostDrawn && (
        <Text c="dimmed">and {counted(places.length - mostDrawn, 'domain', 'domains')} more</Text>
      )}
      {prices.some(({ kind }) => kind === 'given') && <p>{renewalText({ credit, currency }, prices)}</p>}
    </>
  );
}

interface ExpiryProps {
  readonly on: string | null;
  readonly years: number;
}

/** The known expiry, and the one to expect afterwards. */
const Expiry = ({ on, years }: ExpiryProps) =>
  on === null ? (
    <Text span c="dimmed">
      expiry not known
    </Text>
  ) : (
    <Group component="span" gap={6} wrap="nowrap" className="figures">
      <Day on={on} />
      <IconArrowRight size={14} color="var(--nd-muted)" role="img" aria-label="becomes" />
      <Day on={yearsLater(on, years)} />
    </Group>
  );

interface ExpiresProps {
  /** As it was known before the batch. */
  readonly on: RenewalFacts['expiresOn'];
  /** For how many years it is renewed; null where it is not. */
  readonly renewedFor: number | null;
  /** The renewal was done: what was known before counts less. */
  readonly isDone: boolean;
  /** The registry shows the new date. */
  readonly isProven: boolean;
}

/** The expiry date that is known, and the one to expect after the renewal; nothing is expected where none is known. */
export function Expires({ on, renewedFor, isDone, isProven: isShown }: ExpiresProps) {
  if (on === null) return <span className="dim">not known</span>;
  return (
    <>
      <div className={css['expected']}>
        <span className={isDone ? 'dim' : undefined}>
          <Day on={on.value} />
        </span>
        {renewedFor !== null && (
          <>
            <IconArrowRight size={14} color="var(--nd-muted)" role="img" aria-label="becomes" />
            <span>
              <Day on={yearsLater(on.value, renewedFor)} />
              {!isShown && <span className="dim"> expected</span>}
            </span>
          </>
        )}
      </div>
      {!isDone && (
        <Text fz="xs" lh="15px">
          <KnownAge {...on} />
        </Text>
      )}
    </>
  );
}
