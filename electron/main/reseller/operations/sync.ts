import type { SyncTold } from '#shared/domain/change.ts';
import { saysDone } from '../answers.ts';
import { isObject, type Json, type JsonObject, member, textOf } from '../json.ts';
import { says, unclear } from '../judgement.ts';
import type { Operation } from '../operation.ts';
import { type DomainInput, domainCall } from './parts.ts';

/**
 * Has the service compare the domain with the registry.
 *
 * Unknown: purpose, effects and shapes; so it counts as a change and is never a way to repair anything.
 * Assumed: any subset of `{active, expirydate, expired, transferredAway}` (field notes, "Sync").
 */
export const sync: Operation<DomainInput, SyncTold> = {
  name: 'sync',
  effect: 'write',
  answers: 'open',
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['sync'], []),
  judge(body) {
    const told = isObject(body) ? toldBy(body) : toldNothing;
    const done = saysDone(body);
    if (done.kind === 'refusal') return done;
    return done.kind === 'success' || Object.values(told).some((value) => value !== null)
      ? says(told)
      : unclear();
  },
};

const toldNothing: SyncTold = { active: null, expired: null, transferredAway: null, expiresOn: null };

const toldBy = (body: JsonObject): SyncTold => ({
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
