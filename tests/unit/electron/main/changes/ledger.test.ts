import { describe, expect, it } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import type { JournalEvent } from '#shared/domain/change-entry.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createLedger } from '../../../../../electron/main/changes/ledger.ts';
import type { Written } from '../../../../../electron/main/workspace/journal-requests.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';

const change = { id: 'c1', number: 7, state: 'planned' } as Change; // All that is looked at.
const full = fail({ kind: 'storage', fault: 'full' } as const);
const planned = { type: 'planned' } as Extract<JournalEvent, { type: 'planned' }>; // Passed through.
const withdrawn: JournalEvent = { type: 'withdrawn', error: null };
const cancelled = fail({ kind: 'cancelled' } as const);

function aLedger(answer: unknown, health: unknown = full) {
  const announced: unknown[] = [];
  const healths: unknown[] = [];
  const write = () => Promise.resolve(answer as Result<Written>);
  const journal = {
    begin: write,
    append: write,
    find: () => Promise.resolve(answer),
    entries: () => Promise.resolve(answer),
    health: () => Promise.resolve(health),
  } as unknown as Workspace['journal']; // Only these are asked.
  const ledger = createLedger({
    journal,
    announce: (changes) => announced.push(...changes),
    announceHealth: (told) => healths.push(told),
    now: () => new Date('2026-03-01T10:30:00Z'),
  });
  return { ledger, announced, healths };
}

describe('what is written into the journal', () => {
  it('is announced', async () => {
    const { ledger, announced } = aLedger(ok({ kind: 'written', change }));
    expect(await ledger.begin('c1', planned, null)).toEqual(ok(change));
    expect(await ledger.append('c1', withdrawn)).toEqual(ok(change));
    expect(announced).toEqual([change, change]);
  });

  it('is not where another change is open', async () => {
    const { ledger, announced } = aLedger(ok({ kind: 'open', change }));
    expect(await ledger.begin('c2', planned, null)).toEqual(
      fail({ kind: 'open-change', changeId: 'c1', number: 7 }),
    );
    expect(announced).toEqual([]);
  });

  it('is there already where its first try was lost on the way back', async () => {
    const { ledger } = aLedger(ok({ kind: 'moved', change }));
    expect(await ledger.begin('c1', planned, null)).toEqual(ok(change));
  });

  it('is not where the change is in another state', async () => {
    const { ledger } = aLedger(ok({ kind: 'moved', change }));
    expect(await ledger.append('c1', withdrawn)).toMatchObject({
      error: { kind: 'invalid-input', field: 'id' },
    });
  });

  it('is not where the chain is broken, and that is told', async () => {
    const health = { broken: { seq: 3, why: '' } };
    const { ledger, healths } = aLedger(ok({ kind: 'broken', seq: 3 }), ok(health));
    expect(await ledger.append('c1', withdrawn)).toEqual(
      fail({ kind: 'journal-broken', journal: 'changes', seq: 3 }),
    );
    expect(healths).toEqual([health]);
  });

  it('is not where the chain is broken, though its health cannot be read either', async () => {
    const { ledger, healths } = aLedger(ok({ kind: 'broken', seq: 3 }));
    expect(await ledger.begin('c1', planned, null)).toEqual(
      fail({ kind: 'journal-broken', journal: 'changes', seq: 3 }),
    );
    expect(healths).toEqual([]);
  });

  it('is not where the disk fails', async () => {
    const { ledger } = aLedger(full);
    expect(await ledger.begin('c1', planned, null)).toEqual(full);
    expect(await ledger.append('c1', withdrawn)).toEqual(full);
    expect(await ledger.find('c1')).toEqual(full);
    expect(await ledger.past('c1')).toEqual(full);
  });

  it('is not, nor read, after the end', async () => {
    const { ledger } = aLedger(ok({ kind: 'written', change }));
    ledger.close();
    expect(await ledger.begin('c1', planned, null)).toEqual(cancelled);
    expect(await ledger.append('c1', withdrawn)).toEqual(cancelled);
    expect(await ledger.find('c1')).toEqual(cancelled);
    expect(await ledger.past('c1')).toEqual(cancelled);
  });

  it('is a bug where the journal answers what nobody knows', async () => {
    const { ledger } = aLedger(ok({ kind: 'eaten' }));
    await expect(ledger.append('c1', withdrawn)).rejects.toThrow();
  });
});

it('a change that is not there is not found', async () => {
  const { ledger } = aLedger(ok(null));
  expect(await ledger.find('c1')).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
});
