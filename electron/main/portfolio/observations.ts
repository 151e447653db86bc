import type { LockState } from '#shared/changes/parts.ts';
import type { SyncAnswer } from '#shared/domain/change.ts';
import { expiriesIn, type Expiry } from '#shared/domain/expiry.ts';
import type { DomainPart, Known, KnownSource } from '#shared/domain/portfolio.ts';
import { factsIn, type RegistryReading } from '#shared/domain/registry.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Kept } from '../reseller/client.ts';
import type { ContactSet } from '../reseller/operations/contact.ts';
import type { DomainObservation } from '../workspace/repositories/domain-observations.ts';
import { type Found, type RefreshedPart, tidied } from './reading.ts';
import { registrantNameIn, type Registrants, registrantTextIn } from './registrants.ts';

/** What a change, or a read around it, has shown of a domain. */
export interface Observed {
  readonly at: string;
  readonly source: KnownSource;
  readonly lock?: LockState;
  readonly nameservers?: readonly string[];
  /** As read after a change of them. */
  readonly contacts?: ContactSet;
  /** What could not be read, for a reason that is the domain's own. */
  readonly troubles?: readonly { readonly part: DomainPart; readonly error: AppError }[];
  readonly syncAnswer?: SyncAnswer;
  readonly registry?: RegistryReading;
  /** It is the effect of a change that was done: see `DomainObservation.effectAt`. */
  readonly isEffect?: boolean;
  /** What the registry showed before the change: a renewal counts from there where nothing newer is known. */
  readonly baseline?: RegistryReading | null | undefined;
  /** The name was registered by this program: it is added to the portfolio where it is missing. */
  readonly isRegistered?: boolean;
  /** The domain was renewed or registered by this program: its expiry is expected to move by this many years, or to be in so many. */
  readonly renewal?: { readonly years: number; readonly sentAt: string };
  readonly child?:
    | { readonly host: string; readonly addresses: readonly string[] }
    | { readonly host: string; readonly isGone: true };
}

/** The account whose domains were read, and the store for their registrants' names. */
interface ReadingOwner {
  readonly accountId: string;
  readonly registrants: Registrants;
}

/**
 * Converts what was read to observations for the workspace. A registrant's name that cannot be encrypted stays in memory; the
 * keychain is then not asked again for the rest of the batch.
 */
export async function observationsFromReading(
  read: readonly RefreshedPart[],
  deps: ReadingOwner,
): Promise<DomainObservation[]> {
  const observations: DomainObservation[] = [];
  let keychainFailed = false;
  for (const { name, part, at, found } of read) {
    if (!found.ok) {
      observations.push({ name, troubles: [{ part, error: found.error, at }] });
      continue;
    }
    const seen = found.value.part === 'contacts' ? found.value : null;
    const known: Registrant | null =
      seen === null ? null : await registrantOf(name, { ...seen, at, source: 'read' }, deps, keychainFailed);
    keychainFailed ||= seen !== null && known === null;
    observations.push({ name, wellRead: [{ part, at }], ...valueOf(found.value, at, known) });
  }
  return observations;
}

type Registrant = NonNullable<DomainObservation['registrant']>;

interface RegistrantSeen extends Pick<Registrant, 'at' | 'source'> {
  /** His name. */
  readonly registrant: string;
  /** See `registrantTextIn`. */
  readonly text?: string;
}

/** The name, encrypted, with a digest of what was seen; null where it cannot be, and then the name is kept in memory. */
async function registrantOf(
  domain: string,
  { registrant: name, text = '', at, source }: RegistrantSeen,
  { accountId, registrants }: ReadingOwner,
  keychainFailed: boolean,
): Promise<Registrant | null> {
  const sealed = keychainFailed ? null : await registrants.seal(accountId, domain, name);
  if (sealed === null) {
    registrants.remember(accountId, domain, { value: name, at, source });
    return null;
  }
  const digest = text === '' ? null : await registrants.digest(accountId, domain, text);
  return { value: sealed, at, source, ...(digest !== null && { digest }) };
}

/** The registrant as shown by contacts that were read after a change of them; null where they were not, or it cannot be stored. */
export const registrantAfter = async (
  domain: string,
  { at, source, contacts }: Pick<Observed, 'at' | 'source' | 'contacts'>,
  owner: ReadingOwner,
): Promise<Registrant | null> =>
  contacts === undefined
    ? null
    : await registrantOf(domain, { ...seenIn(contacts), at, source }, owner, false);

export const seenIn = (contacts: ContactSet): Required<Pick<RegistrantSeen, 'registrant' | 'text'>> => ({
  registrant: registrantNameIn(contacts),
  text: registrantTextIn(contacts),
});

function valueOf(found: Found, at: string, registrant: Registrant | null): Partial<DomainObservation> {
  switch (found.part) {
    case 'lock':
      return { lock: { value: found.lock, at, source: 'read' } };
    case 'nameservers':
      return { nameservers: { value: found.nameservers, at, source: 'read' } };
    case 'contacts':
      return registrant === null ? {} : { registrant };
    default:
      return assertNever(found);
  }
}

/** The observation of a change. Expiry and transfer state always have the source `sync`: only a sync reports them. */
export function observationFromChange(name: string, observed: Observed): DomainObservation {
  const { at, source, syncAnswer, troubles = [] } = observed;
  const lock = known(observed.lock, at, source);
  const nameservers = known(observed.nameservers && tidied(observed.nameservers), at, source);
  return {
    name,
    lock,
    nameservers,
    expiries: [
      ...expiriesOf(syncAnswer, at),
      ...[observed.baseline, observed.registry].flatMap((reading) => (reading ? expiriesIn(reading) : [])),
    ],
    ...(observed.isEffect === true && { effectAt: at }),
    registry: known(observed.registry && factsIn(observed.registry), at, 'registry'),
    transferredAway: known(syncAnswer?.transferredAway, at, 'sync'),
    troubles: troubles.map((trouble) => ({ ...trouble, at })),
    // What was learned after the order was sent is of the new registration, however late this is settled.
    ...(observed.isRegistered === true ? { since: observed.renewal?.sentAt ?? at } : {}),
    ...(observed.renewal === undefined ? {} : { renewal: { ...observed.renewal, at } }),
    wellRead: [
      ...(lock === null ? [] : [{ part: 'lock' as const, at }]),
      ...(nameservers === null ? [] : [{ part: 'nameservers' as const, at }]),
    ],
  };
}

function expiriesOf(answer: SyncAnswer | undefined, at: string): readonly Expiry[] {
  const date = answer?.expiresOn ?? null;
  return date === null ? [] : [{ source: 'sync', date, at }];
}

const known = <T>(value: T | null | undefined, at: string, source: KnownSource): Known<T> | null =>
  value === undefined || value === null ? null : { value, at, source };

/** Contacts in clear text. Roles and fields are in the order and under the names of the answer. */
export interface ContactsNow {
  readonly readAt: string;
  readonly roles: readonly {
    readonly name: string;
    readonly isWritable: boolean;
    readonly fields: readonly { readonly name: string; readonly value: string; readonly isText: boolean }[];
  }[];
  /** Masked. */
  readonly answer: string;
}

/** The largest contact set that is shown and written back. */
const most = { roles: 50, fields: 200, name: 200, value: 2_000 };

/**
 * A contact set for the editor, unmasked.
 *
 * @param writableRoles From the account's options. A role is writable under exactly the name that was read.
 *
 * Fails with: `unreadable` (larger than any real contact set; a truncated one would be written back truncated).
 */
export function contactsNow(
  { roles, answer }: Kept<ContactSet>,
  writableRoles: readonly string[],
  readAt: string,
): Result<ContactsNow> {
  const shown = roles.map(({ name, fields }) => ({
    name,
    isWritable: writableRoles.includes(name),
    fields: fields.map((field) => ({
      name: field.name,
      value: field.value.reveal(),
      isText: field.isText,
    })),
  }));
  const fits =
    shown.length <= most.roles &&
    shown.every(
      ({ name, fields }) =>
        name.length <= most.name &&
        fields.length <= most.fields &&
        fields.every((field) => field.name.length <= most.name && field.value.length <= most.value),
    );
  return fits
    ? ok({ readAt, roles: shown, answer })
    : fail({ kind: 'unreadable', status: 200, why: 'too-large' });
}
