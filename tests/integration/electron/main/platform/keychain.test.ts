import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeychainFault } from '../../../../../shared/errors.ts';
import type { Keychain } from '../../../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createKeychain, keychainTimeoutMs } from '../../../../../electron/main/platform/keychain.ts';
import { forkKeychain } from '../../../../../electron/main/platform/keychain-fork.ts';
import { stretchesWhile } from '../../../../support/time/processor-time.ts';
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
    const beganAt = performance.now();
    const asked = keychain.get('a1');
    // Its clock begins after the keychain's: a busy machine is late with both.
    const tooLate = wait(keychainTimeoutMs + 200, 'too late');
    const got = Promise.race([asked, tooLate]);
    let reads = 0;
    const { p99Ms } = await stretchesWhile(async () => {
      reads = await readsUntil(got);
    });
    const tookMs = performance.now() - beganAt;

    expect(await got).toEqual({ ok: false, error: 'no-answer' });
    expect(tookMs).toBeGreaterThan(2_900);
    await annotate(
      `figure: ended after ${tookMs.toFixed(0)} ms; main held for ${p99Ms.toFixed(1)} ms at p99, ${reads} reads meanwhile`,
    );
    expect(p99Ms).toBeLessThan(50);
    expect(reads, 'files that main read meanwhile').toBeGreaterThan(30);
  });
});

/** How many small reads are made while `work` is under way. */
async function readsUntil(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  let reads = 0;
  for (; !isDone; reads += 1) {
    await readFile(modulePath);
    await wait(5);
  }
  return reads;
}
