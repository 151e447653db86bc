import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import { accountFor, readWhichAccount, type WhichAccount } from '../account/account-for.ts';
import type { Call, CommandServices } from '../command.ts';
import type { Options } from '../options.ts';
import { type RunAsked, readRun, runOptions } from '../run-options.ts';
import { sayFailure, sayUsage } from '../say.ts';
import { runSession } from '../session/run-session.ts';
import { problemWithPlace } from '../target.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { withKey } from '../with-key.ts';
import { noWords, withOptions } from '../with-options.ts';
import { lookupHelp } from './lookup-help.ts';
import { type NamesAsked, readNames } from './names.ts';
import { sessionFor } from './session-for.ts';
import { chosenTlds } from './tlds.ts';

const name = 'lookup';

const options = {
  account: { type: 'string' },
  'base-url': { type: 'string' },
  username: { type: 'string' },
  names: { type: 'string' },
  column: { type: 'string' },
  encoding: { type: 'string' },
  sheet: { type: 'string' },
  tlds: { type: 'string' },
  session: { type: 'string' },
  fresh: { type: 'boolean' },
  ...runOptions,
} as const;

interface Asked {
  readonly which: WhichAccount;
  readonly names: NamesAsked;
  readonly tlds: string;
  /** Null for a new session whose name says where and when. */
  readonly session: string | null;
  readonly isFresh: boolean;
  readonly run: RunAsked;
}

export const lookupCommand = withOptions({ name, help: lookupHelp, options, read, work: lookUp });

function read({ values, words }: Options<typeof options>): Result<Asked, string> {
  const rest = noWords(words);
  if (!rest.ok) return rest;
  const which = readWhichAccount(values);
  if (!which.ok) return which;
  const names = readNamesAsked(values);
  if (!names.ok) return names;
  if (values.tlds === undefined)
    return fail('--tlds is missing: com,net,de or the name of a set, such as popular.');
  const session = readSessionName(values.session);
  if (!session.ok) return session;
  const run = readRun(values);
  if (!run.ok) return run;
  return ok({
    which: which.value,
    names: names.value,
    tlds: values.tlds,
    session: session.value,
    isFresh: values.fresh === true,
    run: run.value,
  });
}

function readSessionName(text: string | undefined): Result<string | null, string> {
  const session = text?.trim() ?? null;
  return session === '' || (session?.length ?? 0) > 120
    ? fail('--session is a name of 1 to 120 characters.')
    : ok(session);
}

function readNamesAsked(values: Options<typeof options>['values']): Result<NamesAsked, string> {
  const { names, column, encoding, sheet } = values;
  if (names === undefined) return fail('--names is missing: a file, or - for the standard input.');
  if (column !== undefined && !/^[1-9]\d{0,2}$/.test(column))
    return fail(`--column is the number of a column, 1 for the first, not "${column}".`);
  return ok({
    from: names,
    choices: {
      column: column === undefined ? null : Number(column) - 1,
      hasHeader: null,
      encoding: encoding ?? null,
      sheet: sheet ?? null,
    },
  });
}

async function lookUp(
  asked: Asked,
  services: CommandServices,
  terminal: Terminal,
  place: Call['place'],
): Promise<ExitCode> {
  const problem = problemWithPlace(asked.run.target, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, name, problem);
  const account = await accountFor(asked.which, services.accounts);
  if (!account.ok) return sayFailure(terminal, name, account.error);
  const keyed = { command: name, accountId: account.value.id, isKeyGiven: asked.run.isKeyGiven };
  return withKey(keyed, services, terminal, () => ask(asked, account.value, { services, terminal, place }));
}

async function ask(
  asked: Asked,
  account: Account,
  context: { readonly services: CommandServices; readonly terminal: Terminal; readonly place: Call['place'] },
): Promise<ExitCode> {
  const { services, terminal } = context;
  const tlds = await chosenTlds(asked.tlds, services, account.id);
  if (!tlds.ok) return sayFailure(terminal, name, tlds.error);
  for (const remark of tlds.value.remarks) terminal.err(remark);
  const draft = await readNames(asked.names, services.intake, terminal);
  if (!draft.ok) return sayFailure(terminal, name, draft.error);
  const session = await sessionFor(
    { name: asked.session, account, draft: draft.value, tlds: tlds.value.tlds, now: new Date() },
    services,
  );
  if (!session.ok) return sayFailure(terminal, name, session.error);
  const { id, state, counts } = session.value;
  const { sessions } = services;
  return runSession(
    {
      command: name,
      id,
      asked: asked.run,
      start() {
        const isBegun = counts.unchecked < session.value.names * session.value.tlds.length;
        if (asked.isFresh && isBegun) return sessions.askAgain(id, { kind: 'everything' });
        return state === 'finished' ? sessions.find(id) : sessions.resume(id);
      },
    },
    context,
  );
}
