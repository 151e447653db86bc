import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { registryAsks, registryLearns } from '#shared/domain/registry.ts';
import { useStores } from '../../app-stores.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { Fact, Facts } from '../../ui/PageParts.tsx';
import { unarchived, useDomains } from '../domains-store.ts';
import { ReadingLines } from '../ReadingLines.tsx';
import { isAskable, useReadings, useRegistry } from '../readings-store.ts';

/** What an import leaves to be known of expiries. */
export interface ExpiryQuestion {
  readonly accountId: string;
  readonly domains: number;
  readonly dated: number;
  /** The names that no registry was asked for, those without a date first, then the soonest to expire; none while looking up. */
  readonly unasked: readonly string[];
  readonly isLookingUp: boolean;
  /** No registry is asked for names of the practice account, unless it is on this computer. */
  readonly isAskable: boolean;
}

/** Null where it is not wanted now, or every registry was asked already. */
export function useExpiryQuestion(accountId: string, isWanted: boolean): ExpiryQuestion | null {
  const { accounts, settings } = useStores();
  const canAsk = isAskable(useStore(accounts), useStore(settings), accountId);
  const listed = useStore(useDomains());
  const isLookingUp = useStore(useReadings(), ({ readings }) =>
    [...readings.values()].some(
      (one) => one.accountId === accountId && one.reading.isOfRegistry === true && !one.reading.isFinished,
    ),
  );
  return useMemo(() => {
    const all = isWanted && listed.accountId === accountId ? unarchived(listed) : [];
    // While they are looked up, the list changes several times a second: it is not sorted each time.
    const unasked = isLookingUp ? [] : all.filter(({ registry }) => registry === null).toSorted(sooner);
    if (all.length === 0 || (unasked.length === 0 && !isLookingUp)) return null;
    const dated = all.filter(({ expiresOn }) => expiresOn !== null).length;
    const names = unasked.map(({ name }) => name);
    return { accountId, domains: all.length, dated, unasked: names, isLookingUp, isAskable: canAsk };
  }, [isWanted, listed, accountId, isLookingUp, canAsk]);
}

const dateOf = ({ expiresOn }: Domain): string => expiresOn?.value ?? '';
const sooner = (a: Domain, b: Domain): number => (dateOf(a) < dateOf(b) ? -1 : Number(dateOf(a) > dateOf(b)));

interface Props {
  readonly question: ExpiryQuestion;
}

/** After an import: who knows when the domains expire. The registries are asked once a person has switched that on. */
export function ExpiryStep({ question }: Props) {
  const { accountId, isLookingUp, domains, dated } = question;
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="when-expire" flex="none">
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} id="when-expire">
            When do they expire?
          </Title>
          <Text c="dimmed">
            {datesText(domains, dated)}{' '}
            {isLookingUp && 'The soonest to expire are read first. You can go on meanwhile.'}
          </Text>
        </Stack>
        <ReadingLines accountIds={[accountId]} />
        {!isLookingUp && (
          <Facts isRuled nameWidth={120}>
            <Fact name="The registry">
              <AtRegistry question={question} />
            </Fact>
          </Facts>
        )}
      </Stack>
    </Paper>
  );
}

const datesText = (domains: number, dated: number): string =>
  dated === domains ? 'Each has a date.' : `${counted(domains - dated, 'has', 'have')} no date yet.`;

/** How many TLDs are named. */
const mostTlds = 5;

/** Whose registries would be asked: "The TLDs here: .com, .net and 2 more." */
function tldsText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(tldOf(name), (counts.get(tldOf(name)) ?? 0) + 1);
  const tlds = [...counts].toSorted(([, one], [, other]) => other - one).map(([tld]) => `.${tld}`);
  const rest = tlds.length - mostTlds;
  return `The TLDs here: ${tlds.slice(0, mostTlds).join(', ')}${rest > 0 ? ` and ${format.count(rest)} more` : ''}.`;
}

function AtRegistry({ question: { accountId, unasked, isAskable } }: Props) {
  const { notices } = useStores();
  const { isOn, switchOnAndLookUp } = useRegistry();
  const [isBusy, setBusy] = useState(false);

  function lookUp(): void {
    setBusy(true);
    notices.actions.report(switchOnAndLookUp([{ accountId, names: unasked }]).finally(() => setBusy(false)));
  }

  if (!isAskable)
    return 'Knows the true date. No registry is asked for names of the practice account: most are made up.';
  return (
    <Stack gap="sm" align="flex-start">
      <Text>
        Knows the true date, and proves renewals later. {registryAsks} {tldsText(unasked)} {registryLearns}
      </Text>
      <Group gap="md">
        <Button variant="filled" loading={isBusy} onClick={lookUp}>
          {isOn ? `Read ${counted(unasked.length, 'expiry', 'expiries')}` : 'Switch on and read'}
        </Button>
        {!isOn && <Text c="dimmed">You can switch it off in Settings.</Text>}
      </Group>
    </Stack>
  );
}
