import { z } from 'zod';
import { mostNameservers } from '../domain/bounds.ts';
import { registryMisses, registryStates } from '../domain/registry-names.ts';
import { instant, text } from './common-schemas.ts';

/**
 * What a registry showed of a domain when it was asked over RDAP (RFC 9083), and why there is no expiry where there is none. Nothing
 * personal: of its entities only the registrar's IANA id and its contact for abuse are read.
 */
export const registryReading = z.object({
  /** When the request began: the answer may describe the state of that time. */
  at: instant,
  /** The host that was asked; null where there is none for the TLD. */
  host: text(253).nullable(),
  /** Null where it shows an expiry, its own or the registrar's. */
  missing: z.enum(registryMisses).nullable(),
  /** Until when the host is not asked again; null where it has set no limit. */
  until: instant.nullable(),
  /** The registry's own clock, as it answered; null where it does not say. */
  serverAt: instant.nullable(),
  registeredAt: instant.nullable(),
  /** The registry's expiration. */
  expiresAt: instant.nullable(),
  /** The registrar's, where the registry shows that as well. */
  registrarExpiresAt: instant.nullable(),
  changedAt: instant.nullable(),
  transferredAt: instant.nullable(),
  /** Of when its database is. */
  databaseAt: instant.nullable(),
  /** In the words of RFC 8056, lower case. */
  statuses: z.array(text(60)).max(40).readonly(),
  /** Lower case, in order. */
  nameservers: z.array(text(255)).max(mostNameservers).readonly(),
  /** The registrar's IANA id. */
  registrar: text(10).nullable(),
  /** Where its registrar is told of abuse: an e-mail address, a telephone number. Left out where it is not shown. */
  abuse: text(320).exactOptional(),
});

/** What is kept of a domain's last reading; of one that showed nothing, only why. */
export const registryFacts = registryReading
  .pick({ host: true, missing: true, until: true, statuses: true, registrar: true, abuse: true })
  .extend({
    /** The IANA id of another registrar, which the domain had before. */
    formerRegistrar: text(10).nullable(),
    /** Left out where it is not shown. */
    registeredAt: instant.exactOptional(),
    transferredAt: instant.exactOptional(),
    /** When it last answered with what is here: a later look may have come to nothing. */
    shownAt: instant.exactOptional(),
    /** Since when it has shown each of these without a break; `lock-not-shown`: no transfer lock, whatever the service says of it. */
    since: z.partialRecord(z.enum(registryStates), instant).exactOptional(),
    /** It has shown a transfer lock of this name: where it shows none any more, there is none. */
    showsLocks: z.literal(true).exactOptional(),
  });
