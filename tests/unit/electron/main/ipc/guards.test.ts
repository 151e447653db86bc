import { z } from 'zod';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { guarded } from '../../../../../electron/main/ipc/guards.ts';
import { trustOnly } from '../../../../../electron/main/ipc/sender.ts';
import { aCaller } from '../../../../support/ipc/callers.ts';
import { aListeningLog } from '../../../../support/ipc/listening-log.ts';

const incident = fail({ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' });

function aGuardedRequest(answer: () => Promise<Result<unknown>> = () => Promise.resolve(ok({ label: 'x' }))) {
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

describe('a guarded request', () => {
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
