import { createHash } from 'node:crypto';
import { type ChangeAsk, changeAsk } from '#shared/changes/index.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
import type { Change } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Keyed } from '../accounts/encryption.ts';
import { withinPlaceTimeout } from '../jobs/waiting.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { encodeForm } from '../reseller/form.ts';
import { asciiName } from '../reseller/operation.ts';
import { invalidInput, jsonIn } from '../system/texts.ts';
import { kindInMain, readsOf } from './kinds/index.ts';
import type { Bound, Personal } from './kinds/kind.ts';
import type { ChangingConnection, Context } from './ledger.ts';
import { baselineAt } from './registry-reads.ts';
import { observedIn, type Present, readPresent } from './present.ts';

/** A change as it is sent: the review, the digest and the request are made from the same form. */
export interface Order {
  /** As A-labels. */
  readonly domain: string;
  readonly ask: ChangeAsk;
  /** Below the base URL. */
  readonly path: string;
  /** The form's fields in the order in which they are sent. Personal. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /**
   * A digest of everything that is sent, hexadecimal: SHA-256, or with the change's key. The change's id is part of it, so that
   * equal orders have different digests.
   */
  readonly digestFor: (changeId: string, keyed: Keyed | null) => string;
  /** Sends it. To be called once for each attempt, and only by the gate, which has the `Sending` it needs. */
  readonly write: Bound['write'];
}

/** The order for a change. Fails with: `invalid-input`, as the operation itself would. */
export function orderOf(name: string, ask: ChangeAsk, options: AccountOptions): Result<Order> {
  const domain = asciiName('domain', name.trim().replace(/\.$/, ''));
  if (!domain.ok) return domain;
  const bound = kindInMain(ask.kind).request(domain.value, ask);
  const call = bound.ask(options);
  if (!call.ok) return call;
  const path = `/${call.value.path.join('/')}`;
  const body = encodeForm(call.value.form ?? []);
  return ok({
    domain: domain.value,
    ask,
    path,
    fields: [...new URLSearchParams(body)].map(([field, value]) => ({ name: field, value })),
    digestFor: (changeId, keyed) => (keyed ?? sha256)(`${changeId}\n${path}\n${body}`),
    write: bound.write,
  });
}

const sha256: Keyed = (text) => createHash('sha256').update(text).digest('hex');

/** A connection with the order that goes over it. */
export interface Addressed {
  readonly connection: ChangingConnection;
  readonly order: Order;
}

/**
 * The connection and order for a change. A read or a write waits at most 30 s for the throttle. Fails with: `invalid-input`,
 * and what a connection fails with.
 */
export async function addressed(
  { connections, timer }: Pick<Context, 'connections' | 'timer'>,
  accountId: string,
  domain: string,
  ask: ChangeAsk,
): Promise<Result<Addressed>> {
  const connection = await connections.of(accountId);
  if (!connection.ok) return connection;
  const order = orderOf(domain, ask, connection.value.account.options);
  if (!order.ok) return order;
  const throttle = withinPlaceTimeout(connection.value.throttle, timer);
  return ok({ connection: { ...connection.value, throttle }, order: order.value });
}

/** Ends with the connection, the program or what a person stops. */
export const endOf = (
  { closing }: Pick<Context, 'closing'>,
  { ended }: Pick<ChangingConnection, 'ended'>,
  stop: AbortSignal | null,
): AbortSignal => AbortSignal.any([ended, closing, ...(stop === null ? [] : [stop])]);

/** Reads the present state and passes it to the portfolio. Fails with: what `readPresent` fails with. */
export async function presentFor(
  context: Pick<Context, 'portfolio' | 'registry' | 'timer' | 'now' | 'onBug'>,
  { connection, order }: Addressed,
  signal: AbortSignal = connection.ended,
): Promise<Result<Present>> {
  const { domain } = order;
  const registry = () => baselineAt(context, { accountId: connection.account.id, domain }, signal);
  const reads = readsOf(connection, domain, signal, registry);
  const present = await readPresent(order.ask.kind, reads, context.now);
  if (present.ok) tellPortfolio(context, connection, domain, present.value);
  return present;
}

export function tellPortfolio(
  { portfolio, onBug }: { readonly portfolio: Pick<Portfolio, 'observe'>; readonly onBug: Context['onBug'] },
  { account }: ChangingConnection,
  domain: string,
  present: Present,
): void {
  const observed = observedIn(present);
  if (observed !== null) portfolio.observe(account.id, domain, observed).catch(onBug);
}

/** The request of a change that is in the journal. Fails with: `invalid-input`, `keychain`, `storage`. */
export async function askOf(context: Context, { id, what }: Change): Promise<Result<ChangeAsk>> {
  const plain = kindInMain(what.kind).asked(what);
  if (plain !== null) return ok(plain);
  const opened = await decryptAsk(context, id);
  if (!opened.ok) return opened;
  return opened.value === null
    ? refusedBecause('What was to be sent is no longer stored. Withdraw the change and start again.')
    : ok(opened.value);
}

export const refusedBecause = (reason: string): Result<never> => invalidInput('id', reason);

const purposeFor = (changeId: string): string => `change ${changeId}`;

/**
 * The key for digests of what a change sends, and of what was seen before; null where it sends nothing personal. That of a row of
 * a batch is its own before there is a change: the row is reviewed first.
 */
export const keyedFor = async (
  { sealing }: Pick<Context, 'sealing'>,
  ask: ChangeAsk,
  { id, batchId, domain }: Pick<Change, 'id' | 'batchId' | 'domain'>,
): Promise<Keyed | null> =>
  kindInMain(ask.kind).personal(ask) === null
    ? null
    : await sealing.keyed(batchId === null ? purposeFor(id) : `batch ${batchId} ${domain}`);

/** What a change sends, where that is personal; null where it is not, or is not stored any more. Fails with: `keychain`, `storage`. */
export async function sentBy(
  context: Pick<Context, 'journal' | 'sealing'>,
  change: Change,
): Promise<Result<Personal | null>> {
  if (kindInMain(change.what.kind).asked(change.what) !== null) return ok(null);
  const opened = await decryptAsk(context, change.id);
  if (!opened.ok || opened.value?.kind !== change.what.kind) return opened.ok ? ok(null) : opened;
  const keyed = await keyedFor(context, opened.value, change);
  return ok(keyed && { ask: opened.value, keyed });
}

/** The personal data of a change, encrypted; null where there is none, or where the keychain cannot encrypt now. */
export async function encryptAsk(
  { sealing }: Pick<Context, 'journal' | 'sealing'>,
  changeId: string,
  ask: ChangeAsk,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (kindInMain(ask.kind).personal(ask) === null) return null;
  const sealed = await sealing.seal(JSON.stringify(ask), purposeFor(changeId));
  return sealed.ok ? sealed.value : null;
}

/**
 * The decrypted request of a change; null where none was stored, or it cannot be decrypted or parsed any more.
 *
 * Fails with: `keychain`, `storage`.
 */
export async function decryptAsk(
  { journal, sealing }: Pick<Context, 'journal' | 'sealing'>,
  changeId: string,
): Promise<Result<ChangeAsk | null>> {
  const sealed = await journal.sealed({ id: changeId });
  if (!sealed.ok || sealed.value === null) return sealed.ok ? ok(null) : sealed;
  return await openedAsk(sealing, sealed.value, purposeFor(changeId));
}

/** The request that was encrypted; null where it cannot be decrypted or parsed any more. Fails with: `keychain`. */
export async function openedAsk(
  sealing: Context['sealing'],
  sealed: Uint8Array,
  purpose: string,
): Promise<Result<ChangeAsk | null>> {
  const opened = await sealing.open(new Uint8Array(sealed), purpose);
  if (!opened.ok) return opened;
  const parsed = changeAsk.safeParse(jsonIn(opened.value ?? ''));
  return ok(parsed.success ? parsed.data : null);
}
