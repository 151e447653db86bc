import type { Operation } from '../routes.ts';
import { isAnswerFault } from './answer-faults.ts';
import { isDeliveryFault } from './deliver-badly.ts';
import type { AnswerFault, DeliveryFault, Fault, FaultPlan, FaultRule, TimeFault } from './fault.ts';
import { isApplied } from './is-applied.ts';
import type { IsMeant } from './shape.ts';

/** What goes wrong in one exchange. */
export interface Trouble {
  readonly latencyMs: number;
  readonly dateOffsetS: number | 'absent';
  readonly answer: AnswerFault | null;
  readonly delivery: DeliveryFault | null;
  /** Whether the operation's change is made. */
  readonly isApplied: boolean;
  /** Which elements of a lookup the fault of the answer is for. */
  readonly isMeant: IsMeant;
}

const everyElement: IsMeant = () => true;

export const noTrouble: Trouble = {
  latencyMs: 0,
  dateOffsetS: 0,
  answer: null,
  delivery: null,
  isApplied: true,
  isMeant: everyElement,
};

/** The names that a request is about; asked for only where a rule names one. */
type Names = () => readonly string[];

/** Chooses what goes wrong, and counts: a rule for the first n requests is spent after them. */
export interface Chooser {
  /** What strikes before the body has been read, when only the path can name a domain. */
  readonly onArrival: (operation: Operation, names: Names) => DeliveryFault<'break'> | null;
  readonly onRequest: (operation: Operation, names: Names) => Trouble;
}

/** A rule that fits, its fault narrowed. */
interface Struck<F extends Fault> {
  readonly fault: F;
  readonly rule: FaultRule;
}

type Take = <F extends Fault>(
  isOfSort: (fault: Fault) => fault is F,
  operation: Operation,
  names: Names,
) => Struck<F> | null;

export function createChooser(plan: FaultPlan): Chooser {
  if (plan.length === 0) return { onArrival: () => null, onRequest: () => noTrouble };
  const take = createTaker(plan);
  return {
    onArrival: (operation, names) => take(strikesOnArrival, operation, names)?.fault ?? null,
    onRequest: (operation, names) => {
      const answer = take(isAnswerFault, operation, names);
      const delivery = take(strikesLater, operation, names);
      return {
        latencyMs: take(isLatency, operation, names)?.fault.ms ?? 0,
        dateOffsetS: take(isDateHeader, operation, names)?.fault.offsetS ?? 0,
        answer: answer?.fault ?? null,
        delivery: delivery?.fault ?? null,
        isApplied: [answer, delivery].every((struck) => struck === null || isApplied(struck.rule)),
        isMeant: onlyAbout(answer?.rule.domain),
      };
    },
  };
}

const onlyAbout = (domain: string | undefined): IsMeant =>
  domain === undefined ? everyElement : (name) => name === domain;

function createTaker(plan: FaultPlan): Take {
  const left = plan.map(({ times = Number.POSITIVE_INFINITY }) => times);
  return (isOfSort, operation, names) => {
    for (const [index, rule] of plan.entries()) {
      const times = left[index] ?? 0;
      if (times > 0 && isOfSort(rule.fault) && fits(rule, operation, names)) {
        left[index] = times - 1;
        return { fault: rule.fault, rule };
      }
    }
    return null;
  };
}

const fits = (rule: FaultRule, operation: Operation, names: Names): boolean =>
  (rule.operation === undefined || [rule.operation].flat().includes(operation)) &&
  (rule.domain === undefined || names().includes(rule.domain));

const isLatency = (fault: Fault): fault is TimeFault<'latency'> => fault.kind === 'latency';

const isDateHeader = (fault: Fault): fault is TimeFault<'date-header'> => fault.kind === 'date-header';

const strikesOnArrival = (fault: Fault): fault is DeliveryFault<'break'> =>
  fault.kind === 'break' && fault.after === 'request-head';

const strikesLater = (fault: Fault): fault is DeliveryFault =>
  isDeliveryFault(fault) && !strikesOnArrival(fault);
