import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import type { Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import { aDirectory, valueOf, openTestWorkspace } from '../../../../../support/workspace/a-workspace.ts';
import { at, openFile, planned, wholeStory, write } from '../../../../../support/workspace/a-journal.ts';

const changes = 5_000;
const entries = changes * wholeStory.length;

describe(`a journal of ${entries} entries`, () => {
  const directory = aDirectory();
  let workspace: Workspace;
  beforeAll(async () => {
    await fill(directory.path);
    workspace = await openTestWorkspace(directory.path);
  });
  afterAll(async () => {
    await workspace.close();
    directory.remove();
  });

  it('is checked while others are answered in between', async () => {
    const begun = performance.now();
    let isOver = false;
    const check = workspace.journal.health({ check: true }).finally(() => {
      isOver = true;
    });
    const waits: number[] = [];
    while (!isOver) {
      const asked = performance.now();
      valueOf(await workspace.settings.read());
      waits.push(performance.now() - asked);
    }
    expect(valueOf(await check)).toMatchObject({ entries, changes, broken: null });
    const [wholeMs, longestMs] = [performance.now() - begun, Math.max(...waits)];
    console.log(
      `checked in ${wholeMs.toFixed(0)} ms; longest wait of ${waits.length}: ${longestMs.toFixed(0)} ms`,
    );
    expect(waits.length).toBeGreaterThan(20);
    // Not one stretch of work: on a slow machine both take longer.
    expect(longestMs).toBeLessThan(wholeMs / 2);
  });

  it('lets the first entry of a start wait for the check, and nobody else', async () => {
    await workspace.close();
    workspace = await openTestWorkspace(directory.path);
    const order: string[] = [];
    const event = planned({ domain: 'new.com' });
    const begun = workspace.journal
      .begin({ id: randomUUID(), at, event, sealed: null })
      .finally(() => order.push('begun'));
    valueOf(await workspace.settings.read().finally(() => order.push('read')));
    expect(valueOf(await begun).kind).toBe('written');
    expect(order).toEqual(['read', 'begun']);
    expect(valueOf(await workspace.journal.health({ check: false })).checkedAt).not.toBeNull();
  });
});

/** Written without waiting for the disk: what is looked at is the reading. */
async function fill(directory: string): Promise<void> {
  const database = openFile(directory);
  const journal = createJournalRepository(database, () => new Date(at));
  await journal.health({ check: true });
  database.exec('PRAGMA synchronous = OFF');
  for (let number = 0; number < changes; number += 1) {
    await write(journal, number, wholeStory.with(0, planned({ domain: `name-${number}.com` })));
  }
  database.close();
}
