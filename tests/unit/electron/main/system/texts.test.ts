import { describe, expect, it } from 'vitest';
import { appError } from '#shared/areas/error-schema.ts';
import { cut, invalidInput } from '../../../../../electron/main/system/texts.ts';

describe('texts', () => {
  it.each([
    ['as long as it may be', 'abcd', 4, 'abcd'],
    ['longer', 'abcde', 4, 'abc…'],
    ['longer, with a pair of surrogates at the end', 'ab😀cd', 4, 'ab…'],
  ])('are cut to their bound: %s', (_name, text, most, expected) => {
    expect(cut(text, most)).toBe(expected);
  });

  it('of a person or a file fit into the failure that repeats them', () => {
    const { error } = invalidInput('account', `There is no account "${'x'.repeat(5_000)}".`);
    expect(appError.safeParse(error).success).toBe(true);
  });
});
