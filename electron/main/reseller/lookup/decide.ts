import type { CheckedFinding, UnknownCause } from '#shared/domain/finding.ts';
import { hasError } from '../answers.ts';
import { isArray, isObject, type Json, type JsonObject, member } from '../json.ts';

export interface Decision {
  readonly kind: CheckedFinding['kind'];
  readonly cause: UnknownCause | null;
}

/**
 * What one lookup result says. `isAvailable` decides, and only as a real boolean; the status text never does. An
 * `isValidDomain` that is there but not `true` keeps a name from being available.
 *
 * Source: Domain Reseller API v2.2, "Lookup result"; C17.
 */
export function decide(result: JsonObject): Decision {
  const available = member(result, 'isAvailable');
  const valid = member(result, 'isValidDomain');
  if (hasError(member(result, 'error'))) return unknown('error-in-answer');
  if (valid === false) return known('invalid');
  if (available === false) return known(member(result, 'status') === 'reserved' ? 'reserved' : 'taken');
  if (available !== true || (valid !== undefined && valid !== true)) return unknown('no-decision');
  return known(isPremium(result) ? 'premium' : 'available');
}

/** PHP writes false in all these ways. */
const saysNo: ReadonlySet<Json> = new Set([false, 0, '', '0', 'false']);

/** Careful: what might be premium is called so, for it may cost a hundred times as much. */
export function isPremium(result: JsonObject): boolean {
  const flag = member(result, 'isPremium');
  if (flag === undefined || flag === null) return isFilled(member(result, 'premiumCostPricing'));
  return !saysNo.has(flag);
}

const isFilled = (value: Json | undefined): boolean =>
  isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;

const known = (kind: CheckedFinding['kind']): Decision => ({ kind, cause: null });
const unknown = (cause: UnknownCause): Decision => ({ kind: 'unknown', cause });
