import { type ChangeKind, changeKinds, type ChangeState } from '../../../../shared/domain/change-kinds.ts';
import type { ChangeAsk } from '../../../../shared/changes/index.ts';

/** Where a process is killed while it makes a change, in the order in which it comes by. */
export const killPoints = [
  'before it is written down',
  'after it is written down',
  'after the present state is read',
  'after sending is on the disk',
  'after connecting',
  'within the body',
  'after the whole request',
  'after the head of the answer',
  'within the answer',
  'before the answer is written down',
  'after the answer is written down',
  'while it is read back',
] as const;
export type KillPoint = (typeof killPoints)[number];

/** These read nothing of themselves, so that there is nothing to be killed at. */
const readsNothing: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'child-register',
  'child-modify',
  'child-delete',
  'sync',
]);

const reading: ReadonlySet<KillPoint> = new Set<KillPoint>([
  'after the present state is read',
  'while it is read back',
]);

/** The kinds of change that come by a point. */
export function kindsAt(point: KillPoint): readonly ChangeKind[] {
  if (reading.has(point)) return changeKinds.filter((kind) => !readsNothing.has(kind));
  // A sync is sent without a body.
  return point === 'within the body' ? changeKinds.filter((kind) => kind !== 'sync') : changeKinds;
}

/** What a kill has left, here and at the service. */
interface Trace {
  readonly kind: ChangeKind;
  readonly found: ChangeState | null;
  /** POSTs that write, whole or in part; and those that were whole. */
  readonly writes: number;
  readonly wholeRequests: number;
  /** The types of the change's entries, those of the new life too. */
  readonly events: readonly string[];
}

const isUnsent =
  (found: ChangeState | null) =>
  (trace: Trace): boolean =>
    trace.found === found && trace.writes === 0;

const isOnItsWay =
  (writes: number, wholeRequests: number, next: 'interrupted' | 'answered') =>
  (trace: Trace): boolean =>
    trace.found === 'sending' &&
    trace.writes === writes &&
    trace.wholeRequests === wholeRequests &&
    trace.events[2] === next;

const traces: Readonly<Record<KillPoint, (trace: Trace) => boolean>> = {
  'before it is written down': isUnsent(null),
  'after it is written down': isUnsent('planned'),
  'after the present state is read': isUnsent(null),
  'after sending is on the disk': isOnItsWay(0, 0, 'interrupted'),
  'after connecting': isOnItsWay(0, 0, 'interrupted'),
  'within the body': isOnItsWay(1, 0, 'interrupted'),
  'after the whole request': isOnItsWay(1, 1, 'interrupted'),
  'after the head of the answer': isOnItsWay(1, 1, 'interrupted'),
  'within the answer': isOnItsWay(1, 1, 'interrupted'),
  'before the answer is written down': isOnItsWay(1, 1, 'interrupted'),
  'after the answer is written down': isOnItsWay(1, 1, 'answered'),
  'while it is read back': isOnItsWay(1, 1, 'answered'),
};

/** Whether a process really died there, as far as what it left can tell. */
export const wasAt = (point: KillPoint, trace: Trace): boolean => traces[point](trace);

/** What a process is told that makes one change and is killed over it. */
export interface RunnerInput {
  readonly directory: string;
  readonly baseUrl: string;
  readonly accountId: string;
  readonly domain: string;
  readonly ask: ChangeAsk;
  readonly point: KillPoint;
}

/** What it prints when the change is written down; and when it came to its end, because nothing killed it. */
export type RunnerLine = { readonly begun: string } | { readonly over: string };
