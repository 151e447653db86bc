import { expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';

const write = contract.settings.write.input;
const own = (count: number) => ({
  shortcuts: Object.fromEntries(Array.from({ length: count }, (_, index) => [`name-${index}`, 'O'])),
});

it('takes no more of a person’s own keys than there can be shortcuts', () => {
  expect(write.safeParse(own(200)).success).toBe(true);
  expect(write.safeParse(own(201)).success).toBe(false);
});
