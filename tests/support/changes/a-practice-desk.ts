import { setTimeout as wait } from 'node:timers/promises';
import { createThrottle } from '../../../electron/main/connections/throttle.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { createEncryption } from '../../../electron/main/accounts/encryption.ts';
import { createVault } from '../../../electron/main/accounts/vault.ts';
import type { Changes } from '../../../electron/main/changes/changes.ts';
import { createChanges } from '../../../electron/main/changes/create-changes.ts';
import type { Learned } from '../../../electron/main/portfolio/portfolio.ts';
import type { FaultPlan } from '../../../electron/main/practice/faults/fault.ts';
import { type PracticeService, startPracticeService } from '../../../electron/main/practice/service.ts';
import { parseBaseUrl } from '../../../electron/main/reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../../../electron/main/reseller/client.ts';
import { openWorkspace, type Workspace } from '../../../electron/main/workspace/workspace.ts';
import { defaultAccountOptions } from '../../../shared/domain/account.ts';
import type { Change, ChangeAsk } from '../../../shared/domain/change.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { aKeychain } from '../keychain/a-keychain.ts';
import { aDirectory, valueOf, workerUrl } from '../workspace/a-workspace.ts';

/** So much faster than the world's is the time here: half a minute is a tenth of a second. */
const speed = 300;
const username = 'reseller@example.com';
const apiKey = 'CANARY-api-key-1234';

/** The engine of changes over a workspace on disk and a practice service on loopback. */
export interface PracticeDesk {
  readonly changes: Changes;
  readonly workspace: Workspace;
  readonly service: PracticeService;
  readonly directory: string;
  readonly announced: readonly Change[];
  readonly learned: readonly Learned[];
  readonly bugs: readonly unknown[];
  /** Prepares and applies with every consent, and waits until it is neither planned nor on its way. */
  readonly settled: (domain: string, ask: ChangeAsk) => Promise<Change>;
  readonly until: (id: string, isSo: (change: Change) => boolean) => Promise<Change>;
  /** As `POST /domains/example.com/lock`, of every request that was not a GET. */
  readonly posts: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function aPracticeDesk(faults: FaultPlan = []): Promise<PracticeDesk> {
  const directory = aDirectory();
  const workspace = valueOf(await openWorkspace({ directory: directory.path, workerUrl }));
  valueOf(await workspace.accounts.save({ ...practice, colour: 'amber', options: defaultAccountOptions }));
  const startedMs = performance.now();
  const nowMs = (): number => (performance.now() - startedMs) * speed;
  const now = (): Date => new Date(Date.parse('2026-03-01T10:05:00Z') + nowMs());
  const service = await startPracticeService({ username, apiKey, now, faults, rememberRequests: 1_000 });
  const timer = {
    nowMs,
    sleep: (durationMs: number, signal?: AbortSignal) =>
      wait(durationMs / speed, undefined, signal && { signal }),
  };
  const client = createResellerClient({
    service: { baseUrl: valueOf(parseBaseUrl(service.baseUrl)), username, options },
    key: () => Promise.resolve(ok(new Secret(apiKey))),
    now,
    random: () => 0.5,
    sleep: timer.sleep,
    onDeviation: () => undefined,
  });
  const heard = { announced: [] as Change[], learned: [] as Learned[], bugs: [] as unknown[] };
  const changes = engine(workspace, client, timer, now, heard);
  const until: PracticeDesk['until'] = async (id, isSo) => {
    for (;;) {
      const { change } = valueOf(await changes.find(id));
      if (isSo(change)) return change;
      await wait(5);
    }
  };
  return {
    changes,
    workspace,
    service,
    directory: directory.path,
    ...heard,
    until,
    async settled(domain, ask) {
      const review = valueOf(await changes.prepare('a1', domain, ask));
      const consent = { typedName: domain, premiumAccepted: true, typedLimit: null };
      const { id } = valueOf(await changes.apply(review.reviewId, consent));
      return await until(
        id,
        ({ state, error }) => state !== 'sending' && (state !== 'planned' || error !== null),
      );
    },
    posts: () =>
      service
        .requests()
        .filter(({ method, path }) => method === 'POST' && !path.endsWith('/lookup'))
        .map(({ path }) => `POST ${path.slice(path.indexOf('index.php') + 'index.php'.length)}`),
    async close() {
      await changes.close();
      await client.close();
      await service.stop();
      await workspace.close();
      directory.remove();
    },
  };
}

/** As the workspace keeps it. */
const practice = { id: 'a1', kind: 'practice', label: 'Practice', baseUrl: '', username: '' } as const;

const options = { ...defaultAccountOptions, requestsPerSecond: 1_000, timeoutMs: 2_000 };

function engine(
  workspace: Workspace,
  client: ResellerClient,
  timer: Parameters<typeof createThrottle>[1],
  now: () => Date,
  heard: { readonly announced: Change[]; readonly learned: Learned[]; readonly bugs: unknown[] },
): Changes {
  const account = { ...practice, options } as const;
  const throttle = createThrottle({ concurrency: 4, requestsPerSecond: null }, timer);
  const connection = { account, client, throttle, ended: new AbortController().signal };
  const notThere = (): Promise<Result<never>> =>
    Promise.resolve(fail({ kind: 'invalid-input', field: 'domain', reason: 'Not there' }));
  return createChanges({
    journal: workspace.journal,
    findings: workspace.findings,
    settings: workspace.settings,
    paidChangesBlockedBy: () => null,
    connections: { of: () => Promise.resolve(ok(connection)) },
    sealing: createEncryption({ vault: createVault(aKeychain()) }),
    portfolio: {
      learn: (_account, _name, learned) => Promise.resolve(void heard.learned.push(learned)),
      children: () => Promise.resolve(ok([])),
      usersOf: () => Promise.resolve(ok([])),
      find: notThere,
    },
    announce: (changed) => heard.announced.push(...changed),
    announceHealth: () => undefined,
    onBug: (thrown) => heard.bugs.push(thrown),
    newId: () => crypto.randomUUID(),
    timer,
    now,
  });
}
