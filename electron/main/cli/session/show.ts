import type { Session } from '#shared/domain/session.ts';
import { ok } from '#shared/result.ts';
import type { CommandServices } from '../command.ts';
import { count } from '../numbers.ts';
import { sayFailure } from '../say.ts';
import { table } from '../table.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { onlyWord, withOptions } from '../with-options.ts';
import { labelsOf, sessionAsJson, stateWord } from './session-as-json.ts';
import { countsLine, unknownLines, waitingLine } from './session-lines.ts';
import { sessionNamed } from './session-named.ts';

const name = 'session show';

const help = `Usage: namedesk session show S [--json]

Shows the session S: how far it is, what was found, and why cells have no answer.

  --json  as JSON, for scripts`;

interface Asked {
  readonly session: string;
  readonly isJson: boolean;
}

export const showCommand = withOptions({
  name,
  help,
  options: { json: { type: 'boolean' } },
  read({ values, words }) {
    const session = onlyWord(words, 'the name or the id of a session');
    return session.ok ? ok({ session: session.value, isJson: values.json === true }) : session;
  },
  work: show,
});

async function show(asked: Asked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  const session = await sessionNamed(services, asked.session);
  if (!session.ok) return sayFailure(terminal, name, session.error);
  const labels = await labelsOf(services.accounts);
  if (!labels.ok) return sayFailure(terminal, name, labels.error);
  const label = labels.value.get(session.value.accountId) ?? '-';
  terminal.out(
    asked.isJson ? JSON.stringify(sessionAsJson(session.value, label), null, 2) : shown(session.value, label),
  );
  return exitCodes.done;
}

function shown(session: Session, label: string): string {
  const { id, source, names, tlds, left, createdAt, changedAt } = session;
  const waiting = session.waitingFor !== null ? [['waiting for', waitingLine(session)]] : [];
  const lines = table([
    ['id', id],
    ['account', label],
    ['state', left === 0 ? stateWord(session) : `${stateWord(session)}, ${count(left)} left`],
    ...waiting,
    ['names', `${count(names)}, from ${source}`],
    ['TLDs', tlds.join(', ')],
    ['made', createdAt],
    ['changed', changedAt],
  ]);
  return [countsLine(session, null), lines, ...unknownLines(session)].join('\n');
}
