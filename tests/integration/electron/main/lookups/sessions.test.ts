import { describe, expect, it, vi } from 'vitest';
import { kindOfCell, type Session } from '#shared/domain/session.ts';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import {
  apiKey,
  createTestWorld,
  type TestWorld,
  type TestWorldOptions,
} from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const fast = { requestsPerSecond: 1_000, concurrency: 8 };
const tlds = ['com', 'net', 'org', 'co.uk', 'de'];
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);

let world: TestWorld;
const open = async (options: TestWorldOptions = {}) =>
  (world = await createTestWorld({ account: fast, ...options }));

const draft = (names: number, changes: object = {}) => ({
  accountId: world.accountId,
  name: 'Bakeries',
  names: namesOf(names),
  tlds,
  source: 'pasted',
  isStarted: true,
  ...changes,
});
const started = async (names: number) => valueOf(await world.sessions.create(draft(names)));
const until = (id: string, is: (session: Session) => boolean) =>
  vi.waitFor(
    async () => {
      const session = valueOf(await world.sessions.find(id));
      if (!is(session)) throw new Error(`It is ${session.state}, ${session.left} left`);
      return session;
    },
    { timeout: 20_000, interval: 10 },
  );
const finished = (id: string) => until(id, ({ state }) => state === 'finished');
/** How often each name was asked of the service. */
const asked = () => world.service.requestCount();

describe('a session', () => {
  it('goes on where it was when it is paused, closed and opened again', async () => {
    await open();
    const { id } = await started(400);
    await until(id, ({ left }) => left < 1_500);
    const paused = valueOf(await world.sessions.pause(id));
    expect(paused.state).toBe('paused');
    expect(asked() * tlds.length).toBe(400 * tlds.length - paused.left);
    world = await world.reopen();
    expect(valueOf(await world.sessions.find(id))).toMatchObject({ state: 'paused', left: paused.left });
    valueOf(await world.sessions.resume(id));
    await until(id, ({ left }) => left < paused.left);
    world = await world.reopen();
    valueOf(await world.sessions.takeUp());
    await finished(id);
    expect(asked()).toBe(400);
  });
});

describe('a service that misbehaves', () => {
  it('one name that it cannot answer becomes unknown, with its words; all others are found', async () => {
    const faults: FaultPlan = [
      { fault: { kind: 'status', status: 500 }, operation: 'lookup', domain: 'name-7.com' },
    ];
    await open({ service: { faults } });
    const { id } = await started(40);
    const session = await finished(id);
    expect(session.causes).toEqual({ refused: tlds.length });
    expect(asked()).toBe(39 + 3);
  });
});

describe('a way that is lost', () => {
  it.each<[string, string | null, object]>([
    ['no key', null, { kind: 'no-key' }],
    ['a wrong key', 'a-wrong-key', { kind: 'refused', why: 'credentials' }],
  ])('%s: it waits for a better one', async (_case, key, error) => {
    await open();
    await world.setKey(key);
    const { id } = await started(30);
    expect((await until(id, ({ state }) => state === 'waiting')).waitingFor).toMatchObject(error);
    await world.setKey(apiKey);
    await world.connections.drop(world.accountId);
    world.sessions.wake(world.accountId);
    expect((await finished(id)).counts.unknown).toBe(0);
  });

  it('an account that was edited while it ran: nothing is lost', async () => {
    await open();
    const { id } = await started(200);
    await until(id, ({ left }) => left < 800);
    await world.connections.drop(world.accountId);
    expect((await finished(id)).counts).toMatchObject({ unknown: 0, unchecked: 0 });
    expect(world.bugs()).toEqual([]);
  });
});

describe('two runs', () => {
  it('over the same names are compared: which cells changed', async () => {
    await open();
    const first = await started(30);
    await finished(first.id);
    await world.stopService();
    await world.startService({ seed: 2 });
    const second = valueOf(await world.sessions.runAgain(first.id, world.accountId, true));
    expect(second).toMatchObject({ rerunOf: first.id, names: 30, tlds, name: `${first.name} (2)` });
    world.sessions.wake();
    await finished(second.id);
    const { compared, changed, cells } = valueOf(await world.sessions.changedSince(second.id, first.id));
    expect(compared).toBe(150);
    expect(changed).toBeGreaterThan(0);
    const [before, after] = await Promise.all(
      [first.id, second.id].map(async (id) => valueOf(await world.sessions.open(id, () => undefined)).codes),
    );
    const different = [...(before ?? [])].flatMap((code, cell) =>
      kindOfCell(code) === kindOfCell(after?.[cell] ?? 0) ? [] : [cell],
    );
    expect(cells).toEqual(different);
    expect(changed).toBe(different.length);
    // Each run has a name of its own, whichever it is a run of.
    for (const [of, number] of [
      [first, 3],
      [second, 4],
    ] as const) {
      const again = valueOf(await world.sessions.runAgain(of.id, world.accountId, false));
      expect(again.name).toBe(`${first.name} (${number})`);
    }
  });

  it('over some of the same names and TLDs are compared where both were checked, in the places of the later one', async () => {
    await open();
    const made = async (names: string[], ofTlds: string[]) => {
      const { id } = valueOf(
        await world.sessions.create({ ...draft(1), names, tlds: ofTlds, isStarted: true }),
      );
      await finished(id);
      return id;
    };
    const first = await made(['one', 'two', 'three'], ['com', 'net']);
    await world.stopService();
    await world.startService({ seed: 2 });
    world.sessions.wake();
    const second = await made(['three', 'four', 'one'], ['net', 'org', 'de']);
    const { compared, changed, cells } = valueOf(await world.sessions.changedSince(second, first));
    // In both: three.net and one.net.
    expect(compared).toBe(2);
    for (const cell of cells) expect([0, 6]).toContain(cell);
    expect(changed).toBe(cells.length);
    const unchecked = valueOf(
      await world.sessions.create({ ...draft(1), names: ['one'], tlds: ['net'], isStarted: false }),
    ).id;
    expect(valueOf(await world.sessions.changedSince(unchecked, first))).toEqual({
      compared: 0,
      changed: 0,
      cells: [],
    });
  });
});

it('other ceilings than the account’s hold for this run of the program', async () => {
  await open();
  await world.connections.override(world.accountId, { concurrency: 2, requestsPerSecond: 7 });
  const { throttle } = valueOf(await world.connections.of(world.accountId));
  expect(throttle.allowed()).toMatchObject({ ceilingPerSecond: 7, concurrency: 2 });
  await world.connections.override(world.accountId, { requestsPerSecond: 0 });
  expect(throttle.allowed()).toMatchObject({ ceilingPerSecond: 7, concurrency: 2 });
});
