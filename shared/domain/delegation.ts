import type { delegation, nameserverCheck } from '../areas/delegation.ts';
import type { TypeOf } from '../schema-type.ts';

/** What one nameserver says of a domain before it is sent there. */
export type NameserverCheck = TypeOf<typeof nameserverCheck>;
export type HostFinding = NameserverCheck['hosts'][number]['finding'];
/** What the TLD’s own servers say of a domain. */
export type Delegation = TypeOf<typeof delegation>;

/** With these nameservers the domain, or a part of its visitors, would go dark. */
export const isDark = ({ hosts, ds }: Pick<NameserverCheck, 'hosts' | 'ds'>): boolean =>
  ds === 'stale' || hosts.some(({ finding }) => finding !== 'answers' && finding !== 'unknown');
