import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { processorMs, stretchesWhile } from '../../../../support/time/processor-time.ts';
import {
  aDirectory,
  aFinding,
  anAccount,
  valueOf,
  openTestWorkspace,
} from '../../../../support/workspace/a-workspace.ts';
import { createJournalRepository } from '../../../../../electron/main/workspace/journal/journal-repository.ts';
import { at, openFile, planned, wholeStory, write } from '../../../../support/workspace/a-journal.ts';

const answers = 1_000;

const tlds = Array.from({ length: 40 }, (_, i) => `tld${i}`);

const domainsOf = (name: number) => tlds.map((tld) => `name-${name}.${tld}`);

const answer = JSON.stringify(
  tlds.map((tld) => ({ domainName: tld, status: 'Available', isAvailable: true })),
);

describe(`a workspace of ${answers * tlds.length} findings`, () => {
  const directory = aDirectory();
  const open = () => openTestWorkspace(directory.path);
  let workspace: Workspace;
  let heldP99Ms = 0;

  beforeAll(async () => {
    workspace = await open();
    workspace.accounts.save(anAccount());
    const held = await stretchesWhile(async () => {
      for (let name = 0; name < answers; name += 1) {
        const findings = domainsOf(name).map((domain, i) => aFinding({ domain, tld: tlds[i] ?? '' }));
        valueOf(await workspace.findings.save({ accountId: 'a1', findings, answer }));
      }
    });
    heldP99Ms = held.p99Ms;
  });
  afterAll(async () => {
    await workspace.close();
    directory.remove();
  });

  it('says what is known of 40 names within 100 ms, 99 times of 100', async () => {
    const times: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      const domains = domainsOf((round * 7_919) % answers);
      times.push(
        await processorMs(async () => {
          expect(valueOf(await workspace.findings.known({ accountId: 'a1', domains }))).toHaveLength(40);
        }),
      );
    }
    const [median = 0, p99 = 0] = [100, 198].map((rank) => times.toSorted((a, b) => a - b)[rank]);
    console.log(`known(40 names): median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
    expect(p99).toBeLessThan(100);
  });

  it('D1 lets nobody wait while they are written: main is held for less than 20 ms, 99 times of 100', () => {
    console.log(`main is held while writing: p99 ${heldP99Ms.toFixed(2)} ms`);
    expect(heldP99Ms).toBeLessThan(20);
  });

  it('opens within two seconds, checked', async () => {
    await workspace.close();
    const tookMs = await processorMs(async () => {
      workspace = await open();
    });
    console.log(`opening with the check: ${tookMs.toFixed(0)} ms`);
    expect(tookMs).toBeLessThan(2_000);
  });
});

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
      await nextTurn();
      workspace.settings.read();
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
    await nextTurn();
    workspace.settings.read();
    order.push('read');
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
