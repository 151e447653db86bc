import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FaultPlan } from '../../electron/main/practice/faults/fault.ts';
import type { FindingKind } from '../../shared/domain/finding.ts';
import { kindOfCell, type Session } from '../../shared/domain/session.ts';
import { createTestWorld, type TestWorld, type TestWorldOptions } from '../support/test-world.ts';
import { valueOf } from '../support/workspace/a-workspace.ts';
import { asked, repeatsIn, whatIsTrue } from './oracle.ts';

interface BulkRequest extends Pick<TestWorldOptions, 'service' | 'keyPlace' | 'directory'> {
  readonly names: number;
  readonly concurrency?: number;
  /** The ceiling; none unless given. */
  readonly requestsPerSecond?: number;
}

/** A bulk look-up under way, in a world of its own. */
interface BulkRun {
  readonly world: TestWorld;
  /** Waits until so many requests have reached the service that stands there now. */
  readonly untilRequests: (count: number) => Promise<void>;
  /** Waits until the session is as `is` says. */
  readonly untilSession: (is: (session: Session) => boolean) => Promise<Session>;
  /** Every cell's finding, as a newcomer to the session sees it. */
  readonly kinds: () => Promise<readonly FindingKind[]>;
  /** What the service says of them. */
  readonly truth: () => Promise<readonly FindingKind[]>;
}

const tlds = ['com', 'net', 'org', 'io', 'de'];
const seed = 7;
const patience = { timeout: 45_000, interval: 10 };

async function aBulkRun(request: BulkRequest): Promise<BulkRun> {
  const { names: count, concurrency = 8, requestsPerSecond, service, ...where } = request;
  const names = Array.from({ length: count }, (_, index) => `quay${String(index).padStart(5, '0')}`);
  const world = await createTestWorld({
    ...where,
    service: { seed, rememberRequests: count * 10, ...service },
    account: { concurrency, ...(requestsPerSecond !== undefined && { requestsPerSecond }) },
  });
  const { accountId, sessions } = world;
  const draft = { accountId, name: 'Faults', names, tlds, source: 'pasted', isStarted: true };
  const { id } = valueOf(await sessions.create(draft));
  const session = async (): Promise<Session> => valueOf(await sessions.find(id));
  return {
    world,
    untilRequests: async (wanted) => {
      await expect.poll(() => world.service.requestCount(), patience).toBeGreaterThanOrEqual(wanted);
    },
    async untilSession(is) {
      await expect.poll(async () => is(await session()), patience).toBe(true);
      return session();
    },
    async kinds() {
      const opened = valueOf(await sessions.open(id, () => undefined));
      opened.close();
      return [...opened.codes].map(kindOfCell);
    },
    truth: () => whatIsTrue(seed, names, tlds),
  };
}

const hourMs = 3_600_000;
const trueNow = (): Date => new Date(performance.timeOrigin + performance.now());

describe('a look-up while the clock of the machine jumps', () => {
  it.each([
    { by: 'a minute backwards', jumpMs: -60_000 },
    { by: 'three hours backwards', jumpMs: -3 * hourMs },
    { by: 'a year backwards', jumpMs: -365 * 24 * hourMs },
    { by: 'two days forwards', jumpMs: 48 * hourMs },
  ])('by $by answers every cell, asks none twice and keeps what was found before', async ({ jumpMs }) => {
    // The service's clock is right all the time, as another machine's would be.
    const concurrency = 4;
    const run = await aBulkRun({ names: 300, concurrency, service: { latencyMs: 3, now: trueNow } });
    await run.untilRequests(100);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs });
    await run.untilSession(({ state }) => state === 'finished');
    expect(await run.kinds()).toEqual(await run.truth());
    // A token of another hour is refused, once for each request under way; what was answered is not asked again.
    expect(repeatsIn(asked(run.world.service))).toBeLessThanOrEqual(concurrency);
  });
});

describe('a look-up while the keyring is locked in the middle', () => {
  it('waits and says so, makes no cell unknown, and goes on by itself when the keyring is open again', async () => {
    const concurrency = 4;
    const hour = Math.floor(Date.now() / hourMs);
    const run = await aBulkRun({
      names: 2_000,
      concurrency,
      service: { latencyMs: 3 },
      keyPlace: 'keychain',
    });
    await run.untilRequests(100);
    run.world.shut('locked');
    run.world.vault.forgetCached();
    const waiting = await run.untilSession(({ state }) => state === 'waiting');
    expect(waiting.waitingFor).toEqual({ kind: 'keychain', fault: 'locked' });
    expect(waiting.counts.unknown).toBe(0);

    run.world.shut(null);
    await run.untilSession(({ state }) => state === 'finished');
    expect(await run.kinds()).toEqual(await run.truth());
    // A token holds for an hour: at its turn, each request under way is refused once, and sent again.
    const isOfOneHour = Math.floor(Date.now() / hourMs) === hour;
    expect(repeatsIn(asked(run.world.service))).toBeLessThanOrEqual(isOfOneHour ? 0 : concurrency);
  });
});

const storms: readonly { readonly of: string; readonly faults: FaultPlan }[] = [
  {
    of: '429 with Retry-After',
    faults: [{ fault: { kind: 'status', status: 429, retryAfterS: 1 }, times: 5 }],
  },
  { of: '429 without it', faults: [{ fault: { kind: 'status', status: 429 }, times: 10 }] },
  {
    of: '503 with Retry-After',
    faults: [{ fault: { kind: 'status', status: 503, retryAfterS: 1 }, times: 10 }],
  },
  {
    of: 'connections that break off',
    faults: [{ fault: { kind: 'break', after: 'part-of-body', by: 'reset' }, times: 5 }],
  },
];

describe('a look-up in a storm of refusals', () => {
  it.each(storms)(
    'of $of comes through it with every cell answered as the service says',
    async ({ faults }) => {
      const run = await aBulkRun({
        names: 60,
        concurrency: 4,
        requestsPerSecond: 100,
        service: { faults, latencyMs: 2 },
      });
      const finished = await run.untilSession(({ state }) => state === 'finished');
      expect(finished.counts.unknown).toBe(0);
      expect(await run.kinds()).toEqual(await run.truth());
    },
  );

  it('asks nothing more while the time that Retry-After says is not over', async () => {
    // The service looks at its clock when it starts, when a request arrives, and when it answers.
    const looksAtMs: number[] = [];
    const now = (): Date => {
      looksAtMs.push(performance.now());
      return new Date();
    };
    const concurrency = 4;
    const faults: FaultPlan = [{ fault: { kind: 'status', status: 429, retryAfterS: 2 }, times: 1 }];
    const run = await aBulkRun({ names: 40, concurrency, service: { faults, now } });
    await run.untilSession(({ state }) => state === 'finished');
    const [, refusedAtMs = Number.NaN, ...later] = looksAtMs;
    const meanwhile = later.filter((atMs) => atMs < refusedAtMs + 1_950).length;
    // The answer of the refused one, and those that were under way with it, or began before that answer was read.
    expect(meanwhile).toBeLessThanOrEqual(1 + 2 * 2 * (concurrency - 1));
    expect(later.length - meanwhile).toBeGreaterThan(60);
  });

  it('says why it is slow while the service asks for patience', async () => {
    const faults: FaultPlan = [{ fault: { kind: 'status', status: 429, retryAfterS: 3 }, times: 1 }];
    const run = await aBulkRun({ names: 50, concurrency: 2, service: { faults, latencyMs: 2 } });
    const slowed = await run.untilSession(({ pace }) => pace !== null && pace.slowedBy !== null);
    expect(['retry-after', 'rate']).toContain(slowed.pace?.slowedBy);
  });
});

describe('a look-up whose service goes away in the middle', () => {
  it('C18 waits and says why, goes on by itself when the service is back, and asks only what had no answer', async () => {
    const concurrency = 8;
    const run = await aBulkRun({ names: 400, concurrency, service: { latencyMs: 5 } });
    await run.untilRequests(120);
    const before = run.world.service;
    await run.world.stopService();
    const waiting = await run.untilSession(({ state }) => state === 'waiting');
    expect(waiting.waitingFor).toEqual({ kind: 'unreachable', why: 'connection-refused' });
    expect(waiting.counts.unknown).toBe(0);
    expect(waiting.left).toBeGreaterThan(0);

    await run.world.startService();
    const finished = await run.untilSession(({ state }) => state === 'finished');
    expect(finished).toMatchObject({ left: 0, waitingFor: null });
    expect(await run.kinds()).toEqual(await run.truth());
    const all = asked({ requests: () => [...before.requests(), ...run.world.service.requests()] });
    expect(repeatsIn(all)).toBeLessThanOrEqual(concurrency);
  });

  it('keeps what it has and goes on when it comes back as if nothing had been, three times over', async () => {
    const run = await aBulkRun({ names: 300, service: { latencyMs: 5 } });
    for (let times = 1; times <= 3; times += 1) {
      await run.untilRequests(60);
      await run.world.stopService();
      await run.untilSession(({ state }) => state === 'waiting');
      await run.world.startService();
    }
    await run.untilSession(({ state }) => state === 'finished');
    expect(await run.kinds()).toEqual(await run.truth());
  });
});

const megabyte = 1_048_576;
const diskMegabytes = 24;

/** Only root can make a small disk of its own to fill. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(canMount)('a look-up on a disk that fills up', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-small-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(diskMegabytes)}m`, 'tmpfs', folder]);
    onTestFinished(() => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    });
  });

  it('D8 waits and says so, loses nothing that was reported, and goes on when there is room again', async () => {
    const ballast = join(folder, 'ballast');
    const run = await aBulkRun({
      names: 3_000,
      concurrency: 4,
      service: { latencyMs: 1 },
      directory: join(folder, 'place'),
    });
    await run.untilRequests(200);
    fill(ballast);
    const waiting = await run.untilSession(({ state }) => state === 'waiting');
    expect(waiting.waitingFor).toEqual({ kind: 'storage', fault: 'full' });
    const kept = await run.kinds();
    const truth = await run.truth();
    expect(kept.filter((kind, cell) => kind !== 'unchecked' && kind !== truth[cell])).toEqual([]);
    expect(kept.some((kind) => kind !== 'unchecked')).toBe(true);

    rmSync(ballast);
    await run.untilSession(({ state }) => state === 'finished');
    expect(await run.kinds()).toEqual(truth);
  });

  /** Leaves not a page free. */
  function fill(file: string): void {
    const piece = Buffer.alloc(64 * 1_024);
    for (let written = 0; written < diskMegabytes * megabyte; written += piece.length) {
      try {
        writeFileSync(file, piece, { flag: 'a' });
      } catch {
        // There: it is full.
        break;
      }
    }
    expect(statSync(file).size).toBeGreaterThan(megabyte);
    expect(readdirSync(folder)).toContain('ballast');
  }
});
