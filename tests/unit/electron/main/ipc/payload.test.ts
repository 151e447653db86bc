import { expect, it } from 'vitest';
import { bytesLimit, isAcceptablePayload, payloadLimit } from '../../../../../electron/main/ipc/payload.ts';

const ring: Record<string, unknown> = {};
ring['itself'] = ring;
const sparse: unknown[] = [];
sparse.length = 4_294_967_295;

it.each([
  ['nothing', undefined],
  ['an object of plain values', { a: 1, b: [true, null, 'x'], c: { d: undefined } }],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
  ['a text at the limit', 'x'.repeat(12 * (payloadLimit - 1))],
  ['the bytes of a file', { bytes: new Uint8Array(4) }],
  ['as many bytes as a file may have', new Uint8Array(bytesLimit)],
])('A11 accepts %s', (_case, payload) => {
  expect(isAcceptablePayload(payload)).toBe(true);
});

it.each([
  ['a text beyond the limit', 'x'.repeat(12 * payloadLimit)],
  ['many short texts', Array.from({ length: payloadLimit }, () => 'x')],
  ['long names of fields', Object.fromEntries([['k'.repeat(payloadLimit), 1]])],
  ['an empty array of four thousand million places', sparse],
  ['a ring', ring],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['more bytes than a file may have', new Uint8Array(bytesLimit + 1)],
  ['numbers packed', new Float64Array(4)],
  ['bytes that another thread could change', new SharedArrayBuffer(4)],
  ['a regular expression', /x/],
  ['a bigint', 1n],
  ['a function', () => 1],
  ['an error deep within', { a: [{ b: new Error('x') }] }],
])('A11 refuses %s', (_case, payload) => {
  expect(isAcceptablePayload(payload)).toBe(false);
});

it('A11 is quick with an array that claims four thousand million places', () => {
  const startedAt = performance.now();
  isAcceptablePayload({ tlds: sparse });
  expect(performance.now() - startedAt).toBeLessThan(100);
});
