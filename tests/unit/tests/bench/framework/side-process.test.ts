import { describe, expect, it } from 'vitest';
import { takenFrom } from '../../../../bench/framework/side-process.ts';

describe('what a side tells', () => {
  it('is its last line of the kind, whatever else it printed', () => {
    expect(
      takenFrom('warming up\ntaken {"value":1,"also":{}}\ntaken {"value":2,"also":{}}\nbye\n').value,
    ).toBe(2);
  });

  it.each([
    { what: 'nothing', told: '' },
    { what: 'no number', told: 'taken {"value":null,"also":{}}\n' },
    { what: 'only other lines', told: 'warming up\n' },
  ])('is a failure where it is $what', ({ told }) => {
    expect(() => takenFrom(told)).toThrow(/told/);
  });
});
