import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import {
  createKeychain,
  type KeychainProcessEvents,
} from '../../../../../electron/main/platform/keychain.ts';

/** A keychain over processes that the test answers for. */
function aKeychainOverProcesses() {
  const sent: unknown[] = [];
  const kill = vi.fn();
  const onFault = vi.fn();
  const processes: KeychainProcessEvents[] = [];
  const keychain = createKeychain({
    timeoutMs: 3_000,
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
  afterEach(() => {
    vi.useRealTimers();
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
    expect(await set).toEqual({ ok: false, error: 'no-answer' });
    expect(kill).toHaveBeenCalledOnce();
    expect(onFault).toHaveBeenCalledWith('set', 'no-answer', expect.any(Number));
  });

  it('takes a process that ends without an answer for a keychain that does not answer', async () => {
    const { keychain, processes } = aKeychainOverProcesses();
    const deleted = keychain.delete('a1');
    processes[0]?.onGone();
    expect(await deleted).toEqual({ ok: false, error: 'no-answer' });
  });

  it('passes on the fault that the process found', async () => {
    const { keychain, processes, onFault } = aKeychainOverProcesses();
    const got = keychain.get('a1');
    processes[0]?.onMessage({ kind: 'failed', fault: 'locked' });
    expect(await got).toEqual({ ok: false, error: 'locked' });
    expect(onFault).toHaveBeenCalledWith('get', 'locked', expect.any(Number));
  });
});
