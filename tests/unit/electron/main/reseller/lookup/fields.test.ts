import { expect, it } from 'vitest';
import { fieldsOf } from '../../../../../../electron/main/reseller/lookup/fields.ts';

it('every field of a result is listed by its path, the empty ones too', () => {
  expect(fieldsOf({ a: 'x', b: { c: [1, null], d: {} }, e: true })).toEqual([
    { path: 'a', value: 'x' },
    { path: 'b.c.0', value: '1' },
    { path: 'b.c.1', value: 'null' },
    { path: 'b.d', value: '{}' },
    { path: 'e', value: 'true' },
  ]);
});

it('the list keeps within what may cross to the page', () => {
  const fields = fieldsOf(
    Object.fromEntries(
      Array.from({ length: 3_000 }, (_, n) => [`k${n}`.padEnd(600, 'x'), 'y'.repeat(5_000)]),
    ),
  );
  expect(fields).toHaveLength(2_000);
  expect(fields[0]?.path).toHaveLength(500);
  expect(fields[0]?.value).toHaveLength(4_000);
});
