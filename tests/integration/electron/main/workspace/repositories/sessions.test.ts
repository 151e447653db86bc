import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cellCode } from '../../../../../../shared/domain/cell.ts';
import {
  aNewSession,
  anAnsweredRequest,
  aRequest,
  aSession,
  bitsOf,
} from '../../../../../support/workspace/a-session.ts';
import { anAccount, valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { aSessionDesk, type SessionDesk } from '../../../../../support/workspace/session-desk.ts';

const available = cellCode('available', null);
const unreachable = cellCode('unknown', 'unreachable');
const nobody = randomUUID();

describe('the sessions of a workspace', () => {
  let desk: SessionDesk;
  beforeEach(async () => {
    desk = await aSessionDesk();
  });
  afterEach(() => desk.close());

  describe('as a whole', () => {
    it('are as they were made, after closing and opening: names in their order, nothing checked', async () => {
      const names = ['zebra', 'bakery', 'xn--bcker-gva', 'ape'];
      const session = aNewSession({ rerunOf: nobody, source: 'names.csv' });
      const made = valueOf(await desk.workspace().sessions.create({ session, names: names.join('\n') }));
      await desk.reopen();
      expect(await desk.find(session.id)).toEqual(made);
      expect(made).toMatchObject({ ...session, names: 4, left: 12, shortlisted: 0, causes: {}, view: '' });
      expect(made).toMatchObject({ changedAt: session.createdAt, finishedAt: null });
      expect(made.counts).toMatchObject({ unchecked: 12, available: 0, unknown: 0 });
      expect(valueOf(await desk.workspace().sessions.names({ id: session.id }))).toBe(names.join('\n'));
      expect(await desk.cellsOf(session.id)).toEqual({
        codes: Array.from({ length: 12 }, () => 0),
        checkedAt: Array.from({ length: 12 }, () => 0),
        pending: [0, 0],
      });
    });

    it('are listed with the newest first', async () => {
      const older = await aSession(desk.workspace(), ['a'], { createdAt: '2026-02-20T00:00:00.000Z' });
      const newer = await aSession(desk.workspace(), ['b'], { createdAt: '2026-02-22T00:00:00.000Z' });
      expect(valueOf(await desk.workspace().sessions.list({})).map(({ id }) => id)).toEqual([newer, older]);
    });

    it('change in what is named alone', async () => {
      const id = await aSession(desk.workspace(), ['a']);
      const before = await desk.find(id);
      const changes = { name: 'Renamed', view: '{"density":"compact"}' };
      expect(valueOf(await desk.workspace().sessions.update({ id, changes }))).toEqual({
        ...before,
        ...changes,
      });
      const ended = {
        state: 'finished',
        finishedAt: '2026-02-22T00:00:00.000Z',
        changedAt: '2026-02-22T00:00:00.000Z',
      } as const;
      valueOf(await desk.workspace().sessions.update({ id, changes: ended }));
      await desk.reopen();
      expect(await desk.find(id)).toEqual({ ...before, ...changes, ...ended });
    });

    it('may stand over the names of another one, and keep them when that is removed', async () => {
      const first = await aSession(desk.workspace(), ['bakery', 'ape']);
      await desk.record(first, anAnsweredRequest(0, 'bakery'));
      const copy = aNewSession({ tlds: ['de'], rerunOf: first });
      const made = valueOf(await desk.workspace().sessions.copy({ fromId: first, session: copy }));
      expect(made).toMatchObject({ ...copy, names: 2, left: 2 });
      valueOf(await desk.workspace().sessions.remove({ id: first }));
      await desk.reopen();
      expect(valueOf(await desk.workspace().sessions.names({ id: copy.id }))).toBe('bakery\nape');
      expect(valueOf(await desk.workspace().sessions.list({})).map(({ id }) => id)).toEqual([copy.id]);
    });

    it('are gone when removed, and asking for them is a bug of the caller', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      valueOf(await desk.workspace().sessions.remove({ id }));
      expect(await desk.find(id)).toBeNull();
      for (const unknown of [id, nobody]) {
        await expect(desk.workspace().sessions.cells({ id: unknown })).rejects.toThrow('no such session');
        await expect(
          desk.workspace().sessions.record({ id: unknown, requests: [aRequest()] }),
        ).rejects.toThrow();
      }
    });

    it('go with their account', async () => {
      valueOf(await desk.workspace().accounts.save(anAccount({ id: 'a2', label: 'Other' })));
      const gone = await aSession(desk.workspace(), ['bakery']);
      const other = await aSession(desk.workspace(), ['bakery'], { accountId: 'a2' });
      await desk.record(gone, anAnsweredRequest(0, 'bakery'));
      valueOf(await desk.workspace().accounts.remove({ id: 'a1' }));
      expect(valueOf(await desk.workspace().sessions.list({})).map(({ id }) => id)).toEqual([other]);
      await expect(desk.workspace().sessions.names({ id: gone })).rejects.toThrow('no such session');
    });
  });

  describe('that ask again', () => {
    it('have exactly those cells before them, whatever the clock said', async () => {
      const id = await aSession(desk.workspace(), ['bakery', 'ape']);
      await desk.record(id, anAnsweredRequest(0, 'bakery'), anAnsweredRequest(1, 'ape'));
      const pending = bitsOf([1, 2, 5], 6);
      expect(valueOf(await desk.workspace().sessions.askAgain({ id, pending }))).toMatchObject({ left: 3 });
      // The same instant as before: no time tells the two apart.
      await desk.record(id, { row: 0, columns: Uint16Array.of(2) });
      await desk.reopen();
      expect(await desk.find(id)).toMatchObject({ left: 2 });
      expect(await desk.cellsOf(id)).toMatchObject({
        codes: [available, available, unreachable, available, available, available],
        pending: [...bitsOf([1, 5], 6)],
      });
    });

    it('take the place of what was to be asked before; what was never asked is still to be', async () => {
      const id = await aSession(desk.workspace(), ['bakery', 'ape']);
      await desk.record(id, anAnsweredRequest(0, 'bakery'));
      valueOf(await desk.workspace().sessions.askAgain({ id, pending: bitsOf([0, 1], 6) }));
      const again = await desk.workspace().sessions.askAgain({ id, pending: bitsOf([2, 3], 6) });
      expect(valueOf(again)).toMatchObject({ left: 4 });
      expect((await desk.cellsOf(id)).pending).toEqual([...bitsOf([2, 3], 6)]);
    });
  });

  describe('with a shortlist', () => {
    it('have it in their cells and their count, also after closing and opening', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      expect(valueOf(await desk.workspace().sessions.shortlist({ id, cells: [0, 2], isOn: true }))).toEqual({
        shortlisted: 2,
      });
      expect(await desk.record(id, anAnsweredRequest(0, 'bakery'))).toEqual([
        available,
        available,
        available,
      ]);
      await desk.workspace().sessions.shortlist({ id, cells: [2, 1], isOn: false });
      await desk.reopen();
      expect(await desk.find(id)).toMatchObject({ shortlisted: 1, left: 0, counts: { available: 3 } });
      expect((await desk.cellsOf(id)).codes).toEqual([available | 0x80, available, available]);
    });
  });

  it('keep what the throttle learned of each account, the latest', async () => {
    expect(valueOf(await desk.workspace().paces.read({ accountId: 'a1' }))).toBeNull();
    const learnedAt = '2026-02-21T14:00:00.000Z';
    const first = { requestsPerSecond: 7.5, concurrency: 4, learnedAt };
    const latest = { requestsPerSecond: null, concurrency: 2.5, learnedAt };
    valueOf(await desk.workspace().paces.save({ accountId: 'a1', pace: first }));
    valueOf(await desk.workspace().paces.save({ accountId: 'a1', pace: latest }));
    await desk.reopen();
    expect(valueOf(await desk.workspace().paces.read({ accountId: 'a1' }))).toEqual(latest);
  });
});
