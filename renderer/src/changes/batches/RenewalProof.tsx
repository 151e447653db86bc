import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { verificationOf } from '#shared/changes/index.ts';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import { isProven } from '#shared/domain/change.ts';
import { plural } from '#shared/domain/counting.ts';
import { notAtRegistry, readAgainWithin, type ShownBy, shownByText } from '#shared/domain/renewal-proof.ts';
import { useAccount, useStores } from '../../app-stores.ts';
import { isAskable, isRegistryOn } from '../../domains/readings-store.ts';
import { format, useNowMs } from '../../ui/Formats.tsx';
import { allRows, proofOf, unprovenOf } from './batch-store.ts';
import { useLocksFirst } from './LockRegistered.tsx';
import { isDone, useBatchOf } from './next-batch.ts';

type Asked = Omit<ShownBy, 'domains'>;

/** Whether registries are asked for names of the account, and whether the date of a sync is taken. */
function useAsked(accountId: string): Asked {
  const { accounts, settings } = useStores();
  const account = useAccount(accountId);
  const known = useStore(settings);
  const isReal = isAskable(useStore(accounts), known, accountId);
  return {
    asksRegistries: isRegistryOn(known) && isReal,
    takesSync: account?.options.expiryFromSync === true,
  };
}

const shownBy = (asked: Asked, rows: readonly BatchRow[]): ShownBy => ({
  ...asked,
  domains: rows.map(({ domain, renewal }) => ({ domain, isAtRegistry: renewal?.isAtRegistry === true })),
});

/**
 * What shows that the changes of a batch were done, where reading back does not.
 *
 * @param rows Those in question; null while they are not known.
 */
export function useProofText({ accountId, ask }: Batch, rows: readonly BatchRow[] | null): string {
  const asked = useAsked(accountId);
  if (ask.kind !== 'renew') return verificationOf(ask.kind).words.answerAlone;
  return rows === null || rows.length === 0 ? '' : shownByText(shownBy(asked, rows), format);
}

/** What took effect, and no registry has shown. */
const isUnproven = ({ state, settledAs, proof }: BatchRow): boolean =>
  isDone({ state, settledAs }) && !isProven({ proof });

/** The rows of a batch that is over that took effect and are not proven; null while they are not known. */
export function useUnproven(batch: Batch): readonly BatchRow[] | null {
  const { request } = useStores().bridge;
  const { id, state } = batch;
  const count = state === 'done' || state === 'stopped' ? unprovenOf(batch) : 0;
  const [read, setRead] = useState<{ readonly count: number; readonly rows: readonly BatchRow[] } | null>(
    null,
  );
  useEffect(() => {
    let isDrawn = count > 0;
    if (isDrawn)
      void allRows(request.batches, id, 'to-do', () => isDrawn).then((rows) => {
        if (isDrawn && rows.ok) setRead({ count, rows: rows.value.filter(isUnproven) });
      });
    return () => {
      isDrawn = false;
    };
  }, [request, id, count]);
  return read?.count === count ? read.rows : null;
}

/** What is accepted and not proven, what will show it, and when that is read. Empty where nothing rests on an answer alone. */
export function useAcceptedText(batch: Batch, unproven: readonly BatchRow[] | null): string {
  const by = useProofText(batch, unproven);
  const { asksRegistries } = useAsked(batch.accountId);
  const nowMs = useNowMs();
  if (proofOf(batch) !== 'answer' || unprovenOf(batch) === 0) return '';
  const isAtRegistry = unproven?.some(({ renewal }) => renewal?.isAtRegistry === true) ?? false;
  const again = asksRegistries && isAtRegistry ? readAgainWithin(nowMs - Date.parse(batch.changedAt)) : null;
  return ['Accepted: no proof yet.', by, again === null ? '' : `Checked again within ${again}.`]
    .filter((text) => text !== '')
    .join(' ');
}

const readWords = ({ length }: readonly string[]): string =>
  `Have the service read ${plural(length, 'it', `these ${format.count(length)}`)} again…`;

/** No order says until when a domain is registered: offered where a sync may, and no registry does. */
export function SyncRenewed({
  batch,
  unproven,
}: {
  readonly batch: Batch;
  readonly unproven: readonly BatchRow[] | null;
}) {
  const { accountId, counts } = batch;
  const asked = useAsked(accountId);
  const sync = useBatchOf(accountId, { kind: 'sync' });
  const isSecond = useLocksFirst(batch);
  const domains = asked.takesSync ? notAtRegistry(shownBy(asked, unproven ?? [])) : [];
  if (domains.length === 0) return null;
  return (
    <Button
      variant={counts.uncertain + counts.refused > 0 || isSecond ? 'default' : 'filled'}
      onClick={() => void sync(domains)}
    >
      {readWords(domains)}
    </Button>
  );
}

/** Renewals that were accepted and not charged, with the one step that shows whether they were done. */
export function Uncharged({
  batch,
  excluded,
}: {
  readonly batch: Pick<Batch, 'accountId'>;
  readonly excluded: readonly BatchRow[];
}) {
  const sync = useBatchOf(batch.accountId, { kind: 'sync' });
  const domains = excluded
    .filter(({ remarks }) => remarks.some(({ step }) => step === 'sync'))
    .map(({ domain }) => domain);
  if (domains.length === 0) return null;
  return (
    <Group gap="4px 12px">
      <Text c="var(--nd-caution)">
        {plural(
          domains.length,
          'The renewal of 1 domain was accepted and is not yet charged. Its expiry decides.',
          `The renewals of ${format.count(domains.length)} domains were accepted and are not yet charged. Their expiry decides.`,
        )}
      </Text>
      <Button size="compact-sm" onClick={() => void sync(domains)}>
        {readWords(domains)}
      </Button>
    </Group>
  );
}
