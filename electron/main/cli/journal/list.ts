import { type Change, changeStates, type ChangeState } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { everyChange } from '#shared/domain/every-change.ts';
import type { CommandServices } from '../command.ts';
import { didYouMean } from '../nearest.ts';
import { count } from '../numbers.ts';
import { type Options, readNumber } from '../options.ts';
import { sayFailure } from '../say.ts';
import { table } from '../table.ts';
import { listAccesses } from './list-accesses.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { noWords, withOptions } from '../with-options.ts';

const help = `Usage: namedesk journal list [--state S,S | --accesses] [--domain TEXT] [--most N] [--json]

Lists the changes, those that are uncertain first, then the newest: number, when, state, what, domain, account.

  --state S,S    only these: ${changeStates.join(', ')}
  --accesses     instead of changes, the transfer codes that were asked for, the newest first: when, how, what came
  --domain TEXT  only where this stands in the domain's name
  --most N       at most so many (100)
  --json         as JSON, for scripts`;

const options = {
  state: { type: 'string' },
  accesses: { type: 'boolean' },
  domain: { type: 'string' },
  most: { type: 'string' },
  json: { type: 'boolean' },
} as const;

interface Asked {
  readonly states: readonly ChangeState[] | null;
  readonly isOfAccesses: boolean;
  readonly text: string;
  readonly most: number;
  readonly isJson: boolean;
}

export const listCommand = withOptions({ name: 'journal list', help, options, read, work: list });

function read({ values, words }: Options<typeof options>): Result<Asked, string> {
  const rest = noWords(words);
  if (!rest.ok) return rest;
  if (values.accesses === true && values.state !== undefined) {
    return fail('--state is of changes: leave it out with --accesses.');
  }
  const states = readStates(values.state);
  if (!states.ok) return states;
  const most = readNumber('most', values.most ?? '100', { least: 1, most: 1_000_000, isWhole: true });
  if (!most.ok) return most;
  return ok({
    states: states.value,
    isOfAccesses: values.accesses === true,
    text: values.domain ?? '',
    most: most.value,
    isJson: values.json === true,
  });
}

function readStates(text: string | undefined): Result<readonly ChangeState[] | null, string> {
  if (text === undefined) return ok(null);
  const states: ChangeState[] = [];
  for (const word of text.split(',').map((part) => part.trim())) {
    const state = changeStates.find((each) => each === word);
    if (state === undefined) return fail(`--state knows no "${word}".${didYouMean(word, changeStates)}`);
    states.push(state);
  }
  return ok(states);
}

function list(asked: Asked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  return asked.isOfAccesses
    ? listAccesses(asked, services.workspace, terminal)
    : listChanges(asked, services, terminal);
}

async function listChanges(
  asked: Asked,
  { changes }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const { states, text, most, isJson } = asked;
  const filter = { ...everyChange, states, text };
  const all: Change[] = [];
  for (;;) {
    const page = await changes.list(filter, all.length, Math.min(500, most - all.length));
    if (!page.ok) return sayFailure(terminal, 'journal list', page.error);
    all.push(...page.value.changes);
    if (page.value.changes.length === 0 || all.length >= Math.min(most, page.value.total)) break;
  }
  if (isJson) terminal.out(JSON.stringify(all, null, 2));
  else if (all.length === 0) terminal.err('There are no such changes.');
  else terminal.out(table([titles, ...all.map(row)]));
  return exitCodes.done;
}

const titles = ['NUMBER', 'CHANGED', 'STATE', 'WHAT', 'DOMAIN', 'ACCOUNT'];

const row = ({ number, changedAt, state, what, domain, accountLabel }: Change): readonly string[] => [
  count(number),
  changedAt,
  state,
  what.kind,
  domain,
  accountLabel,
];
