import type { Session } from '#shared/domain/session.ts';
import type { CommandServices } from '../command.ts';
import { count } from '../numbers.ts';
import { listing, type ListingAsked } from '../listing.ts';
import { sayFailure } from '../say.ts';
import { table } from '../table.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { withOptions } from '../with-options.ts';
import { labelsOf, sessionAsJson, stateWord } from './session-as-json.ts';

const help = `Usage: namedesk session list [--json]

Lists the sessions, those that changed last at the top: the beginning of the id, the state, names × TLDs, how many cells are
left, how many are available, the account, the name. "cut off" is what ran when its program was killed or closed: it goes
on with "namedesk session resume".

  --json  as JSON, for scripts`;

export const listCommand = withOptions({
  name: 'session list',
  help,
  ...listing,
  work: list,
});

async function list(
  { isJson }: ListingAsked,
  services: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const listed = await services.sessions.list();
  if (!listed.ok) return sayFailure(terminal, 'session list', listed.error);
  const labels = await labelsOf(services.accounts);
  if (!labels.ok) return sayFailure(terminal, 'session list', labels.error);
  const all = listed.value.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
  const label = ({ accountId }: Session): string => labels.value.get(accountId) ?? '-';
  if (isJson)
    terminal.out(
      JSON.stringify(
        all.map((each) => sessionAsJson(each, label(each))),
        null,
        2,
      ),
    );
  else if (all.length === 0)
    terminal.err('There are no sessions yet. "namedesk lookup --help" says how to make one.');
  else terminal.out(table([titles, ...all.map((each) => row(each, label(each)))]));
  return exitCodes.done;
}

const titles = ['ID', 'STATE', 'NAMES × TLDS', 'LEFT', 'AVAILABLE', 'ACCOUNT', 'NAME'];

function row(session: Session, label: string): readonly string[] {
  const { id, names, tlds, left, counts, name } = session;
  const free = counts.available + counts.premium;
  const size = `${count(names)} × ${count(tlds.length)}`;
  return [id.slice(0, 8), stateWord(session), size, count(left), count(free), label, name];
}
