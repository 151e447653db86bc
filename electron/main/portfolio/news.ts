import { assertNever } from '#shared/assert-never.ts';
import type { Known, KnownSource } from '#shared/domain/portfolio.ts';
import type { DomainNews } from '../workspace/portfolio-requests.ts';
import type { Learned } from './portfolio.ts';
import type { PartRead } from './reading/account-reader.ts';
import { type Found, tidied } from './reading/read-part.ts';
import type { Registrants } from './registrants.ts';

/** Which of an account's domains are written about, and where their registrants' names go. */
export interface NewsDeps {
  readonly accountId: string;
  readonly registrants: Registrants;
}

/**
 * What was read as news for the workspace. A registrant's name that cannot be sealed stays in memory, and the keychain is
 * not asked for the others of the batch.
 */
export async function newsOfReading(read: readonly PartRead[], deps: NewsDeps): Promise<DomainNews[]> {
  const news: DomainNews[] = [];
  let isShut = false;
  for (const { name, part, at, found } of read) {
    if (!found.ok) {
      news.push({ name, troubles: [{ part, error: found.error, at }] });
      continue;
    }
    const value = found.value.part === 'contacts' ? found.value.registrant : null;
    const known: Known<string> | null =
      value === null ? null : await registrantOf(name, { value, at, source: 'read' }, deps, isShut);
    isShut ||= value !== null && known === null;
    news.push({ name, wellRead: [{ part, at }], ...valueOf(found.value, at, known) });
  }
  return news;
}

/** Sealed; null where it cannot be, and then it is remembered. */
async function registrantOf(
  domain: string,
  name: Known<string>,
  { accountId, registrants }: NewsDeps,
  isShut: boolean,
): Promise<Known<string> | null> {
  const sealed = isShut ? null : await registrants.seal(accountId, domain, name.value);
  if (sealed !== null) return { ...name, value: sealed };
  registrants.remember(accountId, domain, name);
  return null;
}

function valueOf(found: Found, at: string, registrant: Known<string> | null): Partial<DomainNews> {
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

/** What a change taught. The expiry and the whereabouts are the sync's word, whoever tells of it. */
export function newsOfChange(name: string, learned: Learned): DomainNews {
  const { at, source, told } = learned;
  const lock = known(learned.lock, at, source);
  const nameservers = known(learned.nameservers && tidied(learned.nameservers), at, source);
  return {
    name,
    lock,
    nameservers,
    expiresOn: known(told?.expiresOn, at, 'sync'),
    transferredAway: known(told?.transferredAway, at, 'sync'),
    ...(learned.isRegistered === true ? { since: at } : {}),
    ...(learned.renewal === undefined ? {} : { renewal: { ...learned.renewal, at } }),
    wellRead: [
      ...(lock === null ? [] : [{ part: 'lock' as const, at }]),
      ...(nameservers === null ? [] : [{ part: 'nameservers' as const, at }]),
    ],
  };
}

const known = <T>(value: T | null | undefined, at: string, source: KnownSource): Known<T> | null =>
  value === undefined || value === null ? null : { value, at, source };
