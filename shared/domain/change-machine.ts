import type { ChangeState } from './change.ts';
import type { AnswerVerdict, JournalEvent, ReadBackVerdict } from './change-entry.ts';

/** What the next state depends on. */
export interface Standing {
  readonly state: ChangeState;
  /** What the last attempt came to; null before it has answered, and after it was interrupted. */
  readonly answered: AnswerVerdict | null;
}

/**
 * The state after an event; null where the event cannot happen then. There is no way from `uncertain` back to `sending`: what
 * may have happened is never sent again, only looked at (C8).
 *
 * @param standing Null for a change that is not in the journal yet.
 */
export function stateAfter(standing: Standing | null, event: JournalEvent): ChangeState | null {
  if (standing === null) return event.type === 'planned' ? 'planned' : null;
  if (event.type === 'planned') return null;
  if (event.type === 'answered') return isUnanswered(standing) ? afterAnswer[event.verdict] : null;
  if (event.type === 'read-back') return afterReadBack(standing, event.verdict);
  const [from, to] = moves[event.type];
  return standing.state === from ? to : null;
}

/** Events that lead from one state to another, whatever they say. */
const moves = {
  sending: ['planned', 'sending'],
  withdrawn: ['planned', 'withdrawn'],
  interrupted: ['sending', 'uncertain'],
  settled: ['uncertain', 'settled'],
} as const satisfies Readonly<
  Record<
    Exclude<JournalEvent['type'], 'planned' | 'answered' | 'read-back'>,
    readonly [ChangeState, ChangeState]
  >
>;

const isUnanswered = ({ state, answered }: Standing): boolean => state === 'sending' && answered === null;

/** A yes and a no are both read back before they are believed; only a doubt needs no more to be one. */
const afterAnswer: Readonly<Record<AnswerVerdict, ChangeState>> = {
  claimed: 'sending',
  refused: 'sending',
  'refused-unconfirmed': 'sending',
  uncertain: 'uncertain',
  'not-sent': 'planned',
};

function afterReadBack({ state, answered }: Standing, verdict: ReadBackVerdict): ChangeState | null {
  if (state === 'uncertain') return afterDoubt[verdict];
  if (state !== 'sending' || answered === null) return null;
  return afterAnswerRead[answered]?.[verdict] ?? null;
}

type AfterReadBack = Readonly<Record<ReadBackVerdict, ChangeState>>;

const afterYes: AfterReadBack = {
  agrees: 'confirmed',
  'no-proof': 'confirmed',
  'as-before': 'uncertain',
  differs: 'uncertain',
  unreadable: 'uncertain',
};

/** What is there although the service refused may be the trace of an attempt of our own (C13). */
const afterNo: AfterReadBack = {
  agrees: 'applied',
  'no-proof': 'refused',
  'as-before': 'refused',
  differs: 'uncertain',
  unreadable: 'refused',
};

const afterDoubt: AfterReadBack = {
  agrees: 'applied',
  'as-before': 'not-applied',
  'no-proof': 'uncertain',
  differs: 'uncertain',
  unreadable: 'uncertain',
};

const afterAnswerRead: Readonly<Record<AnswerVerdict, AfterReadBack | null>> = {
  claimed: afterYes,
  refused: afterNo,
  // A no that is not defined is none by itself: only what is read makes it one (F2).
  'refused-unconfirmed': { ...afterNo, 'no-proof': 'uncertain', unreadable: 'uncertain' },
  uncertain: null,
  'not-sent': null,
};
