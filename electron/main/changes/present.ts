import { verificationOf } from '#shared/changes/index.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { BeforeState, LockState } from '#shared/changes/parts.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import type { ReadPart } from '#shared/changes/parts.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { throttled } from '../jobs/waiting.ts';
import type { Learned } from '../portfolio/observations.ts';
import { type ContactRole, readContacts } from '../reseller/operations/contact.ts';
import { readCredits } from '../reseller/operations/credits-tlds-version.ts';
import { readLock } from '../reseller/operations/domain.ts';
import { inNotation, lookup } from '../reseller/operations/lookup.ts';
import { readNameservers } from '../reseller/operations/nameservers.ts';
import type { ChangingConnection } from './ledger.ts';

/** The present state of a domain, as far as a kind of change needs it. */
export interface Present {
  /** Contains nothing personal: this is what the journal stores. */
  readonly before: BeforeState;
  /** Unmasked; null where they were not read or could not be. */
  readonly contacts: readonly ContactFields[] | null;
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
  const { contacts, finding, ...plain } = values;
  return ok({
    before: {
      readAt: now().toISOString(),
      ...plain,
      ...(finding === undefined ? {} : { finding: finding?.kind ?? null }),
      ...(contacts === undefined ? {} : { contacts: contacts === null ? null : 'read' }),
    },
    contacts: contacts ?? null,
    finding: finding ?? null,
    troubles: read.flatMap(({ name, error }) => (error === null ? [] : [{ part: name, error }])),
  });
}

interface Values extends Omit<BeforeState, 'readAt' | 'finding' | 'contacts'> {
  readonly contacts?: readonly ContactFields[] | null;
  readonly finding?: CheckedFinding | null;
}

interface PresentPart {
  readonly name: ReadPart;
  readonly value: Values;
  readonly error: AppError | null;
}

async function readPresentPart(name: ReadPart, reads: DomainReads): Promise<PresentPart> {
  const read = await reads[name]();
  return { name, value: { [name]: read.ok ? read.value : null }, error: read.ok ? null : read.error };
}

const canDoWithout = (part: ReadPart, { kind }: AppError): boolean =>
  part !== 'finding' && (kind === 'refused' || kind === 'unreadable');

/** The observation for the portfolio; null where there is none. */
export function learnedFrom({ before }: Present): Learned | null {
  const lock = before.lock ?? null;
  const nameservers = before.nameservers ?? null;
  if (lock === null && nameservers === null) return null;
  return {
    at: before.readAt,
    source: 'read',
    ...(lock === null ? {} : { lock }),
    ...(nameservers === null ? {} : { nameservers }),
  };
}

/** The reads of one domain, each under the account's throttle. None of them writes (C9). */
export interface DomainReads {
  readonly lock: () => Promise<Result<LockState>>;
  readonly nameservers: () => Promise<Result<readonly string[]>>;
  readonly contacts: () => Promise<Result<readonly ContactFields[]>>;
  /** As decimal text. */
  readonly credit: () => Promise<Result<string>>;
  /** Always a fresh lookup, never from the cache. */
  readonly finding: () => Promise<Result<CheckedFinding>>;
}

export function readsOf(
  { client, throttle, account }: ChangingConnection,
  domain: string,
  signal: AbortSignal,
): DomainReads {
  const read = <V, T>(ask: () => Promise<Result<V>>, pick: (value: V) => T): Promise<Result<T>> =>
    throttled(throttle, async () => only(await ask(), pick), signal);
  return {
    lock: () =>
      read(
        () => client.read(readLock, { domain }, { signal }),
        ({ state }) => state,
      ),
    nameservers: () =>
      read(
        () => client.read(readNameservers, { domain }, { signal }),
        ({ nameservers }) => nameservers,
      ),
    contacts: () =>
      read(
        () => client.read(readContacts, { domain }, { signal }),
        ({ roles }) => rolesInClear(roles),
      ),
    credit: () =>
      read(
        () => client.read(readCredits, null, { signal }),
        ({ amount }) => amount,
      ),
    async finding() {
      // Everything behind the first label is looked up as the TLD.
      const dot = domain.indexOf('.');
      const tlds = [inNotation(domain.slice(dot + 1), account.options.tldNotation)];
      const label = domain.slice(0, dot);
      const found = await read(
        () => client.read(lookup, { label, tlds }, { signal }),
        ({ findings }) => findings[0]?.finding,
      );
      if (!found.ok) return found;
      return found.value === undefined
        ? fail({ kind: 'unreadable', status: 200, why: 'wrong-shape' })
        : ok(found.value);
    },
  };
}

const only = <V, T>(result: Result<V>, pick: (value: V) => T): Result<T> =>
  result.ok ? ok(pick(result.value)) : result;

/** What PHP writes for an empty text. */
const emptyShapes: ReadonlySet<string> = new Set(['[]', '{}', 'null']);

/**
 * Contacts with unmasked values, for comparing and for the review. Never stored.
 *
 * A value that is not text counts as empty where it is an empty shape, and as its JSON text otherwise.
 */
export const rolesInClear = (roles: readonly ContactRole[]): readonly ContactFields[] =>
  roles.map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => {
      const value = field.value.reveal();
      return { name: field.name, value: !field.isText && emptyShapes.has(value) ? '' : value };
    }),
  }));

/** A host name in the form for comparison: A-labels in lower case, without final dots. */
export const plainHost = (host: string): string => aLabelsOf(host.trim().replace(/\.+$/, '').toLowerCase());

/** Nameservers in the form for comparison: sorted, each once. */
export const plainHosts = (hosts: readonly string[]): readonly string[] =>
  [...new Set(hosts.map(plainHost))].sort();

export const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  plainHosts(a).join() === plainHosts(b).join();
