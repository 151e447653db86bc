import { z } from 'zod';
import { accountId, domainText, instant, request } from './common-schemas.ts';

/**
 * - `answers`: it answers for the domain.
 * - `no-address`: its name leads to no address.
 * - `no-answer`: nothing came from its addresses.
 * - `lame`: it answers, and does not speak for the domain.
 * - `wrong-zone`: it speaks for another zone, in which the domain is not.
 * - `unknown`: the system’s resolver said nothing, so that nobody could be asked.
 */
const hostFindings = ['answers', 'no-address', 'no-answer', 'lame', 'wrong-zone', 'unknown'] as const;

/**
 * Of the DS records at the registry, which make a domain a signed one (DNSSEC): `stale` where a nameserver has no key that fits one of them, so
 * that whoever checks signatures finds nothing there.
 */
const dsFindings = ['none', 'served', 'stale', 'unknown'] as const;

const host = domainText;
const hosts = z.array(host).max(50);

export const nameserverCheck = z.object({
  domain: domainText,
  checkedAt: instant,
  hosts: z.array(z.object({ host, finding: z.enum(hostFindings) })).max(50),
  ds: z.enum(dsFindings),
});

export const delegation = z.object({
  domain: domainText,
  readAt: instant,
  /** The nameservers to which the TLD’s servers refer, as A-labels; null where none of them answered. */
  hosts: hosts.nullable(),
});

/** How many domains are checked in one request. */
export const mostChecked = 50;

/** Requests about nameservers as DNS itself answers; part of the contract. */
export const delegationRequests = {
  delegation: {
    /** What these nameservers say of these domains now. Null where a person has switched the check off. */
    check: request(
      z.object({
        accountId,
        domains: z.array(domainText).min(1).max(mostChecked),
        hosts: hosts.min(1),
        /** They are to be registered: nobody has them, so only these nameservers are asked for them. */
        areNew: z.literal(true).exactOptional(),
      }),
      z.object({ checks: z.array(nameserverCheck).max(mostChecked).nullable() }),
    ),
    /** To which nameservers the TLD’s servers refer now. Null where the check is off, and in a practice account. */
    read: request(
      z.object({ accountId, domain: domainText }),
      z.object({ delegation: delegation.nullable() }),
    ),
  },
} as const;
