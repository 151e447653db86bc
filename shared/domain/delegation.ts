/**
 * - `answers`: it answers for the domain.
 * - `no-address`: its name leads to no address.
 * - `no-answer`: nothing came from its addresses.
 * - `lame`: it answers, and does not speak for the domain.
 * - `wrong-zone`: it speaks for another zone, in which the domain is not.
 * - `unknown`: the system’s resolver said nothing, so that nobody could be asked.
 */
export type HostFinding = 'answers' | 'no-address' | 'no-answer' | 'lame' | 'wrong-zone' | 'unknown';

/** What nameservers say of a domain before it is sent there. */
export interface NameserverCheck {
  readonly domain: string;
  readonly checkedAt: string;
  readonly hosts: readonly { readonly host: string; readonly finding: HostFinding }[];
  /**
   * Of the DS records at the registry, which make a domain a signed one (DNSSEC): `stale` where a nameserver has no key that fits one of
   * them, so that whoever checks signatures finds nothing there.
   */
  readonly ds: 'none' | 'served' | 'stale' | 'unknown';
}

/** What the TLD’s own servers say of a domain. */
export interface Delegation {
  readonly domain: string;
  readonly readAt: string;
  /** The nameservers to which the TLD’s servers refer, as A-labels; null where none of them answered. */
  readonly hosts: readonly string[] | null;
}

/** With these nameservers the domain, or a part of its visitors, would go dark. */
export const isDark = ({ hosts, ds }: Pick<NameserverCheck, 'hosts' | 'ds'>): boolean =>
  ds === 'stale' || hosts.some(({ finding }) => finding !== 'answers' && finding !== 'unknown');
