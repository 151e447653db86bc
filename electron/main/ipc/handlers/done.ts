import { ok, type Result } from '#shared/result.ts';

/** An answer that says nothing but that it was done. */
export const done = (result: Result<unknown>): Result<Record<string, never>> => (result.ok ? ok({}) : result);
