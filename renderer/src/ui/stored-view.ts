import * as z from 'zod/mini';

/** Reads what was stored, such as a draft; null where it has another shape. */
export const readAs =
  <T>(schema: Pick<z.ZodMiniType<T>, 'safeParse'>) =>
  (body: unknown): T | null => {
    const read = schema.safeParse(body);
    return read.success ? read.data : null;
  };

/**
 * Pieces for reading back how a list was left: what is not understood, for example of another version or damaged, becomes what it
 * is at first, and never an error.
 */

/** The longest text that a filter is stored with. */
export const longestFilterText = 260;

export const filterText = z.catch(
  z.pipe(
    z.string(),
    z.transform((text) => text.slice(0, longestFilterText)),
  ),
  '',
);

/** Of a list, what this version knows, in the order of `all`; null where that is nothing. */
export const someOf = <T extends string>(all: readonly T[]) =>
  z.catch(
    z.pipe(
      z.array(z.unknown()),
      z.transform((listed): readonly T[] | null => {
        const known = all.filter((one) => listed.includes(one));
        return known.length === 0 ? null : known;
      }),
    ),
    null,
  );

/** One of `all`; null for anything else. */
export const oneOrNone = <T extends string>(all: readonly T[]) => z.catch(z.nullable(z.enum(all)), null);

export const textOrNone = z.catch(z.nullable(z.string()), null);

export const onOrOff = z.catch(z.boolean(), false);

export const countOrNull = z.catch(z.nullable(z.int().check(z.gte(0))), null);
