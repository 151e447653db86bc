import { describe, expect, it } from 'vitest';
import { type FieldKind, isOfKind, oneOf } from '../../../../../electron/main/log/fields.ts';

describe('a field of the log', () => {
  it.each<[FieldKind, unknown, unknown]>([
    ['number', 12.5, Number.NaN],
    ['boolean', false, 'false'],
    ['id', '3f2b1c9e-0000-4000-8000-0123456789ab', 'api-key-1234'],
    ['incident', 'K7QD-2MXA-9RTB', 'KEY1-KEY2-KEY3'],
    ['version', '42.0.0', '42.0.0-example.com'],
    [oneOf(['get', 'set']), 'set', 'toString'],
  ])('B10 of kind %o takes %o and refuses %o', (kind, fits, doesNot) => {
    expect(isOfKind(kind, fits)).toBe(true);
    expect(isOfKind(kind, doesNot)).toBe(false);
  });
});
