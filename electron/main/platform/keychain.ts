import type { KeychainFault } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Keychain } from '../accounts/vault.ts';
import { Secret } from '../system/secret.ts';
import type { KeychainAnswer, KeychainRequest } from './keychain-messages.ts';

interface KeychainProcess {
  readonly send: (message: KeychainRequest) => void;
  /** Kills it at once, whatever it is waiting for. */
  readonly kill: () => void;
}

export interface KeychainProcessEvents {
  readonly onMessage: (message: unknown) => void;
  readonly onGone: () => void;
}

/** Starts `keychain-process`: a utility process in Electron, a forked one in plain Node. */
export type StartKeychainProcess = (events: KeychainProcessEvents) => KeychainProcess;

interface KeychainDeps {
  readonly start: StartKeychainProcess;
  /** Timeout of one call, including the start of its process. */
  readonly timeoutMs: number;
  /**
   * How long a read that timed out goes on unseen, one at a time. The system may be asking a person for the keyring's
   * password, or for one for a new keyring, and takes that question away with the process that caused it. 0: not at all.
   */
  readonly promptMs?: number;
  /** Called for every failed call, for the log. */
  readonly onFault: (call: KeychainRequest['call'], fault: KeychainFault, durationMs: number) => void;
}

/** B1: the longest time that a person waits for a keychain that does not answer. */
export const keychainTimeoutMs = 3_000;

/** The operating system's keychain. Each call runs in its own process. */
export function createKeychain({ start, timeoutMs, promptMs = 0, onFault }: KeychainDeps): Keychain {
  let isPrompting = false;

  /** A write never goes on: what the caller takes for failed must not be stored later. */
  function goesOn({ call }: KeychainRequest): Goes {
    if (call !== 'get' || promptMs === 0 || isPrompting) return null;
    isPrompting = true;
    return {
      forMs: promptMs,
      ended: () => {
        isPrompting = false;
      },
    };
  }

  async function ask(request: KeychainRequest): Promise<Result<string | null, KeychainFault>> {
    const beganAt = performance.now();
    const answer = await answerOf(start, request, timeoutMs, () => goesOn(request));
    if (answer.kind === 'done') return ok(answer.secret);
    onFault(request.call, answer.fault, Math.round(performance.now() - beganAt));
    return fail(answer.fault);
  }

  return {
    async get(entry) {
      const got = await ask({ call: 'get', entry });
      return got.ok ? ok(got.value === null ? null : new Secret(got.value)) : got;
    },
    async set(entry, secret) {
      const set = await ask({ call: 'set', entry, secret: secret.reveal() });
      return set.ok ? ok(null) : set;
    },
    async delete(entry) {
      const deleted = await ask({ call: 'delete', entry });
      return deleted.ok ? ok(null) : deleted;
    },
  };
}

const noAnswer: KeychainAnswer = { kind: 'failed', fault: 'no-answer' };

/** How long a process goes on after its call timed out, and who hears of its end; null: not at all. */
type Goes = { readonly forMs: number; readonly ended: () => void } | null;

/** Runs one call in one process; settles with the first of answer, end of the process and timeout. */
function answerOf(
  start: StartKeychainProcess,
  request: KeychainRequest,
  timeoutMs: number,
  goesOn: () => Goes,
): Promise<KeychainAnswer> {
  return new Promise((resolve) => {
    let going: Goes = null;
    const settle = (answer: KeychainAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
      keychainProcess.kill();
      going?.ended();
      going = null;
    };
    const keychainProcess = start({
      // Only the keychain process sends here.
      onMessage: (message) => settle(message as KeychainAnswer),
      onGone: () => settle(noAnswer),
    });
    let timer = setTimeout(() => {
      going = goesOn();
      if (going === null) settle(noAnswer);
      else {
        resolve(noAnswer);
        timer = setTimeout(() => settle(noAnswer), going.forMs);
      }
    }, timeoutMs);
    keychainProcess.send(request);
  });
}

/**
 * Variables that make libsecret store secrets in a file, or Node run other code first; and the locale, which
 * {@link keychainEnvironment} sets.
 */
const unwanted = /^(SECRET_|NODE_OPTIONS$|LD_PRELOAD$|LANGUAGE$|LC_)/;

/**
 * Chromium sets `disabled:` here if the session has no bus address. If the variable is unset, libsecret looks in
 * `XDG_RUNTIME_DIR` by itself.
 */
const isNoBus = (name: string, value: string): boolean =>
  name === 'DBUS_SESSION_BUS_ADDRESS' && value === 'disabled:';

/**
 * The environment of the keychain process: ours, without variables that bypass the keychain (B4), and in the C locale,
 * since faults are recognised by their messages.
 */
export function keychainEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !unwanted.test(entry[0]) && !isNoBus(entry[0], entry[1]),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
