import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { createRecentKey } from '../../../../../electron/main/connections/recent-key.ts';

function aKey(answers: readonly Result<Secret>[]) {
  let [asked, nowMs] = [0, 0];
  const key = createRecentKey(
    () => Promise.resolve(answers[asked++] ?? ok(new Secret('another key'))),
    () => nowMs,
  );
  return { key, asked: () => asked, pass: (ms: number) => void (nowMs += ms) };
}

describe('the key of a connection', () => {
  it('is asked for once by all requests of one second', async () => {
    const { key, asked } = aKey([]);
    await Promise.all(Array.from({ length: 100 }, key));
    expect(await key()).toBe(await key());
    expect(asked()).toBe(1);
  });

  it('B2: is asked for again after a second, so that one that was forgotten is used no more', async () => {
    const { key, pass } = aKey([ok(new Secret('test-api-key')), fail({ kind: 'no-key' })]);
    expect((await key()).ok).toBe(true);
    pass(1_000);
    expect(await key()).toEqual({ ok: false, error: { kind: 'no-key' } });
  });

  it('is not remembered as missing: one that was just entered is found', async () => {
    const { key } = aKey([fail({ kind: 'no-key' })]);
    expect((await key()).ok).toBe(false);
    expect((await key()).ok).toBe(true);
  });
});
