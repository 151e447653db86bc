import type { Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import type { Stores } from '../app-stores.ts';
import { counted } from '../lib/format.ts';
import { valueOf } from '../lib/remote.ts';
import { isOnItsWay, type SessionsState } from '../screens/bulk/sessions-store.ts';
import type { Command } from './command.ts';

/** What the palette does with bulk look-ups as a whole. */
export function bulkCommands(stores: Stores, state: SessionsState): readonly Command[] {
  const { route, sessions } = stores;
  const all = sessionsIn(state);
  const going = all.filter(isOnItsWay);
  const held = all.filter((session) => session.state === 'paused');
  const commands: readonly (Command & { readonly when: boolean })[] = [
    {
      id: 'new-bulk',
      when: true,
      label: 'New bulk look-up',
      keys: 'newBulk',
      act: () => route.actions.goToBulk({ kind: 'new' }),
    },
    {
      id: 'pause-all',
      when: going.length > 0,
      label: `Pause all ${counted(going.length, 'running session', 'running sessions')}`,
      act: () => forEach(stores, going, sessions.actions.pause),
    },
    {
      id: 'resume-all',
      when: held.length > 0,
      label: `Resume all ${counted(held.length, 'paused session', 'paused sessions')}`,
      act: () => forEach(stores, held, sessions.actions.resume),
    },
  ];
  return commands.filter((command) => command.when);
}

/** Each session by its name, the latest first. */
export const sessionCommands = ({ route }: Stores, state: SessionsState): readonly Command[] =>
  [...sessionsIn(state)]
    .sort((a, b) => b.changedAt.localeCompare(a.changedAt))
    .map(({ id, name, names, tlds }) => ({
      id: `session-${id}`,
      label: name,
      hint: `${counted(names, 'name', 'names')} × ${counted(tlds.length, 'TLD', 'TLDs')}`,
      act: () => route.actions.goToBulk({ kind: 'session', sessionId: id }),
    }));

const sessionsIn = (state: SessionsState): readonly Session[] => [
  ...(valueOf(state.sessions)?.values() ?? []),
];

/** Does it to each and says what did not work, once. */
function forEach(
  { notices }: Stores,
  sessions: readonly Session[],
  act: Stores['sessions']['actions']['pause'],
): void {
  void Promise.all(sessions.map(({ id }) => act(id))).then((results) => {
    const failed = results.find((result) => !result.ok);
    if (failed !== undefined) notices.actions.say(sentencesFor(failed.error).happened, 'problem');
  });
}
