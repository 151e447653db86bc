import type { Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Command, CommandServices } from '../command.ts';
import { sayFailure } from '../say.ts';
import { exitCodes } from '../terminal.ts';
import { onlyWord, withOptions } from '../with-options.ts';
import { countsLine } from './session-lines.ts';
import { sessionNamed } from './session-named.ts';

interface Change {
  readonly word: string;
  readonly help: string;
  readonly make: (session: Session, services: CommandServices) => Promise<Result<string>>;
}

/** A command that changes one session and says what came of it. */
const changing = ({ word, help, make }: Change): Command =>
  withOptions({
    name: `session ${word}`,
    help,
    options: {},
    read: ({ words }) => onlyWord(words, 'the name or the id of a session'),
    async work(text, services, terminal) {
      const session = await sessionNamed(services, text);
      if (!session.ok) return sayFailure(terminal, `session ${word}`, session.error);
      const made = await make(session.value, services);
      if (!made.ok) return sayFailure(terminal, `session ${word}`, made.error);
      terminal.out(made.value);
      return exitCodes.done;
    },
  });

export const pauseCommand = changing({
  word: 'pause',
  help: `Usage: namedesk session pause S

Pauses the session S where the window or another command line runs it. Answers when nothing is on its way any more.`,
  async make({ id }, { sessions }) {
    const paused = await sessions.pause(id);
    return paused.ok ? ok(`Paused. ${countsLine(paused.value, null)}`) : paused;
  },
});

export const removeCommand = changing({
  word: 'remove',
  help: `Usage: namedesk session remove S

Removes the session S with all that was found in it. It does not come back; "namedesk session export" keeps a copy.`,
  async make({ id, name }, { sessions }) {
    const removed = await sessions.remove(id);
    return removed.ok ? ok(`Removed "${name}".`) : removed;
  },
});

const renameName = 'session rename';

export const renameCommand = withOptions({
  name: renameName,
  help: `Usage: namedesk session rename S NAME

Gives the session S another name.`,
  options: {},
  read({ words }) {
    const [session, name = '', ...more] = words;
    if (session === undefined || name.trim() === '' || more.length > 0)
      return fail('Give a session and its new name; put what has spaces between quotes.');
    return name.trim().length > 120
      ? fail('A name has 120 characters at most.')
      : ok({ session, name: name.trim() });
  },
  async work(asked, services, terminal) {
    const session = await sessionNamed(services, asked.session);
    if (!session.ok) return sayFailure(terminal, renameName, session.error);
    const renamed = await services.sessions.rename(session.value.id, asked.name);
    if (!renamed.ok) return sayFailure(terminal, renameName, renamed.error);
    terminal.out(`"${session.value.name}" is now called "${renamed.value.name}".`);
    return exitCodes.done;
  },
});
