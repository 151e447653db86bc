import type { ContactFields } from '#shared/changes/kind.ts';
import type { Batch, BatchAsk, FullBatchAsk } from '#shared/domain/batch.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Bridge } from '#shared/routes.ts';
import { contactWith } from '../../register/register-store.ts';
import { allRows } from './batch-store.ts';

const refusedStates: readonly ChangeState[] = ['refused', 'not-applied', 'settled'];

export interface Refused {
  /** Still in the portfolio. */
  readonly held: readonly string[];
  /** How many were removed, archived or transferred away since. */
  readonly gone: number;
}

/** The domains of a batch whose change was refused, or was not done. Fails where it cannot be told which are still held. */
export async function refusedOf(
  { batches, domains }: Pick<Bridge['request'], 'batches' | 'domains'>,
  { id, accountId, ask }: Pick<Batch, 'id' | 'accountId' | 'ask'>,
): Promise<Result<Refused>> {
  const names = await domains.names({ accountId });
  if (!names.ok) return names;
  return mapOk(await allRows(batches, id, 'odd'), (rows) => {
    // A row that a person has marked is listed there only where it was marked as not done.
    const refused = rows.filter(({ state }) => state !== null && refusedStates.includes(state));
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
