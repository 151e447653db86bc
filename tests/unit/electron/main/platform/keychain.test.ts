import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import { keychainFaultOf } from '../../../../../electron/main/platform/keychain-messages.ts';
import {
  createKeychain,
  keychainEnvironment,
  type KeychainProcessEvents,
} from '../../../../../electron/main/platform/keychain.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';

/** A keychain over processes that the test answers for. */
function aKeychainOverProcesses(promptMs = 0) {
  const sent: unknown[] = [];
  const kill = vi.fn();
  const onFault = vi.fn();
  const processes: KeychainProcessEvents[] = [];
  const keychain = createKeychain({
    timeoutMs: 3_000,
    promptMs,
    onFault,
    start: (events) => {
      processes.push(events);
      return { send: (message) => sent.push(message), kill };
    },
  });
  return { keychain, processes, sent, kill, onFault };
}

describe('the keychain', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('starts a process for each call and ends it when it has answered', async () => {
    const { keychain, processes, sent, kill } = aKeychainOverProcesses();
    const got = keychain.get('a1');
    processes[0]?.onMessage({ kind: 'done', secret: 'api-key-1234' });
    const result = await got;
    expect(result.ok && result.value?.reveal()).toBe('api-key-1234');
    expect(sent).toEqual([{ call: 'get', entry: 'a1' }]);
    expect(kill).toHaveBeenCalledOnce();
  });

  it('B1 gives up after 3 s, ends the process and says so', async () => {
    const { keychain, kill, onFault } = aKeychainOverProcesses();
    const set = keychain.set('a1', new Secret('api-key-1234'));
    vi.advanceTimersByTime(2_999);
    expect(kill).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await set).toEqual(fail('no-answer'));
    expect(kill).toHaveBeenCalledOnce();
    expect(onFault).toHaveBeenCalledWith('set', 'no-answer', expect.any(Number));
  });

  it('leaves a question of the system open after a read that timed out, and takes no answer to it for the read’s', async () => {
    const { keychain, processes, kill } = aKeychainOverProcesses(60_000);
    const got = keychain.get('a1');
    vi.advanceTimersByTime(3_000);
    expect(await got).toEqual(fail('no-answer'));
    expect(kill).not.toHaveBeenCalled();
    processes[0]?.onMessage({ kind: 'done', secret: 'api-key-1234' });
    expect(kill).toHaveBeenCalledOnce();
  });

  it('leaves one question open at a time, and a minute long', async () => {
    const { keychain, kill } = aKeychainOverProcesses(60_000);
    const calls = [keychain.get('a1'), keychain.get('a2')];
    vi.advanceTimersByTime(3_000);
    await Promise.all(calls);
    expect(kill).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(59_999);
    expect(kill).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(kill).toHaveBeenCalledTimes(2);
    void keychain.get('a3');
    vi.advanceTimersByTime(3_000);
    expect(kill, 'and another one after it').toHaveBeenCalledTimes(2);
  });

  it.each(['set', 'delete'] as const)('B6 lets no %s go on that was said to have failed', async (call) => {
    const { keychain, kill } = aKeychainOverProcesses(60_000);
    const asked = call === 'set' ? keychain.set('a1', new Secret('api-key-1234')) : keychain.delete('a1');
    vi.advanceTimersByTime(3_000);
    expect(await asked).toEqual(fail('no-answer'));
    expect(kill).toHaveBeenCalledOnce();
  });

  it('takes a process that ends without an answer for a keychain that does not answer', async () => {
    const { keychain, processes } = aKeychainOverProcesses();
    const deleted = keychain.delete('a1');
    processes[0]?.onGone();
    expect(await deleted).toEqual(fail('no-answer'));
  });

  it('passes on the fault that the process found', async () => {
    const { keychain, processes, onFault } = aKeychainOverProcesses();
    const got = keychain.get('a1');
    processes[0]?.onMessage({ kind: 'failed', fault: 'locked' });
    expect(await got).toEqual(fail('locked'));
    expect(onFault).toHaveBeenCalledWith('get', 'locked', expect.any(Number));
  });
});

describe('the environment of the keychain’s process', () => {
  it.each([
    'SECRET_BACKEND',
    'SECRET_FILE_TEST_PATH',
    'SECRET_FILE_TEST_PASSWORD',
    'NODE_OPTIONS',
    'LD_PRELOAD',
  ])('B4 has no %s: it would lead round the keychain', (name) => {
    expect(keychainEnvironment({ [name]: 'file', HOME: '/home/bob' })).toEqual({
      HOME: '/home/bob',
      LC_ALL: 'C',
    });
  });

  it('names no bus where Chromium says that there is none, so that libsecret looks further', () => {
    expect(keychainEnvironment({ DBUS_SESSION_BUS_ADDRESS: 'disabled:' })).toEqual({ LC_ALL: 'C' });
    expect(keychainEnvironment({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' })).toMatchObject({
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x',
    });
  });

  it('speaks the C locale, since faults are known by their words', () => {
    expect(
      keychainEnvironment({ LC_ALL: 'de_DE.UTF-8', LC_MESSAGES: 'de_DE.UTF-8', LANGUAGE: 'de' }),
    ).toEqual({
      LC_ALL: 'C',
    });
  });
});

describe('the fault of a keychain', () => {
  it.each([
    [
      'no-bus',
      'Error spawning command line “dbus-launch --autolaunch=… --binary-syntax --close-stderr”: Child process exited with code 1',
    ],
    ['no-bus', 'Cannot autolaunch D-Bus without X11 $DISPLAY'],
    ['no-bus', 'Failed to execute child process “dbus-launch” (No such file or directory)'],
    ['no-bus', 'Unknown or unsupported transport “disabled” for address “disabled:”'],
    ['no-bus', 'The given address is empty'],
    ['no-bus', 'Address element “nonsense” does not contain a colon (:)'],
    ['no-bus', 'Could not connect: No such file or directory'],
    ['no-bus', 'Could not connect: Connection refused'],
    ['no-service', 'The name org.freedesktop.secrets was not provided by any .service files'],
    ['no-service', 'libsecret-1.so.0: cannot open shared object file: No such file or directory'],
    ['no-service', 'Process org.freedesktop.secrets exited with status 1'],
    ['no-collection', 'Object does not exist at path “/org/freedesktop/secrets/collection/login”'],
    ['locked', 'Cannot create an item in a locked collection'],
    ['locked', 'User interaction is not allowed.'],
    ['no-answer', 'Timeout was reached'],
    ['denied', 'The user name or passphrase you entered is not correct.'],
    ['denied', 'words that nobody has seen before'],
  ])('B3 is %s when keytar says “%s”', (fault, text) => {
    expect(keychainFaultOf(new Error(text))).toBe(fault);
  });

  it('is denied when what was thrown is not an error', () => {
    expect(keychainFaultOf('locked collection')).toBe('denied');
  });
});
