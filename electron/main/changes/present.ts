import { createHash } from 'node:crypto';
import { type ReadPart, verificationOf } from '#shared/changes/verification.ts';
import {
  type BeforeState,
  type ChangeAsk,
  type ChangeKind,
  type ContactFields,
  type LockState,
  registrationRoles,
} from '#shared/domain/change.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import type { DigestedRoles, PersonalDigests } from '#shared/domain/journal.ts';
import type { AppError, ChangedPart } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { throttled } from '../jobs/waiting.ts';
import type { Learned } from '../portfolio/portfolio.ts';
import type { ContactRole } from '../reseller/operations/contact.ts';
import { inNotation } from '../reseller/operations/lookup.ts';
import type { ChangingConnection } from './ledger.ts';

export type PresentPart = ReadPart;

/** The present state of a domain, as far as a kind of change needs it. */
export interface Present {
  /** Contains nothing personal: this is what the journal stores. */
  readonly before: BeforeState;
  /** Unmasked; null where they were not read or could not be. */
  readonly contacts: readonly ContactFields[] | null;
  readonly finding: CheckedFinding | null;
  /** The parts that the service refused to show or answered unreadably. */
  readonly troubles: readonly { readonly part: PresentPart; readonly error: AppError }[];
}

/**
 * Reads the state that a change of `kind` has to be compared with.
 *
 * Fails with: what reading fails with. `refused` and `unreadable` are listed as troubles instead, except for the finding of a
 * registration: nothing is ordered without it.
 */
export async function readPresent(kind: ChangeKind, reads: Reads, now: () => Date): Promise<Result<Present>> {
  const read = await Promise.all(verificationOf(kind).before.map((part) => readPart(part, reads)));
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

interface PartRead {
  readonly name: PresentPart;
  readonly value: Values;
  readonly error: AppError | null;
}

async function readPart(name: PresentPart, reads: Reads): Promise<PartRead> {
  const read = await reads[name]();
  return { name, value: { [name]: read.ok ? read.value : null }, error: read.ok ? null : read.error };
}

const canDoWithout = (part: PresentPart, { kind }: AppError): boolean =>
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
export interface Reads {
  readonly lock: () => Promise<Result<LockState>>;
  readonly nameservers: () => Promise<Result<readonly string[]>>;
  readonly contacts: () => Promise<Result<readonly ContactFields[]>>;
  /** As decimal text. */
  readonly credit: () => Promise<Result<string>>;
  /** Always a fresh lookup, never from the cache. */
  readonly finding: () => Promise<Result<CheckedFinding>>;
}

/** The most nameservers that the journal stores. */
const mostHosts = 13;

export function readsOf(
  { client, throttle, account }: ChangingConnection,
  domain: string,
  signal: AbortSignal,
): Reads {
  const read = <V, T>(ask: () => Promise<Result<V>>, pick: (value: V) => T): Promise<Result<T>> =>
    throttled(throttle, async () => only(await ask(), pick), signal);
  return {
    lock: () =>
      read(
        () => client.readLock({ domain }, { signal }),
        ({ state }) => state,
      ),
    nameservers: () =>
      read(
        () => client.readNameservers({ domain }, { signal }),
        ({ nameservers }) => nameservers.slice(0, mostHosts).map((host) => host.slice(0, 255)),
      ),
    contacts: () =>
      read(
        () => client.readContacts({ domain }, { signal }),
        ({ roles }) => rolesInClear(roles),
      ),
    credit: () =>
      read(
        () => client.readCredits({ signal }),
        ({ amount }) => amount,
      ),
    async finding() {
      // Everything behind the first label is looked up as the TLD.
      const dot = domain.indexOf('.');
      const tlds = [inNotation(domain.slice(dot + 1), account.options.tldNotation)];
      const label = domain.slice(0, dot);
      const found = await read(
        () => client.lookup({ label, tlds }, { signal }),
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

/**
 * The present state that a change of `kind` depends on, as text for comparison with a later one: equal where nothing relevant
 * has changed, empty where nothing can be read. Contains nothing personal, so no contacts.
 */
export function presentText(kind: ChangeKind, present: Omit<BeforeState, 'readAt'>): string {
  if (kind === 'lock') return present.lock ?? '';
  if (kind === 'nameservers') return plainHosts(present.nameservers ?? []).join(', ');
  return kind === 'register' ? (present.finding ?? '') : '';
}

/** Which part differs where two texts of {@link presentText} differ. */
export const partOf = (kind: ChangeKind): ChangedPart => parts[kind] ?? 'review';

const parts: Readonly<Partial<Record<ChangeKind, ChangedPart>>> = {
  lock: 'lock',
  nameservers: 'nameservers',
  contacts: 'contacts',
  register: 'finding',
};

/** A host name in the form for comparison: A-labels in lower case, without final dots. */
export const plainHost = (host: string): string => aLabelsOf(host.trim().replace(/\.+$/, '').toLowerCase());

/** Nameservers in the form for comparison: sorted, each once. */
const plainHosts = (hosts: readonly string[]): readonly string[] => [...new Set(hosts.map(plainHost))].sort();

export const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  plainHosts(a).join() === plainHosts(b).join();

/**
 * The personal values that a change sends, as salted digests: enough to compare with what is read later, and no values can be
 * read from them.
 *
 * @param salt Made for this change alone. @param before The values read of the same roles; null where they could not be read.
 * @returns Null for a change that sends nothing personal.
 */
export function personalDigests(
  ask: ChangeAsk,
  before: readonly ContactFields[] | null,
  salt: string,
): PersonalDigests | null {
  if (ask.kind === 'register') return { salt, roles: digested(salt, registrationFieldsOf(ask)) };
  if (ask.kind !== 'contacts') return null;
  const roles = digested(salt, ask.roles);
  if (before === null) return { salt, roles };
  return { salt, roles, before: digested(salt, sameFieldsOf(ask.roles, before)) };
}

/** Exactly the roles and fields of `wanted`, with the values of `read`; a missing one counts as empty. */
const sameFieldsOf = (
  wanted: readonly ContactFields[],
  read: readonly ContactFields[],
): readonly ContactFields[] =>
  wanted.map(({ name: role, fields }) => ({
    name: role,
    fields: fields.map(({ name }) => ({ name, value: valueIn(read, role, name) })),
  }));

/**
 * The present state that a change depends on, as text for comparison with a later one: `presentText`, or for contacts a digest.
 * Empty where it could not be read.
 */
export function seenText(ask: ChangeAsk, present: Present, personal: PersonalDigests | null): string {
  if (ask.kind !== 'contacts') return presentText(ask.kind, present.before);
  if (personal === null || present.contacts === null) return '';
  const roles = digested(personal.salt, sameFieldsOf(ask.roles, present.contacts));
  return createHash('sha256').update(JSON.stringify(roles)).digest('hex');
}

export const valueIn = (roles: readonly ContactFields[], role: string, field: string): string =>
  roles.find(({ name }) => name === role)?.fields.find(({ name }) => name === field)?.value ?? '';

/** White space around a value is ignored: services are known to trim it. */
export const digestOf = (salt: string, role: string, field: string, value: string): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, role, field, value.trim()]))
    .digest('hex');

const digested = (salt: string, roles: readonly ContactFields[]): DigestedRoles =>
  roles.map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => ({
      name: field.name,
      digest: digestOf(salt, name, field.name, field.value),
    })),
  }));

type Registration = Extract<ChangeAsk, { readonly kind: 'register' }>;

/** Builds the full name where only its parts were given: the service returns it as one field. */
function registrationFieldsOf({ contacts }: Registration): readonly ContactFields[] {
  return registrationRoles.flatMap((name): ContactFields[] => {
    const contact = contacts[name];
    if (contact === undefined) return [];
    const fullname = contact.fullname.trim() || `${contact.firstname} ${contact.lastname}`.trim();
    const fields = Object.entries({ ...contact, fullname }).map(([field, value]) => ({ name: field, value }));
    return [{ name, fields }];
  });
}

/** The fields of `digests` whose values differ in `read`, as `Role: Field`; a missing field counts as empty. */
export function differingFields(
  salt: string,
  digests: DigestedRoles,
  read: readonly ContactFields[],
): readonly string[] {
  return digests.flatMap(({ name: role, fields }) =>
    fields
      .filter(({ name, digest }) => digestOf(salt, role, name, valueIn(read, role, name)) !== digest)
      .map(({ name }) => `${role}: ${name}`),
  );
}
