import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { isMarked, markOf } from '../../../../../electron/main/codes/salted-mark.ts';

describe('the mark of a code', () => {
  const code = 'CANARY-Ab3#';

  it('B17 knows its own text and no other', () => {
    const mark = markOf(new Secret(code));
    expect(isMarked(mark, code)).toBe(true);
    for (const other of ['', 'CANARY-Ab3', 'canary-ab3#', `${code} `])
      expect(isMarked(mark, other)).toBe(false);
  });

  it('B17 has another salt and another hash each time, and nothing of the text', () => {
    const [one, two] = [markOf(new Secret(code)), markOf(new Secret(code))];
    expect(one.salt).toHaveLength(32);
    expect(one.hash).toHaveLength(32);
    expect(one.salt).not.toEqual(two.salt);
    expect(one.hash).not.toEqual(two.hash);
    expect(isMarked({ ...one, salt: two.salt }, code)).toBe(false);
    expect(inspect(one)).not.toContain('CANARY');
  });
});
