import { Option } from 'commander';
import { bare, isolated, isTyped } from '#shared/domain/isolated.ts';
import { kindOf } from '#shared/changes/index.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { type Change, emptyChangeFilter, isProven, provenWord } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { invalidInput } from '../../system/texts.ts';
import { type GivenSecrets, withKey } from '../account-choice.ts';
import { type CliCommand, endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import { jsonOption, keyOption, type ListingOptions, nameOption, teamPasswordOption } from '../options.ts';
import { type ExitCode, exitCodes } from '../terminal.ts';
import { count, table } from '../words.ts';
import { describeChangeList } from './journal.ts';

export function describeChange(change: CliCommand): void {
  change.description(
    'The changes that were sent, or are to be: what, on which domain, and with what outcome. A change is named by its number or its id.',
  );
  describeChangeList(change.command('list'));
  change
    .command('show <CHANGE>')
    .summary('shows a change with every entry of the journal')
    .addOption(jsonOption())
    .doesInWorkspace(show);
  change
    .command('verify <CHANGE>')
    .summary('reads the domain to see whether an uncertain change was done')
    .description(
      'Reads the domain and decides with what it shows whether an uncertain change was done. Sends no change. The exit code is 0 once it is known, and 1 while it stays uncertain.',
    )
    .addOption(keyOption())
    .addOption(teamPasswordOption())
    .addOption(jsonOption())
    .doesInWorkspace(verify);
  change
    .command('resolve <CHANGE>')
    .summary('marks an uncertain change as done or not done')
    .description(
      'Marks an uncertain change as what you have found out elsewhere, such as in your provider’s panel. The journal keeps it with your note. What is marked as not done can be ordered again, so its domain has to be typed: be sure.',
    )
    .addOption(
      new Option('--as <OUTCOME>', 'what you have found').choices(['done', 'not-done']).makeOptionMandatory(),
    )
    .addOption(nameOption('--note <TEXT>', 'how you know', 2_000).makeOptionMandatory())
    .option('--yes <DOMAIN>', 'with --as not-done: the domain again, instead of typing it: for scripts')
    .addOption(jsonOption())
    .doesInWorkspace(resolve);
}

const rowsAtOnce = 500;

/** The change with this number or id. Fails with: `invalid-input`, `storage`. */
async function changeNamed({ services: { changes } }: ServicesCall, typed: string): Promise<Change> {
  if (/^\d{1,9}$/.test(typed)) {
    for (let offset = 0; ; offset += rowsAtOnce) {
      const page = valueOf(await changes.list(emptyChangeFilter, offset, rowsAtOnce));
      const found = page.changes.find(({ number }) => number === Number(typed));
      if (found !== undefined) return found;
      if (page.changes.length < rowsAtOnce) break;
    }
  } else if (/^[0-9a-f-]{36}$/i.test(typed)) {
    return valueOf(await changes.find(typed.toLowerCase())).change;
  }
  return endWith(
    invalidInput(
      'id',
      `There is no change "${isolated(typed.slice(0, 80))}". "namedesk change list" shows their numbers`,
    ),
  );
}

async function show(call: ServicesCall, { json }: ListingOptions, typed: string): Promise<ExitCode> {
  const named = await changeNamed(call, typed);
  const { change, entries } = valueOf(await call.services.changes.find(named.id));
  if (json === true) call.terminal.out(JSON.stringify({ version: 1, change, entries }, null, 2));
  else {
    sayChange(call, change);
    call.terminal.out(table([['AT', 'ENTRY'], ...entries.map(({ at, event }) => [at, event.type])]));
  }
  return exitCodes.done;
}

function sayChange({ terminal }: ServicesCall, change: Change): void {
  const { number, domain, what, state, accountLabel, error } = change;
  const title = kindOf(what.kind).title(what);
  const word = isProven(change) ? provenWord.toLowerCase() : state;
  terminal.out(`${count(number)} ${nameInText(domain)} (${isolated(accountLabel)}): ${title}: ${word}`);
  if (error !== null) terminal.err(sentencesFor(error).happened);
}

async function verify(
  call: ServicesCall,
  { json, ...secrets }: ListingOptions & GivenSecrets,
  typed: string,
): Promise<ExitCode> {
  const { id, accountId } = await changeNamed(call, typed);
  return withKey(call, accountId, secrets, async () => {
    const read = valueOf(await call.services.changes.readBack(id));
    return shown(call, json, read);
  });
}

interface ResolveOptions extends ListingOptions {
  readonly as: 'done' | 'not-done';
  readonly note: string;
  readonly yes?: string;
}

/** A script is not asked: it might wait forever for the answer. */
async function typedDomain(
  domain: string,
  { err, columns, input }: ServicesCall['terminal'],
): Promise<string | null> {
  if (columns === null) return null;
  err(`Type ${isolated(domain)} to mark it as not done:`);
  return await input.firstLine();
}

async function resolve(
  call: ServicesCall,
  { json, as, note, yes }: ResolveOptions,
  typed: string,
): Promise<ExitCode> {
  const { id, domain } = await changeNamed(call, typed);
  // It lifts what keeps the name from being paid for again.
  if (as === 'not-done' && !isTyped(yes ?? (await typedDomain(domain, call.terminal)), domain))
    return call.refuse(`The domain was not typed, so nothing was marked. Use --yes "${bare(domain)}".`);
  const outcome = as === 'done' ? 'applied' : 'not-applied';
  return shown(call, json, valueOf(await call.services.changes.settle(id, outcome, note)));
}

function shown(call: ServicesCall, json: true | undefined, change: Change): ExitCode {
  if (json === true) call.terminal.out(JSON.stringify(change, null, 2));
  else sayChange(call, change);
  return change.state === 'uncertain' ? exitCodes.failed : exitCodes.done;
}
