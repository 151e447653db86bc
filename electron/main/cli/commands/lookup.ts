import { localDay } from '#shared/domain/counting.ts';
import { builtInTldSets, listedOnly, type OfferedTldSet } from '#shared/domain/built-in-tld-sets.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import type { Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import { openToAssistants } from '../../action.ts';
import type { Account } from '../../accounts/account.ts';
import type { Draft, DraftReport, ReadingChoices } from '../../lookups/name-lists/rows.ts';
import { invalidInput } from '../../system/texts.ts';
import { accountFor, withKey } from '../account-choice.ts';
import { endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import type { CommandServices } from '../host.ts';
import {
  listIn,
  nameOption,
  needed,
  numberOption,
  option,
  runOptions,
  type RunOptions,
  whichAccount,
} from '../options.ts';
import { row } from '../rows.ts';
import { byName, runSession } from '../run-session.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import type { NameImport } from '../../lookups/name-lists/name-import.ts';
import type { TableSource } from '../../tables/table.ts';
import { count, counted, nearest } from '../words.ts';
import { mostTlds } from '#shared/domain/bounds.ts';

const afterHelp = `
Progress is shown on standard error if that is a terminal. Ctrl-C pauses the session, saves everything and prints the
command that resumes it; a second Ctrl-C ends at once.

Exit codes: 0 every cell has its answer; 1 some have none, the causes are counted on the error output; 2 wrong usage;
3 refused by the service (key, address, permission); 4 no key; 130 interrupted, 143 ended by the system. After 1, 3, 4, 130
and 143 all results so far are saved.

Examples:
  namedesk lookup --account practice --names names.txt --tlds com,net,de --out found.csv
  namedesk lookup --account Acme --names names.xlsx --tlds popular --session monday --out monday.ndjson
  cut -d, -f2 list.csv | namedesk lookup --account Acme --names - --tlds .africa | grep ',available,'
  (pass show acme; cat names.txt) | namedesk lookup --base-url https://reseller.example/api/index.php \\
    --username you@example.com --key-stdin-once --names - --tlds com --out found.csv`;

export const lookup = openToAssistants(
  row('', {
    usage: `--account L --names FILE --tlds LIST [options]
       namedesk lookup --base-url URL --username EMAIL --key-stdin-once --names FILE --tlds LIST [options]`,
    about:
      'Checks every name under every TLD, and writes the results. The run is a session: results are saved as they come, and a run that was stopped, killed or cut off resumes where it was.',
    options: [
      'Account:',
      whichAccount,
      'Names and TLDs:',
      needed(
        option(
          '--names <FILE>',
          'a list, a table (CSV, TSV, JSON) or a workbook (XLSX) with names; - is the standard input. With --key-stdin-once, the first line of the standard input is the key',
        ),
      ),
      numberOption('--column <N>', 'the column with the names, 1 for the first; detected by default', {
        least: 1,
        most: 999,
      }),
      option('--encoding <E>', 'of the file, such as windows-1252; detected by default'),
      option('--sheet <S>', 'of a workbook; default: the first'),
      needed(
        option(
          '--tlds <LIST>',
          `com,net,co.uk; or the name of a set, your own or one of: ${builtInTldSets.map(({ id }) => id).join(', ')}. A word with a dot before it is always a TLD: .africa is one, africa a set`,
        ),
      ),
      'Run:',
      nameOption(
        '--session <NAME>',
        'resumes the session of this name if it has the same names and TLDs, otherwise creates it. Default: a new session named after the file and the time',
        120,
      ),
      option('--fresh', 'checks everything in an existing session again'),
      // Of an assistant: a budget a day, and a mark. A person has no use for it.
      option('--by-assistant', 'an assistant asks').hideHelp(),
      runOptions,
    ],
    after: afterHelp,
    async does(call, options) {
      const account = await accountFor(options, call.services.accounts);
      return withKey(call, account.id, options, () => lookUp(call, options, account));
    },
  }),
);
export const noun = lookup;

interface LookupOptions extends RunOptions {
  readonly names: string;
  /** 1 for the first. */
  readonly column?: number;
  readonly encoding?: string;
  readonly sheet?: string;
  readonly tlds: string;
  /** Undefined for a new session named after the source and the time. */
  readonly session?: string;
  readonly fresh?: true;
  readonly byAssistant?: true;
}

async function lookUp(call: ServicesCall, options: LookupOptions, account: Account): Promise<ExitCode> {
  const { services, terminal } = call;
  const tlds = chosenTlds(options.tlds, services, account.id);
  for (const remark of tlds.remarks) terminal.err(remark);
  const { names, column, encoding = null, sheet = null } = options;
  const choices = { column: column === undefined ? null : column - 1, hasHeader: null, encoding, sheet };
  const draft = await readNames(names, choices, services.imports, terminal);
  const session = await sessionFor(
    {
      name: options.session ?? null,
      account,
      draft,
      tlds: tlds.tlds,
      byAssistant: options.byAssistant === true,
      now: new Date(),
    },
    services,
  );
  const { id, state, counts } = session;
  const { sessions } = services;
  return runSession(call, id, options, () => {
    const isBegun = counts.unchecked < session.names * session.tlds.length;
    if (options.fresh === true && isBegun) return sessions.askAgain(id, { kind: 'everything' });
    return state === 'finished' ? sessions.find(id) : sessions.resume(id);
  });
}

interface Wanted {
  /** Null: always a new session. */
  readonly name: string | null;
  readonly account: Account;
  readonly draft: Draft;
  readonly tlds: readonly string[];
  readonly byAssistant: boolean;
  readonly now: Date;
}

/**
 * The session for a run: the one with this name if it has the same names and TLDs, else a new one, not yet started.
 *
 * Fails with: `invalid-input` (a session of that name asks something else), `storage`.
 */
async function sessionFor(
  wanted: Wanted,
  services: Pick<CommandServices, 'sessions' | 'workspace' | 'accounts'>,
): Promise<Session> {
  const { name, account, draft, tlds } = wanted;
  const [first, another] =
    name === null ? [] : valueOf(await services.sessions.states()).filter(byName(name));
  if (name === null || first === undefined) {
    const created = await services.sessions.create({
      ...draft,
      accountId: account.id,
      name: name ?? nameOf(draft.source, wanted.now),
      tlds,
      isStarted: false,
      ...(wanted.byAssistant && ({ byAssistant: true, source: 'assistant' } as const)),
    });
    return valueOf(created);
  }
  if (another !== undefined)
    return endWith(
      invalidInput(
        'session',
        `Several sessions are called "${isolated(name)}": resume one by its id, see "namedesk session resume --help"`,
      ),
    );
  const difference = valueOf(await differenceOf(first, wanted, services));
  return difference === null ? first : endWith(invalidInput('session', difference));
}

/** Why a session cannot be continued, as a sentence; null if it asks exactly the same. */
async function differenceOf(
  session: Session,
  { account, draft, tlds }: Wanted,
  { workspace, accounts }: Pick<CommandServices, 'workspace' | 'accounts'>,
): Promise<Result<string | null>> {
  const another = 'Give it another name with --session, or leave --session out';
  if (session.accountId !== account.id) {
    const theirs = accounts.find(session.accountId);
    const label = theirs.ok ? theirs.value.label : 'another account';
    return ok(`The session "${isolated(session.name)}" belongs to ${isolated(label)}. ${another}`);
  }
  if (!areSame(session.tlds, tlds))
    return ok(
      `The session "${isolated(session.name)}" has other TLDs: ${session.tlds.join(', ').slice(0, 300)}. ${another}`,
    );
  const names = await workspace.sessions.names({ id: session.id });
  if (!names.ok) return names;
  return ok(
    areSame(names.value.split('\n'), draft.names)
      ? null
      : `The session "${isolated(session.name)}" has other names. ${another}`,
  );
}

/** Order does not matter: the cells are the same. Neither list has duplicates. */
function areSame(some: readonly string[], others: readonly string[]): boolean {
  const all = new Set(some);
  return all.size === others.length && others.every((each) => all.has(each));
}

/** `names.txt 2026-02-21 14:03:22`, in the user's zone. */
export function nameOf(source: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  return `${source.slice(0, 95)} ${localDay(now)} ${time}`;
}

/** The same limit for standard input as for a file. */
const mostBytes = 64 * 1_048_576;
const shownExamples = 3;

/**
 * The cleaned names; dropped and changed ones are reported on standard error.
 *
 * @param from A file, or `-` for the standard input.
 *
 * Fails with: `invalid-input`.
 */
async function readNames(
  from: string,
  choices: ReadingChoices,
  imports: NameImport,
  terminal: Terminal,
): Promise<Draft> {
  const source = await sourceOf(from, terminal);
  const draftId = randomUUID();
  try {
    const report = valueOf(await imports.read(draftId, source, choices));
    for (const line of remarksOn(report)) terminal.err(line);
    if (report.names === 0) return endWith(noNames(report));
    const draft = valueOf(await imports.draft(draftId));
    return from === '-' ? { ...draft, source: 'command line' } : draft;
  } finally {
    imports.discard(draftId);
  }
}

async function sourceOf(from: string, terminal: Terminal): Promise<TableSource> {
  if (from !== '-') return { kind: 'file', path: resolve(terminal.cwd, from) };
  const bytes = await terminal.input.rest(mostBytes);
  return bytes === null
    ? endWith(invalidInput('names', 'The standard input has more than 64 MiB of names.'))
    : { kind: 'bytes', fileName: 'standard input', bytes };
}

function remarksOn(report: DraftReport): readonly string[] {
  const { names, rows, changed, changes, dropped, notes } = report;
  const lines = [`${counted(names, 'name', 'names')} out of ${counted(rows, 'row', 'rows')}.`, ...notes];
  if (changed > 0) {
    const examples = changes.map(({ text, name }) => `${quoted(text)} as ${isolatedName(name)}`);
    lines.push(`${counted(changed, 'name', 'names')} adjusted: ${some(examples, changed)}.`);
  }
  return dropped === 0
    ? lines
    : [...lines, `${counted(dropped, 'row', 'rows')} skipped:`, ...dropLines(report)];
}

const dropLines = ({ drops, dropsByReason }: DraftReport): readonly string[] =>
  dropsByReason.map((each) => {
    const examples = drops
      .filter(({ reason }) => reason === each.reason)
      .map(({ line, text }) => `line ${line} ${quoted(text)}`);
    const where = examples.length === 0 ? '' : ` (${some(examples, each.count)})`;
    return `  ${count(each.count)} × ${each.reason}${where}`;
  });

/** Some examples out of the total number. */
const some = (examples: readonly string[], all: number): string =>
  `${examples.slice(0, shownExamples).join(', ')}${all > shownExamples ? ', …' : ''}`;

const quoted = (text: string): string => `"${isolated(text.slice(0, 60))}"`;

const noNames = ({ rows }: DraftReport) =>
  invalidInput('names', rows === 0 ? 'There are no names in it.' : 'No name is left.');

interface ChosenTlds {
  /** Without leading dots and duplicates, in the given order. */
  readonly tlds: readonly string[];
  /** Warnings about what may not have been intended. */
  readonly remarks: readonly string[];
}

const tldForm = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * The TLDs that `text` names: a comma-separated list in which a word may be a set's name. A word with a leading dot is
 * always a TLD: `.africa` is a TLD, `africa` a set.
 *
 * Fails with: `invalid-input`.
 */
export function chosenTlds(
  text: string,
  { workspace }: Pick<CommandServices, 'workspace'>,
  accountId: string,
): ChosenTlds {
  const listed = workspace.tlds.list({ accountId });
  const all = workspace.tldSets.list();
  const sets = listedOnly(all, listed.tlds.map(bareTld));
  const chosen = new Set<string>();
  const remarks: string[] = [];
  for (const item of itemsIn(text, sets)) {
    const found = setNamed(item, sets);
    if (found === null) {
      const tld = aLabelsOf(bareTld(item));
      if (!tldForm.test(tld))
        return endWith(
          invalidInput('tlds', `"${isolated(item)}" is neither a TLD nor the name of a set of TLDs.`),
        );
      chosen.add(tld);
    } else {
      for (const tld of found.tlds) chosen.add(aLabelsOf(bareTld(tld)));
      remarks.push(`"${isolated(item)}" is the set ${isolated(found.name)}: ${found.tlds.join(', ')}.`);
      if (found.unlisted.length > 0)
        remarks.push(
          `Not in the list of this account's service, and not checked: ${found.unlisted.map((tld) => `.${tld}`).join(', ')}.`,
        );
    }
  }
  if (chosen.size === 0) return endWith(invalidInput('tlds', ['--tlds names no TLD.', ...remarks].join(' ')));
  if (chosen.size > mostTlds)
    return endWith(
      invalidInput('tlds', `--tlds names ${chosen.size} TLDs; a session has ${mostTlds} at most.`),
    );
  const tlds = [...chosen];
  if (listed.readAt === null) return { tlds, remarks };
  return { tlds, remarks: [...remarks, ...unlisted(tlds, listed.tlds)] };
}

/** A set's name may contain spaces and commas, so the whole text is one item if it is a set's name. */
const itemsIn = (text: string, sets: readonly OfferedTldSet[]): readonly string[] =>
  setNamed(text.trim(), sets) === null ? listIn(text) : [text.trim()];

function setNamed(item: string, sets: readonly OfferedTldSet[]): OfferedTldSet | null {
  const wanted = item.toLowerCase();
  return sets.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted) ?? null;
}

/**
 * A warning about TLDs missing from the account's list. They are queried all the same: the list may be old, and the
 * service decides.
 */
function unlisted(tlds: readonly string[], listed: readonly string[]): readonly string[] {
  const known = new Set(listed.map((tld) => aLabelsOf(bareTld(tld))));
  const strange = tlds.filter((tld) => !known.has(tld));
  if (strange.length === 0) return [];
  const hints = strange.map((tld) => {
    const near = nearest(tld, [...known]);
    return near === null ? `.${tld}` : `.${tld} (is .${near} meant?)`;
  });
  return [`Not in the list of this account's service: ${hints.join(', ')}. Checked anyway.`];
}
