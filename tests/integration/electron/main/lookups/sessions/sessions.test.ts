import { afterEach, describe, expect, it, vi } from 'vitest';
import { kindOfCell } from '#shared/domain/cell.ts';
import type { Session } from '#shared/domain/session.ts';
import {
  type ASessionDesk,
  aSessionDesk,
  type DeskSetting,
} from '../../../../../support/sessions/a-session-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const fast = { requestsPerSecond: 1_000, concurrency: 8 };
const tlds = ['com', 'net', 'org', 'co.uk', 'de'];
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);

let desk: ASessionDesk;
const open = async (setting: DeskSetting = {}) => (desk = await aSessionDesk({ options: fast, ...setting }));
afterEach(() => desk.close());

const draft = (names: number, changes: object = {}) => ({
  accountId: desk.accountId,
  name: 'Bakeries',
  names: namesOf(names),
  tlds,
  source: 'pasted',
  isStarted: true,
  ...changes,
});
const started = async (names: number) => valueOf(await desk.sessions.create(draft(names)));
const until = (id: string, is: (session: Session) => boolean) =>
  vi.waitFor(
    async () => {
      const session = valueOf(await desk.sessions.find(id));
      if (!is(session)) throw new Error(`It is ${session.state}, ${session.left} left`);
      return session;
    },
    { timeout: 20_000, interval: 10 },
  );
const finished = (id: string) => until(id, ({ state }) => state === 'finished');
/** How often each name was asked of the service. */
const asked = () => desk.service.requestCount();

describe('a session', () => {
  it('asks each name once, finds what the service says, and finishes', async () => {
    await open();
    const { id } = await started(200);
    const session = await finished(id);
    expect(asked()).toBe(200);
    expect(session.left).toBe(0);
    expect(session.counts.unchecked).toBe(0);
    const { codes } = valueOf(await desk.sessions.open(id, () => undefined));
    expect(codes.every((code) => kindOfCell(code) !== 'unchecked')).toBe(true);
    expect(valueOf(await desk.workspace.sessions.find({ id }))?.counts).toEqual(session.counts);
    expect(desk.bugs).toEqual([]);
  });

  it('goes on where it was when it is paused, closed and opened again', async () => {
    await open();
    const { id } = await started(400);
    await until(id, ({ left }) => left < 1_500);
    const paused = valueOf(await desk.sessions.pause(id));
    expect(paused.state).toBe('paused');
    expect(asked() * tlds.length).toBe(400 * tlds.length - paused.left);
    desk = await desk.reopen();
    expect(valueOf(await desk.sessions.find(id))).toMatchObject({ state: 'paused', left: paused.left });
    valueOf(await desk.sessions.resume(id));
    await until(id, ({ left }) => left < paused.left);
    desk = await desk.reopen();
    valueOf(await desk.sessions.takeUp());
    await finished(id);
    expect(asked()).toBe(400);
  });
});
