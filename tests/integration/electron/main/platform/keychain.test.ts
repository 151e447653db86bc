import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeychainFault } from '../../../../../shared/errors.ts';
import type { Keychain } from '../../../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createKeychain, keychainTimeoutMs } from '../../../../../electron/main/platform/keychain.ts';
import { forkKeychain } from '../../../../../electron/main/platform/keychain-fork.ts';
import { aKeyringSession, type KeyringSession } from '../../../../support/keychain/keyring-session.ts';

const modulePath = fileURLToPath(
  new URL('../../../../../electron/main/platform/keychain-process.ts', import.meta.url),
);
const key = new Secret('api-key-1234-ü');

describe('the keychain of Linux', () => {
  let session: KeyringSession;
  beforeEach(() => {
    session = aKeyringSession();
  });
  afterEach(() => session.end());

  const keychainOf = ({ environment }: KeyringSession): Keychain =>
    createKeychain({
      start: forkKeychain(modulePath, environment),
      timeoutMs: keychainTimeoutMs,
      onFault: () => undefined,
    });

  /** The outcome of each of the three calls. */
  async function outcomes(keychain: Keychain) {
    return {
      get: await keychain.get('a1'),
      set: await keychain.set('a1', key),
      delete: await keychain.delete('a1'),
    };
  }
  const allFail = (error: KeychainFault) => {
    const failure = { ok: false, error };
    return { get: failure, set: failure, delete: failure };
  };

  it('B3 no session bus: no-bus', async () => {
    expect(await outcomes(keychainOf(session))).toEqual(allFail('no-bus'));
  });

  it('B3 a bus that is gone: no-bus', async () => {
    session.environment['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nowhere/bus';
    expect(await outcomes(keychainOf(session))).toEqual(allFail('no-bus'));
  });

  it('B3 a bus without a secret service: no-service', async () => {
    await session.startBus();
    expect(await outcomes(keychainOf(session))).toEqual(allFail('no-service'));
  });

  it('B3 a service without a default collection: no-collection', async () => {
    await session.startBus();
    await session.startKeyring();
    expect(await outcomes(keychainOf(session))).toEqual(allFail('no-collection'));
  });

  it('B3 B5 a locked keyring: locked on every call, and the key in it is still there afterwards', async () => {
    await session.startBus();
    await session.startKeyring('password');
    expect(await keychainOf(session).set('a1', key)).toEqual({ ok: true, value: null });
    await session.stopKeyring();
    await session.startKeyring();
    expect(await outcomes(keychainOf(session))).toEqual(allFail('locked'));
    await session.stopKeyring();
    await session.startKeyring('password');
    const got = await keychainOf(session).get('a1');
    expect(got.ok && got.value?.reveal()).toBe(key.reveal());
  });

  it('B3 an open keyring works: absent, kept, replaced, removed, absent', async () => {
    await session.startBus();
    await session.startKeyring('password');
    const keychain = keychainOf(session);
    const revealed = async () => {
      const got = await keychain.get('a1');
      return got.ok ? (got.value?.reveal() ?? null) : got.error;
    };
    expect(await revealed()).toBeNull();
    await keychain.set('a1', key);
    expect(await revealed()).toBe(key.reveal());
    await keychain.set('a1', new Secret('k'.repeat(1_200)));
    expect(await revealed()).toBe('k'.repeat(1_200));
    expect(await keychain.delete('a1')).toEqual({ ok: true, value: null });
    expect(await keychain.delete('a1')).toEqual({ ok: true, value: null });
    expect(await revealed()).toBeNull();
  });

  it('B4 takes no file for a keychain, not even when libsecret is told to', async () => {
    session.environment['SECRET_BACKEND'] = 'file';
    session.environment['SECRET_FILE_TEST_PATH'] = `${session.environment['HOME'] ?? ''}/keyring`;
    session.environment['SECRET_FILE_TEST_PASSWORD'] = 'password';
    expect(await outcomes(keychainOf(session))).toEqual(allFail('no-bus'));
  });

  it('B3 knows the fault in a German session too', async () => {
    Object.assign(session.environment, { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' });
    await session.startBus();
    expect(await keychainOf(session).get('a1')).toEqual({ ok: false, error: 'no-service' });
  });

  it('B1 B3 a service that never answers: no-answer within 3.2 s, and main neither waits nor stutters', async ({
    annotate,
  }) => {
    await session.startBus();
    await session.startDeadService();
    const keychain = keychainOf(session);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const beganAt = performance.now();
    const got = keychain.get('a1').then((outcome) => ({ outcome, tookMs: performance.now() - beganAt }));
    const reads = await readTimesUntil(got);
    const { outcome, tookMs } = await got;
    delay.disable();

    expect(outcome).toEqual({ ok: false, error: 'no-answer' });
    expect(tookMs).toBeGreaterThan(2_900);
    expect(tookMs).toBeLessThan(3_200);
    const loopP99Ms = delay.percentile(99) / 1e6;
    const readP99Ms = reads.toSorted((a, b) => a - b)[Math.floor(reads.length * 0.99)] ?? Infinity;
    await annotate(
      `figure: ended after ${tookMs.toFixed(0)} ms; main’s delay p99 ${loopP99Ms.toFixed(1)} ms, readFile p99 ${readP99Ms.toFixed(1)} ms`,
    );
    console.log(
      `dead service: call ${tookMs.toFixed(0)} ms; loop delay p99 ${loopP99Ms.toFixed(1)} ms, ` +
        `readFile p99 ${readP99Ms.toFixed(1)} ms over ${reads.length} reads`,
    );
    expect(loopP99Ms).toBeLessThan(50);
    expect(readP99Ms).toBeLessThan(50);
  });
});

/** How long each of many small reads took while `work` was under way. */
async function readTimesUntil(work: Promise<unknown>): Promise<number[]> {
  let done = false;
  void work.then(() => {
    done = true;
  });
  const times: number[] = [];
  while (!done) {
    const beganAt = performance.now();
    await readFile(modulePath);
    times.push(performance.now() - beganAt);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}
