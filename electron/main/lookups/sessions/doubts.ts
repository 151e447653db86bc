import type { AppError } from '#shared/app-error.ts';
import type { Unit } from './units.ts';

/** A unit that failed as often as it may, and its last failure. */
export interface Doubt {
  readonly unit: Unit;
  readonly error: AppError;
}

/**
 * Units that failed and of which it is not known whose fault that is. When the service answers for another name, they
 * were at fault themselves; when one after the other fails and none is answered, it is the service.
 */
export interface Doubts {
  readonly add: (doubt: Doubt) => void;
  /** A request was answered by nothing, or with a request for patience. */
  readonly failed: () => void;
  /** The last failure was a name's own: it says nothing of the service. */
  readonly explained: () => void;
  /** All of them, which are forgotten here. */
  readonly take: () => readonly Doubt[];
  /** The service has answered. */
  readonly answered: () => void;
  /** So many in a row, and not one answer, that it is not about names. */
  readonly areTooMany: () => boolean;
  readonly isEmpty: () => boolean;
}

/** Enough to tell a bad name from a bad service, few enough that a bad service costs few requests. */
const mostDoubts = 8;
const mostFailures = 12;

export function createDoubts(): Doubts {
  let doubts: Doubt[] = [];
  let failures = 0;
  return {
    add: (doubt) => void doubts.push(doubt),
    failed: () => void (failures += 1),
    explained: () => void (failures = Math.max(0, failures - 1)),
    take() {
      const taken = doubts;
      doubts = [];
      failures = 0;
      return taken;
    },
    answered: () => void (failures = 0),
    areTooMany: () => doubts.length > mostDoubts || failures > mostFailures,
    isEmpty: () => doubts.length === 0,
  };
}
