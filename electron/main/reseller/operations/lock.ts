import type { LockState } from '#shared/domain/change.ts';
import { saysDone } from '../answers.ts';
import { isObject, type Json, textOf } from '../json.ts';
import { says, unclear } from '../judgement.ts';
import type { Operation } from '../operation.ts';
import { type DomainInput, domainCall, invalid } from './parts.ts';

export interface Lock {
  readonly state: LockState;
}

export interface LockUpdate extends DomainInput {
  readonly state: LockState;
}

/** Source: Domain Reseller API v2.2, "Registrar lock". */
export const readLock: Operation<DomainInput, Lock> = {
  name: 'readLock',
  effect: 'read',
  answers: 'open',
  documented: { text: /^(locked|unlocked)$/, called: 'locked or unlocked' },
  ask: ({ domain }) => domainCall(domain, ['lock'], null),
  judge(body) {
    const state = stateIn(body);
    return state === null ? unclear() : says({ state });
  },
};

/**
 * Sets the lock. Only the two documented words are ever sent: anything else is known to *unlock* silently.
 *
 * Unknown: the body of the answer. An empty one says nothing, so the lock is read back.
 */
export const writeLock: Operation<LockUpdate, object> = {
  name: 'writeLock',
  effect: 'write',
  answers: 'open',
  documented: null,
  ask: ({ domain, state }) =>
    stateIn(state) === state
      ? domainCall(domain, ['lock'], [['lockstatus', state]])
      : invalid('state', 'A lock is set to “locked” or “unlocked”'),
  judge(body, { state }) {
    if (typeof body === 'string' && stateIn(body) === state) return says({});
    return saysDone(body);
  },
};

function stateIn(body: Json): LockState | null {
  const word = isObject(body) ? textOf(body, 'lockstatus') : body;
  if (typeof word !== 'string') return null;
  const state = word.trim().toLowerCase();
  return state === 'locked' || state === 'unlocked' ? state : null;
}
