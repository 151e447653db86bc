import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  bytesLimit,
  guarded,
  isAcceptablePayload,
  payloadLimit,
} from '../../../../../electron/main/app/ipc.ts';
import { trustOnly } from '../../../../../electron/main/app/sender.ts';
import { aCaller } from '../../../../support/ipc/callers.ts';
import { aListeningLog } from '../../../../support/ipc/listening-log.ts';

describe('a guarded request', () => {
  const incident = fail({ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' });

  function aGuardedRequest(
    answer: () => Promise<Result<unknown>> = () => Promise.resolve(ok({ label: 'x' })),
  ) {
    const told = aListeningLog();
    const handler = vi.fn<(input: unknown) => Promise<Result<unknown>>>(answer);
    const call = guarded({
      name: 'area.method',
      input: z.object({ id: z.string() }),
      output: z.object({ label: z.string() }),
      handler,
      isTrusted: trustOnly(() => 1, 'app://main'),
      log: told.log,
    });
    return { ...told, handler, call };
  }

  it('hands the parsed input on and answers with the handler’s outcome', async () => {
    const { call, handler, bugs } = aGuardedRequest();
    expect(await call(aCaller(), { id: 'a', stray: 1 })).toEqual(ok({ label: 'x' }));
    expect(handler).toHaveBeenCalledExactlyOnceWith({ id: 'a' });
    expect(bugs).toEqual([]);
  });

  it('A11 answers a stranger with an incident, without asking the handler', async () => {
    const { call, handler, refused, bugs } = aGuardedRequest();
    expect(await call(aCaller({ id: 2 }), { id: 'a' })).toEqual(incident);
    expect(handler).not.toHaveBeenCalled();
    expect(refused).toEqual([{ guard: 'sender' }]);
    expect(bugs).toHaveLength(1);
  });

  it('A11 refuses what is too large before the schema looks at it', async () => {
    const { call, handler, refused } = aGuardedRequest();
    const answer = await call(aCaller(), { id: 'x'.repeat(13_000_000) });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    expect(handler).not.toHaveBeenCalled();
    expect(refused).toEqual([{ guard: 'size' }]);
  });

  it('A11 names the field that does not fit the schema', async () => {
    const { call, handler, refused } = aGuardedRequest();
    const answer = await call(aCaller(), { id: 5 });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'id' } });
    expect(handler).not.toHaveBeenCalled();
    expect(refused).toEqual([{ guard: 'input' }]);
  });

  it('A12 leaves behind what the answer’s schema does not name', async () => {
    const { call } = aGuardedRequest(() => Promise.resolve(ok({ label: 'x', apiKey: 'canary' })));
    expect(await call(aCaller(), { id: 'a' })).toEqual(ok({ label: 'x' }));
  });

  it('A12 leaves behind what rides along in a failure', async () => {
    const error = { kind: 'no-key', apiKey: 'canary' } as const;
    const { call } = aGuardedRequest(() => Promise.resolve(fail(error)));
    expect(await call(aCaller(), { id: 'a' })).toEqual(fail({ kind: 'no-key' }));
  });

  it('answers an answer outside its schema with an incident', async () => {
    const { call, refused, bugs } = aGuardedRequest(() => Promise.resolve(ok({ label: 5 })));
    expect(await call(aCaller(), { id: 'a' })).toEqual(incident);
    expect(refused).toEqual([{ guard: 'output' }]);
    expect(bugs).toHaveLength(1);
  });

  it.each([
    ['a handler that throws', () => Promise.reject(new Error('canary'))],
    [
      'a handler that throws at once',
      () => {
        throw new Error('canary');
      },
    ],
  ])('answers %s with an incident, and nothing of what was thrown', async (_case, answer) => {
    const { call, bugs } = aGuardedRequest(answer);
    expect(await call(aCaller(), { id: 'a' })).toEqual(incident);
    expect(bugs).toEqual([new Error('canary')]);
  });
});

describe('payload', () => {
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
});
