import type { World } from '../account.ts';
import type { Finding } from '../findings/demo-names.ts';
import { findingOf } from '../findings/finding.ts';
import { tlds } from '../findings/tlds.ts';

/** What a name is at this moment: owned here, a TLD itself (`co` under `uk`), or what the seed says. */
export function findingNow(label: string, tld: string, { account, seed }: World): Finding {
  const name = `${label}.${tld}`;
  if (account.domains.has(name)) return 'taken';
  return tlds.has(name) ? 'reserved' : findingOf(seed, label, tld);
}
