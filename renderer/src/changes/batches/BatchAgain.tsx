import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ContactFields } from '#shared/changes/kind.ts';
import {
  type Batch,
  type BatchAsk,
  type BatchRow,
  type FullBatchAsk,
  hasSteps,
  undoneBy,
  unreadRows,
} from '#shared/domain/batch.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import { notReadText } from '#shared/domain/not-read.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Bridge } from '../../client.ts';
import { useStores } from '../../app-stores.ts';
import { contactWith } from '../../register/register-store.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { allRows, useBatches } from './batch-store.ts';

const refusedStates: readonly ChangeState[] = ['refused', 'not-applied', 'settled'];

/** What another batch is made of: domains whose change was refused or was not done, or that were not read. */
type AgainOf = 'refused' | 'notRead';

interface Refused {
  /** Still in the portfolio. */
  readonly held: readonly string[];
  /** How many were removed, archived or transferred away since. */
  readonly gone: number;
}

/** The domains of a batch to make another of. Fails where it cannot be told which are still held. */
export async function refusedOf(
  { batches, domains }: Pick<Bridge['request'], 'batches' | 'domains'>,
  { id, accountId, ask }: Pick<Batch, 'id' | 'accountId' | 'ask'>,
  of: AgainOf,
): Promise<Result<Refused>> {
  const names = await domains.names({ accountId });
  if (!names.ok) return names;
  return mapOk(await allRows(batches, id, 'odd'), (rows) => {
    // A row that a person has marked is listed there only where it was marked as not done.
    const refused =
      of === 'notRead'
        ? unreadRows(rows)
        : rows.filter(({ state }) => state !== null && refusedStates.includes(state));
    const own = new Set(names.value.names);
    // A name that is to be registered is not held yet.
    const isHeld = ask.kind !== 'register';
    const held = refused.map(({ domain }) => domain).filter((domain) => own.has(domain) === isHeld);
    return { held, gone: refused.length - held.length };
  });
}

/** The request of a batch with every value, for another batch of the same. */
export async function fullAskOf(
  { personal }: Bridge['request']['batches'],
  { id, ask }: Pick<Batch, 'id' | 'ask'>,
): Promise<Result<FullBatchAsk>> {
  if (ask.kind !== 'contacts' && ask.kind !== 'register') return ok(ask);
  const found = await personal({ id });
  if (!found.ok) return found;
  const { roles } = found.value;
  if (roles === null)
    return fail(noLongerStored(ask.kind === 'contacts' ? 'choose Contacts…' : 'register them'));
  if (ask.kind === 'register') return ok(orderAgain(ask, roles));
  return ok({ kind: 'contacts', roles, ...(ask.unlocks === true && { unlocks: true }) });
}

/** The order of a batch of registrations again: its contacts, and its registry fields beside them. */
function orderAgain(
  { roles: sent, ...plain }: Extract<BatchAsk, { readonly kind: 'register' }>,
  roles: readonly ContactFields[],
): FullBatchAsk {
  const valuesOf = (role: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      roles
        .filter(({ name }) => name === role)
        .flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])),
    );
  const contacts = Object.fromEntries(sent.map((role) => [role, contactWith(valuesOf(role))]));
  const values = valuesOf('domainfields');
  return {
    ...plain,
    contacts,
    domainFields: Object.fromEntries(plain.domainFields.map((name) => [name, values[name] ?? ''])),
  };
}

const noLongerStored = (next: string) =>
  ({
    kind: 'invalid-input',
    field: 'ask',
    reason: `The contacts of this batch are no longer stored. Select the domains and ${next}.`,
  }) as const;

/** Domains that were not read, why, and how just these are read again: what is ready can be applied without them (H23). */
export function NotRead({
  batch,
  excluded,
}: {
  readonly batch: Batch;
  readonly excluded: readonly BatchRow[];
}) {
  if (batch.counts.notRead === 0) return null;
  const reasons = unreadRows(excluded).map(({ error }) =>
    error === null ? '' : sentencesFor(error).happened,
  );
  return (
    <Group gap="4px 12px">
      <Text c="var(--nd-caution)">{notReadText(reasons, format)}</Text>
      <BatchAgain batch={batch} of="notRead" />
    </Group>
  );
}

/**
 * Makes a new batch of the domains whose change was refused, or of those that were not read, without what is gone since. It is read and
 * reviewed as any other: nothing is sent.
 */
export function BatchAgain({ batch, of }: { readonly batch: Batch; readonly of: AgainOf }) {
  const { bridge, route, notices } = useStores();
  const batches = useBatches();
  const [isMaking, setMaking] = useState(false);

  async function make(): Promise<void> {
    setMaking(true);
    const undoes = undoneBy(batch.ask);
    if (undoes !== null) {
      // What was put back is as before already, and left out.
      const again = await batches.actions.putBack(undoes);
      setMaking(false);
      if (again.ok) route.actions.goToChanges({ kind: 'batch', batchId: again.value.id });
      else notices.actions.fail(again.error);
      return;
    }
    const refused = await refusedOf(bridge.request, batch, of);
    if (refused.ok) await makeOf(refused.value);
    else notices.actions.fail(refused.error);
    setMaking(false);
  }

  async function makeOf({ held, gone }: Refused): Promise<void> {
    const { accountId } = batch;
    const ask = await fullAskOf(bridge.request.batches, batch);
    const order = mapOk(ask, (full) => ({ accountId, ask: full, domains: [...held] }));
    const made = held.length === 0 ? null : order.ok ? await batches.actions.prepare(order.value) : order;
    if (made?.ok === false) {
      notices.actions.fail(made.error);
      return;
    }
    if (gone > 0)
      notices.actions.say(
        batch.ask.kind === 'register'
          ? `Skipped ${counted(gone, 'name', 'names')}: in your domains since`
          : `Skipped ${counted(gone, 'domain', 'domains')}: removed, archived or transferred away since`,
      );
    if (made !== null) route.actions.goToChanges({ kind: 'batch', batchId: made.value.id });
  }

  return (
    <Button
      // To lock again what was left unlocked comes first.
      variant={hasSteps(batch.ask) || of === 'notRead' ? 'default' : 'filled'}
      loading={isMaking}
      onClick={() => void make()}
    >
      {againWords(batch, of)}
    </Button>
  );
}

function againWords({ ask, counts }: Batch, of: AgainOf): string {
  if (of === 'notRead') return `New batch of ${counted(counts.notRead, 'domain', 'domains')} not read`;
  // Of the steps of one domain, several may have been refused.
  return hasSteps(ask)
    ? 'New batch of what was refused'
    : `New batch of ${counted(counts.refused, 'refused domain', 'refused domains')}`;
}
