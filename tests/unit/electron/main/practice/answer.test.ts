import { expect, it } from 'vitest';
import { json } from '../../../../../electron/main/practice/answer.ts';

it('escapes every character beyond ASCII, and nothing else', () => {
  const value = { name: 'Lübeck 🌊', text: '"\\ \u007f\u0080\uffff' };
  const { body } = json(value);
  expect(body).toContain('L\\u00fcbeck \\ud83c\\udf0a');
  expect(body).toMatch(/^[\u0000-\u007f]*$/);
  expect(JSON.parse(body)).toEqual(value);
});
