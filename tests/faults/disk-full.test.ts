import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aBulkRun, type BulkRun } from './a-bulk-run.ts';

const megabyte = 1_048_576;
const diskMegabytes = 24;

/** Only root can make a small disk of its own to fill. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(canMount)('a look-up on a disk that fills up', () => {
  let folder: string;
  let run: BulkRun | null = null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-small-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(diskMegabytes)}m`, 'tmpfs', folder]);
  });
  afterEach(async () => {
    await run?.end().catch(() => undefined);
    run = null;
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('D8 waits and says so, loses nothing that was reported, and goes on when there is room again', async () => {
    const place = join(folder, 'place');
    mkdirSync(place);
    const ballast = join(folder, 'ballast');
    run = await aBulkRun({ names: 3_000, concurrency: 4, service: { latencyMs: 1 }, folder: place });
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
