import type { UnreadableReason } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export type JsonKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'missing';

const maxDepth = 64;

/** The JSON value in `text`. Fails with: why there is none that can be used. Source: C16, depth at most 64. */
export function parseJson(text: string): Result<Json, UnreadableReason> {
  if (text.trim() === '') return fail('empty');
  try {
    // JSON.parse gives nothing but these kinds.
    const value = JSON.parse(text) as Json;
    return isDeeperThan(value, maxDepth) ? fail('too-deep') : ok(value);
  } catch {
    return fail('not-json');
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** A member of its own, never one of the prototype's; undefined where there is none. */
export const member = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** A member that is a text, or the empty text. */
export const textOf = (value: JsonObject, name: string): string => {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
};

export function kindOf(value: Json | undefined): JsonKind {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  // The rest of Json's kinds have the same name in typeof.
  return typeof value as JsonKind;
}

function isDeeperThan(value: Json, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const inner of isArray(value) ? value : Object.values(value)) {
    // Asked here and not by calling: nearly all that an answer holds is flat.
    if (typeof inner === 'object' && inner !== null && isDeeperThan(inner, limit - 1)) return true;
  }
  return false;
}
