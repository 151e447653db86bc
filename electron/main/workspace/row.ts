import { z } from 'zod';
import { DamagedRow } from './storage-fault.ts';

/** A column of JSON text, parsed. Text that is no JSON is not what was written. */
export const jsonColumn = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

/** A column of milliseconds since 1970, as the ISO text that the rest of the program speaks. */
export const instantColumn = z
  .int()
  .min(-8.64e15)
  .max(8.64e15)
  .transform((ms) => new Date(ms).toISOString());

export const toMs = (instant: string): number => Date.parse(instant);

/** The row, proved to be of `schema`. Throws {@link DamagedRow}, without the row's content. */
export function parseRow<S extends z.ZodType>(schema: S, row: unknown): z.output<S> {
  const parsed = schema.safeParse(row);
  if (!parsed.success) throw new DamagedRow();
  return parsed.data;
}
