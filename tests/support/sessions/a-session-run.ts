import type { Session } from '../../../shared/domain/session.ts';
import { valueOf } from '../workspace/a-workspace.ts';
import { aSessionWorld } from './a-session-world.ts';

export const tlds = ['com', 'net', 'org'];
export const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);

/** Sessions in a world of their own, and how to wait for them. */
export function aSessionRun(options = {}) {
  const ground = aSessionWorld({ tldsPerRequest: 2, ...options });
  const program = ground.start();
  const { sessions } = program;
  const { time } = ground;
  const draft = {
    accountId: 'a1',
    name: 'Bakeries',
    names: namesOf(40),
    tlds,
    source: 'pasted',
    isStarted: true,
  };
  const create = async (changes: object = {}): Promise<Session> =>
    valueOf(await time.outcomeOf(sessions.create({ ...draft, ...changes })));
  const session = async (id: string): Promise<Session> => valueOf(await sessions.find(id));
  const until = async (id: string, is: (session: Session) => boolean): Promise<Session> => {
    await time.until(() => is(ground.told.get(id) ?? anUnheardSession));
    return await session(id);
  };
  const finished = (id: string): Promise<Session> => until(id, ({ state }) => state === 'finished');
  return { ground, program, sessions, time, create, session, until, finished };
}
const anUnheardSession = { state: 'paused', left: -1 } as Session; // Nothing else is asked of it here.
