import { describe, expect, it } from 'vitest';
import type { CellsChanged } from '../../../../../../electron/main/lookups/sessions/sessions.ts';
import { aDesk, namesOf } from '../../../../../support/sessions/a-session-run.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

describe('watching', () => {
  it('is told each change once it is on disk, packed, at most every 50 ms', async () => {
    const { create, sessions, time, finished, world } = aDesk({ requestsPerSecond: 200, concurrency: 16 });
    const { id } = await create({ names: namesOf(400), isStarted: false });
    const frames: { readonly atMs: number; readonly frame: CellsChanged }[] = [];
    const aheadOfDisk: number[] = [];
    const opened = valueOf(
      await sessions.open(id, (frame) => {
        frames.push({ atMs: time.timer.nowMs(), frame });
        const kept = world.store.stored.get(id)?.matrix.codes;
        frame.cells.forEach((cell, index) => {
          if (kept?.[cell] !== frame.codes[index]) aheadOfDisk.push(cell);
        });
      }),
    );
    await time.outcomeOf(sessions.resume(id));
    await finished(id);
    await time.pass(100);
    const gaps = frames.slice(1).map(({ atMs }, index) => atMs - (frames[index]?.atMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
    expect(aheadOfDisk).toEqual([]);
    const cells = frames.flatMap(({ frame }) => [...frame.cells]);
    expect(new Set(cells).size).toBe(1_200);
    expect(cells.length).toBe(1_200);
    expect(frames.at(-1)?.frame).toMatchObject({ left: 0, pace: null });
    expect(opened.codes.every((code) => code === 0)).toBe(true);
  });

  it('reports nothing that is not sealed', async () => {
    const { create, sessions, time, world } = aDesk();
    const { id } = await create({ isStarted: false });
    const seals: number[] = [];
    const opened = valueOf(
      await sessions.open(id, ({ cells }) => {
        if (cells.length > 0) seals.push(world.store.seals());
      }),
    );
    void sessions.resume(id);
    await time.pass(3_000);
    expect(seals.length).toBeGreaterThan(3);
    expect(seals[0]).toBeGreaterThan(0);
    expect(world.store.seals()).toBeLessThanOrEqual(3_000 / 250 + 1);
    opened.close();
  });

  it('ends with close, and the session goes on', async () => {
    const { create, sessions, finished } = aDesk();
    const { id } = await create();
    let told = 0;
    const opened = valueOf(await sessions.open(id, () => void (told += 1)));
    opened.close();
    opened.close();
    await finished(id);
    expect(told).toBe(0);
  });

  it('tells of all sessions at most four times a second', async () => {
    const { create, time, world } = aDesk();
    await create();
    await create();
    const before = world.tellings();
    await time.pass(5_000);
    expect(world.tellings() - before).toBeGreaterThan(10);
    expect(world.tellings() - before).toBeLessThanOrEqual(21);
  });

  it('is told of cells that are marked many times a second in few frames, and others of few sessions', async () => {
    const { create, sessions, time, world } = aDesk();
    const { id } = await create({ isStarted: false });
    await time.pass(1_000);
    const frames: CellsChanged[] = [];
    valueOf(await sessions.open(id, (frame) => void frames.push(frame)));
    const before = world.tellings();
    for (let cell = 0; cell < 100; cell += 1) {
      valueOf(await sessions.shortlist(id, [cell], true));
      await time.pass(10);
    }
    await time.pass(500);
    expect(frames.flatMap(({ cells }) => [...cells])).toHaveLength(100);
    expect(frames.length).toBeLessThanOrEqual(1_000 / 50 + 2);
    expect(world.tellings() - before).toBeLessThanOrEqual(1_000 / 250 + 2);
  });

  it('says how fast it goes and what is left of the way', async () => {
    const { create, time, session } = aDesk({ requestsPerSecond: 5, concurrency: 2 });
    const { id } = await create({ names: namesOf(400) });
    await time.pass(20_000);
    const { pace, left } = await session(id);
    if (pace?.left == null) throw new Error('Nothing is reckoned');
    expect(pace).toMatchObject({ ceilingPerSecond: 5, allowedPerSecond: 5, slowedBy: null });
    expect(pace.requestsPerSecond).toBeCloseTo(5, 0);
    // Five requests a second, every other one for one cell and not for two.
    expect((pace.left.likely * 7.5) / left).toBeCloseTo(1, 0);
    expect(pace.left.low).toBeLessThanOrEqual(pace.left.likely);
    expect(pace.left.high).toBeGreaterThanOrEqual(pace.left.likely);
  });
});
