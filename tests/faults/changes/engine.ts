import { createEncryption, sealingEntry } from '../../../electron/main/accounts/encryption.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { createVault } from '../../../electron/main/accounts/vault.ts';
import { type Changes, createChanges } from '../../../electron/main/changes/changes.ts';
import type { ChangesDeps, ChangingConnection } from '../../../electron/main/changes/ledger.ts';
import { createThrottle } from '../../../electron/main/connections/throttle.ts';
import { parseBaseUrl } from '../../../electron/main/reseller/base-url.ts';
import { createResellerClient } from '../../../electron/main/reseller/client.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { defaultAccountOptions } from '../../../shared/domain/account.ts';
import type { Change } from '../../../shared/domain/change.ts';
import { defaultLimits } from '../../../shared/domain/limits.ts';
import { fail, ok } from '../../../shared/result.ts';
import { aKeychain } from '../../support/keychain/a-keychain.ts';
import { aFastTime } from '../../support/time/virtual-time.ts';
import { openTestWorkspace } from '../../support/workspace/a-workspace.ts';

/** The engine of changes over a workspace on the disk, with a real client for each account. */
export interface Engine {
  readonly changes: Changes;
  readonly workspace: Workspace;
  readonly time: ReturnType<typeof aFastTime>;
  readonly bugs: readonly unknown[];
  readonly close: () => Promise<void>;
}

export type Journal = ChangesDeps['journal'];

export interface EngineRequest {
  readonly directory: string;
  readonly connectionOf: (accountId: string) => ChangingConnection | null;
  readonly announce: (change: Change) => void;
  /** Stands between the engine and its journal. */
  readonly journal?: (journal: Journal) => Journal;
}

export const login = { username: 'changing@example.com', apiKey: 'a-key-for-changes' };

const loginOf = (accountId: string) => ({
  baseUrl: `https://${accountId}.example/api`,
  username: 'changing@example.com',
});

/** Half an hour from the turn of an hour, for tokens: minutes pass in a moment here. */
export const midHour = (): Date => new Date('2026-03-01T10:30:00Z');

const timesFaster = 100;

/** It outlives a process: what one encrypted, the process that is started after it decrypts. */
function keychainOfOneUser() {
  const keychain = aKeychain();
  keychain.entries.set(sealingEntry, Buffer.alloc(32, 'a key').toString('base64'));
  return keychain;
}

const asItIs = (journal: Journal): Journal => journal;

export async function openEngine(request: EngineRequest): Promise<Engine> {
  const { directory, connectionOf, announce, journal = asItIs } = request;
  const workspace = await openTestWorkspace(directory);
  // Hundreds of paid changes are sent in one day here.
  workspace.settings.write({ limits: { ...defaultLimits, dayCount: null } });
  const time = aFastTime(timesFaster, new Date().toISOString());
  const bugs: unknown[] = [];
  const saved = new Set<string>();
  const changes = createChanges({
    journal: journal(workspace.journal),
    findings: workspace.findings,
    paidChangesBlockedBy: () => null,
    effectsSinceBackup: () => [],
    connections: {
      of(accountId) {
        const connection = connectionOf(accountId);
        if (connection === null) return Promise.resolve(fail({ kind: 'no-account' }));
        if (!saved.has(accountId)) {
          saved.add(accountId);
          const { account } = connection;
          const kept = {
            ...account,
            options: defaultAccountOptions,
            label: accountId,
            colour: 'blue',
          } as const;
          workspace.accounts.save(kept);
        }
        return Promise.resolve(ok(connection));
      },
    },
    sealing: createEncryption({ vault: createVault(keychainOfOneUser()) }),
    portfolio: {
      registrarsBeside: () => [],
      observe: () => Promise.resolve(),
      children: () => [],
      usersOf: () => [],
      heldBy: () => null,
      find: () => Promise.resolve(fail({ kind: 'invalid-input', field: 'domain', reason: 'Not there' })),
    },
    announce: (all) => all.forEach(announce),
    announceHealth: () => undefined,
    onBug: (thrown) => bugs.push(thrown),
    newId: () => crypto.randomUUID(),
    ...time,
  });
  return {
    changes,
    workspace,
    time,
    bugs,
    async close() {
      await changes.close();
      await workspace.close();
    },
  };
}

/**
 * A connection as the application makes it, held by nothing but its timeout.
 *
 * @param timeoutMs Asked at each request.
 */
export function connectionTo(
  baseUrl: string,
  accountId: string,
  timeoutMs: () => number,
): ChangingConnection & { readonly close: () => Promise<void> } {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new Error('A loopback address is let through');
  const options = {
    ...defaultAccountOptions,
    requestsPerSecond: 0,
    concurrency: 0,
    get timeoutMs() {
      return timeoutMs();
    },
  };
  const ending = new AbortController();
  const { timer } = aFastTime(timesFaster);
  const throttle = createThrottle(options, timer);
  const client = createResellerClient({
    service: { baseUrl: parsed.value, username: login.username, options },
    key: () => Promise.resolve(ok(new Secret(login.apiKey))),
    now: midHour,
    random: () => 0,
    sleep: timer.sleep,
    onDeviation: () => undefined,
    onExchange: throttle.heard,
  });
  return {
    // Each account counts as a login of its own, so that what one of them has open stands in no other's way.
    account: { ...loginOf(accountId), id: accountId, kind: 'reseller', label: 'Practice', options },
    client,
    throttle,
    ended: ending.signal,
    async close() {
      ending.abort();
      throttle.close();
      await client.close();
    },
  };
}
