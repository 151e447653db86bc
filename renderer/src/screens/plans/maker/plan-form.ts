import type { PlanAsk } from '#shared/domain/plan.ts';
import { fewestRows, listed, problemOf } from '../../domains/nameservers/rows.ts';
import { readHost } from '../../domains/nameservers/host-text.ts';

/** What can be done with many domains. */
export type Deed = 'lock' | 'unlock' | 'nameservers' | 'renew';

export interface PlanForm {
  readonly deed: Deed;
  /** As typed or pasted, one to a line. */
  readonly hosts: string;
  readonly periodYears: number;
}

export const emptyForm: PlanForm = { deed: 'lock', hosts: '', periodYears: 1 };

/** Why the nameservers cannot be set; null where they can. */
export function hostsProblem(text: string, most: number): string | null {
  const rows = listed(text);
  if (rows.length < fewestRows) return 'Two nameservers are needed';
  if (rows.length > most) return `${most} nameservers can be sent at most`;
  for (const [index, row] of rows.entries()) {
    const problem = problemOf(rows, index);
    if (problem !== null) return `${row}: ${problem}`;
  }
  return null;
}

/** The hosts as they are sent: A-labels in their order. */
export const hostsIn = (text: string): readonly string[] =>
  listed(text).flatMap((row) => {
    const host = readHost(row);
    return host.ok ? [host.value] : [];
  });

/** What is asked of each domain; null where the form is not ready. */
export function askOf({ deed, hosts, periodYears }: PlanForm, most: number): PlanAsk | null {
  switch (deed) {
    case 'lock':
      return { kind: 'lock', state: 'locked' };
    case 'unlock':
      return { kind: 'lock', state: 'unlocked' };
    case 'nameservers':
      return hostsProblem(hosts, most) === null ? { kind: 'nameservers', nameservers: hostsIn(hosts) } : null;
    case 'renew':
      return { kind: 'renew', periodYears };
  }
}
