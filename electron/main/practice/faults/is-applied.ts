import type { BreakPoint, Fault, FaultRule } from './fault.ts';

const refusing: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>(['status', 'redirect', 'refusal']);
const beforeTheAnswer: ReadonlySet<BreakPoint> = new Set<BreakPoint>(['request-head', 'request']);

/**
 * Whether an operation's change is made when this rule strikes. Where the rule does not say: no where the service refuses,
 * sends away or breaks off before it answers; yes where the answer had begun, or is the right one in a strange dress.
 */
export function isApplied({ fault, isApplied: told }: FaultRule): boolean {
  if (told !== undefined) return told;
  return fault.kind === 'break' ? !beforeTheAnswer.has(fault.after) : !refusing.has(fault.kind);
}
