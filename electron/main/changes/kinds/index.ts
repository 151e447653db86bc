import type { ChangeAsk, ChangeWhat } from '#shared/changes/index.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { ok } from '#shared/result.ts';
import type { Keyed } from '../../accounts/encryption.ts';
import type { ChangingConnection } from '../ledger.ts';
import type { DomainReads, Present } from '../present.ts';
import { creditRead } from '../charges.ts';
import { childDelete, childModify, childRegister } from './child-nameservers.ts';
import { contacts, contactsRead } from './contacts.ts';
import type { Described, KindInMain, ReadBackResult, Subject } from './kind.ts';
import { lock, lockRead } from './lock.ts';
import { nameservers, nameserversRead } from './nameservers.ts';
import { findingRead, register } from './register.ts';
import { renew } from './renew.ts';
import { sync } from './sync.ts';

const kinds: { readonly [K in ChangeKind]: KindInMain<K> } = {
  register,
  renew,
  contacts,
  lock,
  nameservers,
  'child-register': childRegister,
  'child-modify': childModify,
  'child-delete': childDelete,
  sync,
};

/**
 * The reads of a domain: those of its account, each under the account's throttle, and that of its registry.
 *
 * @param registry Null where it is not asked.
 */
export function readsOf(
  connection: ChangingConnection,
  domain: string,
  signal: AbortSignal,
  registry: (() => Promise<RegistryReading | null>) | null = null,
): DomainReads {
  const from = { connection, domain, signal };
  return {
    lock: () => lockRead(from),
    nameservers: () => nameserversRead(from),
    contacts: () => contactsRead(from),
    credit: () => creditRead(from),
    finding: () => findingRead(from),
    registry: async () => ok(registry === null ? null : await registry()),
  };
}

/** The entry of a kind that is only known at run time. Only a change of that very kind may be given to it. */
export const kindInMain = (kind: ChangeKind): KindInMain<ChangeKind> =>
  // Each entry takes a change of its own kind, as the registry's type proves; TypeScript cannot follow it here.
  kinds[kind] as unknown as KindInMain<ChangeKind>;

/** Reads once what a change should have brought about, and compares it. Never writes (C9). */
export const readBackOnce = async (
  { what, before, syncAnswer, sentAt }: Pick<Change, 'what' | 'before' | 'syncAnswer' | 'sentAt'>,
  known: Pick<Subject<ChangeKind>, 'past' | 'sent' | 'registrars'>,
  reads: DomainReads,
): Promise<ReadBackResult> =>
  await kindInMain(what.kind).readBackOnce({ what, before, syncAnswer, sentAt, ...known }, reads);

/** A description of a change without personal data. */
export const whatOf = (ask: ChangeAsk, present: Described, renewalPrice: Price = notGiven): ChangeWhat =>
  kindInMain(ask.kind).what(ask, present, renewalPrice);

/** The present state that a change depends on, as text for comparison with a later one. */
export const seenText = (
  ask: ChangeAsk,
  present: { readonly before: Partial<Present['before']> } & Partial<Pick<Present, 'contacts'>>,
  keyed: Keyed | null,
): string => kindInMain(ask.kind).seen(ask, present, keyed);
