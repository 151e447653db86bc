import { decodeHTML } from 'entities/decode';
import type { LockState } from '#shared/changes/parts.ts';
import type { SyncAnswer } from '#shared/domain/change.ts';
import { Secret } from '../../system/secret.ts';
import { invalidInput } from '../../system/texts.ts';
import { isObject, type Json, type JsonObject, member, textOf } from '../json.ts';
import { sanitize } from '../mask.ts';
import { domainCall, type DomainInput, type Operation, success, unclear } from '../operation.ts';
import { plainWords, saysDone } from '../refusals.ts';

export interface Lock {
  readonly state: LockState;
}

interface LockUpdate extends DomainInput {
  readonly state: LockState;
}

/** Source: Domain Reseller API v2.2, "Registrar lock". */
export const readLock: Operation<DomainInput, Lock, 'read'> = {
  name: 'readLock',
  effect: 'read',
  answers: 'open',
  documented: { text: /^(locked|unlocked)$/, called: 'locked or unlocked' },
  ask: ({ domain }) => domainCall(domain, ['lock'], null),
  judge(body) {
    const state = stateIn(body);
    return state === null ? unclear() : success({ state });
  },
};

/**
 * Sets the lock. Only the two documented words are ever sent: any other value is known to *unlock* silently.
 *
 * Unknown: the body of the answer. An empty one proves nothing, so the lock is read back.
 */
export const writeLock: Operation<LockUpdate, object, 'write'> = {
  name: 'writeLock',
  effect: 'write',
  answers: 'outcome',
  documented: null,
  ask: ({ domain, state }) =>
    stateIn(state) === state
      ? domainCall(domain, ['lock'], [['lockstatus', state]])
      : invalidInput('state', 'A lock is set to “locked” or “unlocked”'),
  judge(body, { state }) {
    if (typeof body === 'string' && stateIn(body) === state) return success({});
    return saysDone(body);
  },
};

function stateIn(body: Json): LockState | null {
  const word = isObject(body) ? textOf(body, 'lockstatus') : body;
  if (typeof word !== 'string') return null;
  const state = word.trim().toLowerCase();
  return state === 'locked' || state === 'unlocked' ? state : null;
}

/** A transfer code, or the statement that it was e-mailed to the registrant. A refusal is a failure, not an answer. */
export type EppAnswer =
  { readonly kind: 'code'; readonly code: Secret } | { readonly kind: 'emailed-to-registrant' };

/**
 * Fetches the transfer code: once for each request of the user, because at some registries each request creates a new
 * code.
 *
 * Unknown: the shape of the answer.
 * Assumed: `{eppcode}`, or a bare string without spaces; a success alone means that it was e-mailed. A success next to
 * anything that may be a code under another name is unclear, so that nobody waits for a mail that never comes. HTML
 * entities are decoded, once.
 * Source: Domain Reseller API v2.2, "Operations whose shapes are not given"; field notes, "EPP code".
 */
export const readEppCode: Operation<DomainInput, EppAnswer, 'read-once'> = {
  name: 'readEppCode',
  effect: 'read-once',
  answers: 'secret',
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['eppcode'], null),
  judge(body, { domain }) {
    const code = codeIn(body);
    if (code !== null) return success({ kind: 'code', code: new Secret(decodeHTML(code)) });
    return isDone(body) && isAlone(body, domain) ? success({ kind: 'emailed-to-registrant' }) : unclear();
  },
};

function codeIn(body: Json): string | null {
  if (isObject(body)) return codeUnderItsName(body);
  return typeof body === 'string' && /^\S{1,200}$/.test(body) && !isDone(body) ? body : null;
}

function codeUnderItsName(body: JsonObject): string | null {
  const code = member(body, 'eppcode');
  if (typeof code === 'number') return String(code);
  return typeof code === 'string' && code.trim() !== '' ? code.trim() : null;
}

const isDone = (body: Json): boolean => saysDone(body).kind === 'success';

/** Whether the success comes only with status words and the domain, and with nothing that could be a code. */
const isAlone = (body: Json, domain: string): boolean =>
  !isObject(body) ||
  Object.entries(body).every(
    ([name, value]) =>
      isNothing(value) ||
      value === domain ||
      name === 'success' ||
      name === 'status' ||
      (name === 'message' && typeof value === 'string' && saysNoMore(value, domain)),
  );

const isNothing = (value: Json): boolean => value === null || value === '' || value === false;

function saysNoMore(message: string, domain: string): boolean {
  const said = sanitize(message, []);
  return /^(success|ok|done|sent)$/i.test(said) || plainWords(said, [domain]) === said;
}

/**
 * Asks the service to compare the domain with the registry.
 *
 * Unknown: purpose, effects and shapes; so it is treated as a change and never used for repairs.
 * Assumed: any subset of `{active, expirydate, expired, transferredAway}` (field notes, "Sync").
 */
export const sync: Operation<DomainInput, SyncAnswer, 'write'> = {
  name: 'sync',
  effect: 'write',
  answers: 'outcome',
  reportsOnDomain: true,
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['sync'], []),
  judge(body) {
    const syncAnswer = isObject(body) ? syncAnswerIn(body) : noSyncAnswer;
    const done = saysDone(body);
    if (done.kind === 'refusal') return done;
    return done.kind === 'success' || Object.values(syncAnswer).some((value) => value !== null)
      ? success(syncAnswer)
      : unclear();
  },
};

const noSyncAnswer: SyncAnswer = { active: null, expired: null, transferredAway: null, expiresOn: null };

const syncAnswerIn = (body: JsonObject): SyncAnswer => ({
  active: flag(member(body, 'active')),
  expired: flag(member(body, 'expired')),
  transferredAway: flag(member(body, 'transferredAway')),
  expiresOn: /^(?!0000)\d{4}-\d\d-\d\d/.exec(textOf(body, 'expirydate'))?.[0] ?? null,
});

/** PHP writes true as `true`, `1` or `"1"` and false as `false`, `0`, `"0"` or the empty text. */
function flag(value: Json | undefined): boolean | null {
  if (value === true || value === 1 || value === '1') return true;
  return value === false || value === 0 || value === '0' || value === '' ? false : null;
}
