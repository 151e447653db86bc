import type { AskOf } from '#shared/changes/index.ts';
import type { ChangeLine } from '#shared/changes/kind.ts';
import { readNameservers, writeNameservers } from '../../reseller/operations/nameservers.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import type { Remark } from '#shared/domain/remarks.ts';
import { isSameSet, type PartReads, plainHosts, readPart } from '../present.ts';
import {
  bind,
  compared,
  type KindInMain,
  line,
  note,
  plainKind,
  plainRequest,
  unreadable,
  type Facts,
  says,
} from './kind.ts';

export const nameservers: KindInMain<'nameservers'> = {
  ...plainKind,
  ...plainRequest,
  request: (domain, ask) => bind(writeNameservers, { domain, nameservers: ask.nameservers }),
  lines: (ask, { before }) => nameserverLines(before.nameservers ?? null, ask.nameservers),
  weigh: hostsInside,
  /** Compared as a set, as it is read back. */
  isSo: (ask, { before: { nameservers: hosts } }) => hosts != null && isSameSet(hosts, ask.nameservers),
  seen: (_ask, { before: { nameservers: hosts } }) =>
    hosts == null ? '' : plainHosts(hosts).join(', ') || 'none',
  /** Compared as a set. */
  async readBackOnce({ what, before }, reads) {
    const read = await reads.nameservers();
    if (!read.ok) return unreadable(read.error);
    const now = read.value;
    const was = before?.nameservers ?? null;
    const isWanted = isSameSet(now, what.nameservers);
    return {
      verdict: compared(isWanted, was !== null && isSameSet(now, was)),
      evidence: [note('Nameservers', isWanted ? 'for' : 'against', was && was.join(', '), now.join(', '))],
      error: null,
      observed: { nameservers: now },
    };
  },
  effect: (what) => ({ nameservers: what.nameservers.map(plainHost) }),
};

export const nameserversRead: PartReads['nameservers'] = (from) =>
  readPart(from, readNameservers, { domain: from.domain }, ({ nameservers: now }) => now);

export function nameserverLines(
  before: readonly string[] | null,
  after: readonly string[],
): readonly ChangeLine[] {
  const rows = Math.max(before?.length ?? 0, after.length);
  const shown = (hosts: readonly string[], index: number): string => plainHost(hosts[index] ?? '');
  return Array.from({ length: rows }, (_, index) =>
    line(`Nameserver ${index + 1}`, before && shown(before, index), shown(after, index)),
  );
}

/** Whether a host is inside a domain. */
export const isBelow = (host: string, domain: string): boolean => plainHost(host).endsWith(`.${domain}`);

function hostsInside({ domain, ask, known: { children } }: Facts<AskOf<'nameservers'>>): readonly Remark[] {
  const known = new Set(children.map(({ host }) => host));
  return ask.nameservers
    .map(plainHost)
    .filter((host) => isBelow(host, domain) && !known.has(host))
    .flatMap((host) =>
      says(
        true,
        'host-inside-without-child',
        `${host} is inside this domain, and no host record with this name is known here. Without one it cannot be found.`,
      ),
    );
}
