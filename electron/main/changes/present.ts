import { verificationOf } from '#shared/changes/index.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { BeforeState, ReadPart } from '#shared/changes/parts.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import {
  type CheckedFinding,
  type Finding,
  isBuyable,
  isFresh,
  isSamePrice,
  notGiven,
  type Price,
  renewalPrice,
} from '#shared/domain/finding.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { type AppError, isNotFound } from '#shared/errors.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { throttled } from '../jobs/waiting.ts';
import { searchedAccount } from '../lookups/search.ts';
import type { Observed } from '../portfolio/observations.ts';
import type { Operation } from '../reseller/operation.ts';
import type { ChangingConnection, Context } from './ledger.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';

/** A role as the service shows it. */
export interface ContactsShown extends ContactFields {
  /** `isText`: false where the answer held something other than a text; otherwise left out. `isUnsafe`: see `ContactField`. */
  readonly fields: readonly (ContactFields['fields'][number] & {
    readonly isText?: false;
    readonly isUnsafe?: true;
  })[];
}

/** The present state of a domain, as far as a kind of change needs it. */
export interface Present {
  /** Contains nothing personal: this is what the journal stores. */
  readonly before: BeforeState;
  /** Unmasked; null where they were not read or could not be. */
  readonly contacts: readonly ContactsShown[] | null;
  readonly finding: CheckedFinding | null;
  /** The parts that the service refused to show or answered unreadably. */
  readonly troubles: readonly { readonly part: ReadPart; readonly error: AppError }[];
}

/**
 * Reads the state that a change of `kind` has to be compared with.
 *
 * Fails with: what reading fails with. `refused` and `unreadable` are listed as troubles instead, except for the finding of a
 * registration: nothing is ordered without it.
 */
export async function readPresent(
  kind: ChangeKind,
  reads: DomainReads,
  now: () => Date,
): Promise<Result<Present>> {
  const read = await Promise.all(verificationOf(kind).before.map((part) => readPresentPart(part, reads)));
  const failed = read.find((part) => part.error !== null && !canDoWithout(part.name, part.error));
  if (failed?.error != null) return { ok: false, error: failed.error };
  const values: Values = Object.assign({}, ...read.map(({ value }) => value)) as Values; // Proof: each one is a part of `Values`.
  const { contacts, finding, registry, ...plain } = values;
  return ok({
    before: {
      readAt: now().toISOString(),
      ...plain,
      ...(registry == null ? {} : { registry }),
      ...(finding === undefined ? {} : { finding: finding?.kind ?? null }),
      ...(contacts === undefined ? {} : { contacts: contacts === null ? null : 'read' }),
    },
    contacts: contacts ?? null,
    finding: finding ?? null,
    troubles: read.flatMap(({ name, error }) => (error === null ? [] : [{ part: name, error }])),
  });
}

interface Values extends Omit<BeforeState, 'readAt' | 'finding' | 'contacts'> {
  readonly contacts?: readonly ContactsShown[] | null;
  readonly finding?: CheckedFinding | null;
}

async function readPresentPart(name: ReadPart, reads: DomainReads) {
  const read = await reads[name]();
  const value: Values = { [name]: read.ok ? read.value : null };
  return { name, value, error: read.ok ? null : read.error };
}

const canDoWithout = (part: ReadPart, { kind }: AppError): boolean =>
  part !== 'finding' && (kind === 'refused' || kind === 'unreadable');

/** The observation for the portfolio; null where there is none. */
export function observedIn({ before, troubles }: Present): Observed | null {
  const lock = before.lock ?? null;
  const nameservers = before.nameservers ?? null;
  // Only what is this domain's own: a refused key says nothing of it.
  const notFound = domainParts.flatMap((part) =>
    troubles
      .filter((trouble) => trouble.part === part && isNotFound(trouble.error))
      .map(({ error }) => ({ part, error })),
  );
  if (lock === null && nameservers === null && notFound.length === 0) return null;
  return {
    at: before.readAt,
    source: 'read',
    troubles: notFound,
    ...(lock === null ? {} : { lock }),
    ...(nameservers === null ? {} : { nameservers }),
  };
}

/** What a read shows of a part: of contacts and findings more than the journal stores. */
interface Shown extends Omit<
  { readonly [P in ReadPart]: NonNullable<BeforeState[P]> },
  'contacts' | 'finding' | 'registry'
> {
  readonly contacts: readonly ContactsShown[];
  readonly finding: CheckedFinding;
  /** Null where it is not asked. */
  readonly registry: RegistryReading | null;
}

/** The reads of one domain. None of them writes (C9). */
export type DomainReads = { readonly [P in ReadPart]: () => Promise<Result<Shown[P]>> };

/** How a part is read: each stands beside the kind of change that it is read for. */
export type PartReads = {
  readonly [P in Exclude<ReadPart, 'registry'>]: (from: ReadFrom) => Promise<Result<Shown[P]>>;
};

/** Where a part is read, and until when. */
interface ReadFrom {
  readonly connection: Pick<ChangingConnection, 'account' | 'client' | 'throttle'>;
  readonly domain: string;
  readonly signal: AbortSignal;
}

/** Asks one operation under the account's throttle, and picks the part from the answer. */
export async function readPart<I, V extends object, T>(
  { connection: { client, throttle }, signal }: ReadFrom,
  operation: Operation<I, V, 'read'>,
  input: NoInfer<I>,
  pick: (value: V) => T,
): Promise<Result<T>> {
  return mapOk(await throttled(throttle, () => client.read(operation, input, { signal }), signal), pick);
}

/** Nameservers in the form for comparison: sorted, each once. */
export const plainHosts = (hosts: readonly string[]): readonly string[] =>
  [...new Set(hosts.map(plainHost))].sort();

export const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  plainHosts(a).join() === plainHosts(b).join();

/** What the renewal of a name costs, as far as it is known. `error`: why the lookup for it failed. */
export interface RenewalPrice {
  readonly price: Price;
  readonly error: AppError | null;
  /** The lookup found that the name can be registered (H9). */
  readonly isFree?: true;
}

/** What a free name costs to renew is no price of a renewal. */
const renewalPriceIn = ({ kind, prices }: PricedFinding, periodYears: number): RenewalPrice =>
  isBuyable(kind)
    ? { price: notGiven, error: null, isFree: true }
    : { price: renewalPrice(prices, periodYears), error: null };

export type PricedFinding = Pick<Finding, 'kind' | 'prices'>;

/** The renewal price from a lookup of the last day; null where there is none. What was free then may be held by now: it is looked up anew. */
export const freshRenewalPrice = (
  finding: (PricedFinding & Pick<Finding, 'checkedAt'>) | undefined,
  periodYears: number,
  now: Date,
): RenewalPrice | null =>
  finding !== undefined && isFresh(finding, now) && !isBuyable(finding.kind)
    ? renewalPriceIn(finding, periodYears)
    : null;

/** The renewal price from a lookup of the last day; null where there is none. */
async function knownRenewalPrice(
  { findings, now }: Pick<Context, 'findings' | 'now'>,
  { connection, domain }: ReadFrom,
  periodYears: number,
): Promise<RenewalPrice | null> {
  const known = await findings.known({ accountId: connection.account.id, domains: [domain] });
  const finding = known.ok ? known.value.find((one) => one.domain === domain) : undefined;
  return freshRenewalPrice(finding, periodYears, now());
}

/** The renewal price from a lookup of the last day; where there is none, the name is looked up now. */
export const renewalPriceNow = async (
  context: Pick<Context, 'findings' | 'now'>,
  from: ReadFrom,
  periodYears: number,
): Promise<RenewalPrice> =>
  (await knownRenewalPrice(context, from, periodYears)) ??
  (await lookUpRenewalPrice(context.findings, from, periodYears));

/**
 * The renewal price right before it is sent: looked up now, as a registration is, because what was found earlier would be compared with
 * itself (H6). Where no price was seen there is none to compare: a lookup that is never answered must not hold the change up.
 */
export async function renewalPriceToSend(
  context: Pick<Context, 'findings' | 'now'>,
  from: ReadFrom,
  periodYears: number,
  seen: Price | null,
): Promise<RenewalPrice> {
  if (!isSamePrice(seen, notGiven)) return await lookUpRenewalPrice(context.findings, from, periodYears);
  return (await knownRenewalPrice(context, from, periodYears)) ?? { price: notGiven, error: null };
}

/** What is found is stored as from any lookup. A failure leaves the price *not given*: no name is excluded by it. */
export async function lookUpRenewalPrice(
  findings: Context['findings'],
  from: ReadFrom,
  periodYears: number,
): Promise<RenewalPrice> {
  const found = await lookUpName(findings, from);
  if (!found.ok) return { price: notGiven, error: found.error };
  return found.value === null ? { price: notGiven, error: null } : renewalPriceIn(found.value, periodYears);
}

/** Looks one name up and stores what is found; null where the answer says nothing of it. */
export async function lookUpName(
  findings: Context['findings'],
  { connection, domain, signal }: ReadFrom,
): Promise<Result<Finding | null>> {
  // Everything behind the first label is looked up as the TLD.
  const [label = '', ...tld] = domain.split('.');
  const question = { label, tlds: [tld.join('.')] };
  const { lookUp } = searchedAccount(connection, findings);
  const found = await throttled(connection.throttle, () => lookUp(question, signal), signal);
  return mapOk(found, ([finding]) => finding ?? null);
}
