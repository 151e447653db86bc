import type * as schemas from '../areas/registry-schemas.ts';
import type { TypeOf } from '../schema-type.ts';
import type { registryMisses } from './registry-names.ts';

export type RegistryMiss = (typeof registryMisses)[number];

/** What a registry showed of a domain. */
export type RegistryReading = TypeOf<typeof schemas.registryReading>;

export type RegistryFacts = TypeOf<typeof schemas.registryFacts>;

/** Who is asked where looking up is switched on. */
export const registryAsks =
  'Asks the registry of each domain’s TLD (for .com and .net that is Verisign), and IANA for the list of registries.';

/** What they learn by that. */
export const registryLearns =
  'They learn the names of your domains and the address of this computer: never what you search for, and nothing of your account.';

/** Why a registry shows no expiry, to stand in place of the value. */
export const missWords: Readonly<Record<RegistryMiss, string>> = {
  'no-server': 'This TLD’s registry cannot be asked',
  'no-expiry': 'The registry shows no expiry',
  redacted: 'The registry hides the expiry',
  'not-found': 'The registry does not know this name',
  limited: 'The registry has set a limit, try later',
  unreachable: 'The registry could not be reached',
  'not-understood': 'The registry’s answer was not understood',
  'wrong-name': 'The registry answered for another name',
};

/** The same in a list. */
export const missInShort: Readonly<Record<RegistryMiss, string>> = {
  'no-server': 'No registry data',
  'no-expiry': 'Not shown',
  redacted: 'Hidden',
  'not-found': 'Not registered',
  limited: 'Limit reached',
  unreachable: 'Not reached',
  'not-understood': 'Not understood',
  'wrong-name': 'Not understood',
};

/** The reasons that say nothing of the domain: what is known of it stays. */
const saysNothing: ReadonlySet<RegistryMiss | null> = new Set([
  'no-server',
  'limited',
  'unreachable',
  'not-understood',
  'wrong-name',
]);

/** The reasons why nobody knows what the registry shows, though it can be asked (H23). */
export const isUnreadMiss = (miss: RegistryMiss): boolean => saysNothing.has(miss) && miss !== 'no-server';

export const factsIn = (reading: RegistryReading): RegistryFacts => ({
  host: reading.host,
  missing: reading.missing,
  until: reading.until,
  statuses: reading.statuses,
  registrar: reading.registrar,
  formerRegistrar: null,
  ...(reading.registeredAt !== null && { registeredAt: reading.registeredAt }),
});

/** What is kept after another reading: an answer that says nothing takes nothing away, and a registrar that changed is remembered. */
export function factsAfter(before: RegistryFacts, now: RegistryFacts): RegistryFacts {
  if (saysNothing.has(now.missing)) return { ...before, missing: now.missing, until: now.until };
  const registrar = now.registrar ?? before.registrar;
  const former = registrar === before.registrar ? before.formerRegistrar : before.registrar;
  // It came back.
  const formerRegistrar = before.formerRegistrar === registrar ? null : former;
  const registeredAt = now.registeredAt ?? before.registeredAt;
  return { ...now, registrar, formerRegistrar, ...(registeredAt !== undefined && { registeredAt }) };
}

/** Whether a domain left for another registrar, by what registries showed. */
export const isDeparted = (facts: Pick<RegistryFacts, 'formerRegistrar'> | null): boolean =>
  facts !== null && facts.formerRegistrar !== null;

/** The registry has renewed it by itself, and its registrar may still delete it (RFC 8056; for up to 45 days). */
export const isAutoRenewed = ({ statuses }: Pick<RegistryReading, 'statuses'>): boolean =>
  statuses.includes('auto renew period');

/** It was not renewed in time, and is about to be deleted or restored (RFC 8056). */
export const isBeingDeleted = ({ statuses }: Pick<RegistryReading, 'statuses'>): boolean =>
  ['redemption period', 'pending delete', 'pending restore'].some((status) => statuses.includes(status));
