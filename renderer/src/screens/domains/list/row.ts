import type { Domain, Known } from '#shared/domain/portfolio.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';

/** A domain as the list looks at it. */
export interface Row {
  readonly domain: Domain;
  /** For people. */
  readonly unicode: string;
  /** All that one can search for, in lower case. */
  readonly searched: string;
  /** When the oldest of lock, nameservers and registrant became known; null where nothing of it is. */
  readonly oldestAt: string | null;
  /** Whether lock, nameservers or registrant was never read. */
  readonly isPartlyUnread: boolean;
}

const made = new WeakMap<Domain, Row>();

/** Made once for each state of a domain: 10,000 are filtered and sorted at every key that is typed. */
export function rowOf(domain: Domain): Row {
  const before = made.get(domain);
  if (before !== undefined) return before;
  const row = newRow(domain);
  made.set(domain, row);
  return row;
}

function newRow(domain: Domain): Row {
  const unicode = toUnicode(domain.name);
  const { name, tags, note, registrant, nameservers } = domain;
  const hosts = nameservers?.value ?? [];
  const parts: readonly (Known<unknown> | null)[] = [domain.lock, nameservers, registrant];
  const times = parts.flatMap((part) => (part === null ? [] : [part.at]));
  return {
    domain,
    unicode,
    searched: [unicode, name, ...tags, note, registrant?.value ?? '', ...hosts].join('\n').toLowerCase(),
    oldestAt: times.toSorted()[0] ?? null,
    isPartlyUnread: times.length < parts.length,
  };
}
