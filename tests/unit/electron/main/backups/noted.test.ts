import { describe, expect, it } from 'vitest';
import type { Backup } from '#shared/domain/backup.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { noted } from '../../../../../electron/main/backups/noted.ts';
import { createLogger } from '../../../../../electron/main/log/logger.ts';

const backup: Backup = {
  name: 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite',
  madeAt: '2026-02-22T09:00:00.000Z',
  reason: 'daily',
  bytes: 1_204_224,
  version: 6,
  state: 'good',
};

/** What the log has of a making that takes 250 ms, without what every line has. */
async function linesOf(make: () => Promise<Result<Backup>>) {
  const lines: unknown[] = [];
  const { note } = createLogger(
    { write: (line) => void lines.push({ ...(JSON.parse(line) as object), at: '' }) },
    () => new Date(0),
  );
  let readings = 0;
  const nowMs = (): number => 1_000 + 250.4 * readings++;
  const made = await noted({ note, nowMs }, 'daily', make).catch((thrown: unknown) => thrown);
  return { made, lines };
}

const line = (level: string, event: string, fields: object) => [{ at: '', level, event, ...fields }];
const failed = (fault: string) => line('error', 'backup.failed', { reason: 'daily', fault });
const diskFull = Object.assign(new Error('write /home/anna/backups'), { code: 'ENOSPC' });

describe('the making of a backup', () => {
  it('B10 is in the log: why it was made, its size and how long it took, and not its name', async () => {
    const { made, lines } = await linesOf(() => Promise.resolve(ok(backup)));
    expect(made).toEqual(ok(backup));
    expect(lines).toEqual(
      line('info', 'backup.made', { reason: 'daily', bytes: 1_204_224, durationMs: 250 }),
    );
  });

  it.each([
    ['a fault of the storage', fail({ kind: 'storage', fault: 'damaged' }), failed('damaged')],
    ['another failure', fail({ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' }), failed('otherwise')],
    ['the end of the application', fail({ kind: 'cancelled' }), []],
  ] as const)('is in the log where it came to nothing: %s', async (_name, failure, expected) => {
    const { made, lines } = await linesOf(() => Promise.resolve(failure));
    expect(made).toEqual(failure);
    expect(lines).toEqual(expected);
  });

  it.each([
    ['a full disk', diskFull, failed('full')],
    ['a bug', new TypeError('of harbour-books.com'), failed('otherwise')],
  ])(
    'B10 is in the log where it threw, without the words of what was thrown: %s',
    async (_name, thrown, expected) => {
      const { made, lines } = await linesOf(() => Promise.reject(thrown));
      expect(made).toBe(thrown);
      expect(lines).toEqual(expected);
    },
  );
});
