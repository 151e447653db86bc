import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { askedFields, importFields, rowResults } from '#shared/domain/domain-parts.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { FieldChange, ReviewedRow } from '../../portfolio/import/preview.ts';
import type { ImportChoices } from '../../portfolio/import/review-import.ts';
import { partlyIn, type ReviewedImport, rowsOfPage } from '../../portfolio/import/reviewed.ts';
import { invalidInput } from '../../system/texts.ts';
import { accountNamed } from '../account-choice.ts';
import { type ServicesCall, valueOf } from '../cli-command.ts';
import { choiceOption, json, option, ownerOption, parsedOption, withDefault } from '../options.ts';
import { row } from '../rows.ts';
import { type ExitCode, exitCodes, sayList } from '../terminal.ts';
import { count, counted } from '../words.ts';

/** `skip`: nothing is taken from the column. */
const fieldWords = [...importFields, 'skip'] as const;

function mappedIn(text: string): ImportChoices['mapping'][number] {
  const at = text.lastIndexOf('=');
  const [column, word] = [
    text.slice(0, at).trim(),
    text
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  ];
  const field = fieldWords.find((each) => each === word);
  if (at < 1 || field === undefined)
    throw new InvalidArgumentError(`Use COLUMN=FIELD, with one of ${fieldWords.join(', ')}.`);
  return { column, field: field === 'skip' ? null : field };
}

export const importRow = row('import [FILE]', {
  summary:
    'brings in domains with their expiry, lock, nameservers, tags and notes from a file of any registrar',
  about: `Reads a CSV, TSV, XLSX or JSON file as a registrar's panel exports it, or any other with a column of domains, and prints of each row: new, changed (from what to what), unchanged, or skipped and why. A blank cell keeps what is stored, tags are added, and the same file a second time changes nothing. Columns that look like transfer codes are never read, and those that are not used are named. Where two columns could hold the same, or the file reads as well in another encoding, nothing is stored, and it says what to add with --map or --encoding. It prints the import's id: --undo takes the whole import back, but for domains whose values were changed since. Exit code 1: rows were skipped, and the others are stored; or domains stayed as they are.`,
  options: [
    ownerOption(),
    withDefault(
      parsedOption(
        '--map <COLUMN=FIELD...>',
        `what a column holds, by its title or number: ${fieldWords.join(', ')}`,
        (text, before: ImportChoices['mapping'] | undefined): ImportChoices['mapping'] => [
          ...(before ?? []),
          mappedIn(text),
        ],
      ),
      [],
      'as titles and cells say',
    ),
    choiceOption('--date-order <ORDER>', 'where day and month could be swapped, which stands first', [
      'day-first',
      'month-first',
    ]),
    option('--sheet <NAME>', 'the sheet of a workbook; default: the first'),
    option('--encoding <LABEL>', 'of a text file, such as windows-1252; default: recognised'),
    option('--restore-archived', 'makes archived domains of the file active again'),
    option('--of-account <LABEL>', 'of an export over several accounts, only the domains of this one'),
    option('--dry-run', 'only prints what would be stored'),
    option('--undo <ID>', 'takes an import back; without a file'),
    json,
  ],
  async does(call, options, file) {
    const account = await accountNamed(call.services.accounts, options.account);
    if (file !== undefined && options.undo === undefined)
      return await importFile(call, account.id, file, options);
    if (file === undefined && options.undo !== undefined)
      return await undoImport(call, account.id, options.undo);
    return call.refuse('Say either the file to import, or --undo with the id of an import.');
  },
});

interface ImportOptions {
  readonly map: ImportChoices['mapping'];
  readonly dateOrder?: 'day-first' | 'month-first';
  readonly sheet?: string;
  readonly encoding?: string;
  readonly restoreArchived?: true;
  readonly ofAccount?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

async function importFile(
  { services, terminal, refuse }: ServicesCall,
  accountId: string,
  file: string,
  options: ImportOptions,
): Promise<ExitCode> {
  const { dryRun, json: asJson } = options;
  const source = { kind: 'file', path: resolve(terminal.cwd, file) } as const;
  const reviewed = await services.domainImport.review(accountId, source, choicesOf(options));
  const missing = reviewed.ok ? missingSentence(reviewed.value) : null;
  const read = missing === null ? reviewed : invalidInput('file', missing);
  if (dryRun !== true) await services.domainImport.noteReading(accountId, source, read);
  const review = valueOf(reviewed);
  if (missing !== null) return refuse(missing);
  const { counts } = review;
  const isStored = dryRun !== true && counts.new + counts.changed > 0;
  const stored = isStored ? valueOf(await services.domainImport.apply(accountId, review)) : null;
  sayRows({ terminal, asJson, id: stored?.import.id ?? null }, review, dryRun === true);
  return counts.skipped > 0 ? exitCodes.failed : exitCodes.done;
}

const choicesOf = ({ dateOrder, ...options }: ImportOptions): ImportChoices => ({
  mapping: options.map,
  sheet: options.sheet ?? null,
  encoding: options.encoding ?? null,
  isDayFirst: dateOrder === undefined ? null : dateOrder === 'day-first',
  restoresArchived: options.restoreArchived === true,
  ofAccount: options.ofAccount ?? null,
});

/** What must be said on the command line before anything can be imported; null where nothing must. */
function missingSentence(reviewed: ReviewedImport): string | null {
  const { fields, ambiguousDate, isDayFirst, doubts, encodings } = reviewed;
  if (encodings.length > 0) {
    const choices = encodings.map(
      ({ encoding, samples }) => `--encoding ${encoding} (${samples.map(isolated).join(', ')})`,
    );
    return `This file can be read in ${count(encodings.length)} encodings. Nothing was stored. Say which: ${choices.join(' or ')}.`;
  }
  if (doubts.length > 0) return doubts.map((doubt) => doubtText(doubt, reviewed)).join(' ');
  if (!fields.includes('domain'))
    return 'None of the columns holds domains. Say which one does, such as --map "Name=domain".';
  if (ambiguousDate === null || isDayFirst !== null) return null;
  const { line, dayFirst, monthFirst } = ambiguousDate;
  return `The date in line ${line} is ${dayFirst} or ${monthFirst}. Nothing was stored. Say which with --date-order day-first or month-first.`;
}

function doubtText({ field, columns }: ReviewedImport['doubts'][number], reviewed: ReviewedImport): string {
  const { titles, samples } = reviewed;
  const choices = columns.map((index) => {
    const title = titles[index] ?? '';
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    const column = isAlone ? title : String(index + 1);
    return `--map "${column}=${field}" (${(samples[index] ?? []).join(', ')})`;
  });
  return `${count(columns.length)} columns can have ${askedFields[field] ?? field}. Nothing was stored. Say which: ${choices.join(' or ')}.`;
}

async function undoImport(
  { services, terminal }: ServicesCall,
  accountId: string,
  id: string,
): Promise<ExitCode> {
  const { undone, stayed } = valueOf(await services.domainImport.undo(accountId, id));
  terminal.err(`Undone for ${counted(undone, 'domain', 'domains')}.`);
  if (stayed.length > 0)
    terminal.err(
      `${counted(stayed.length, 'domain was', 'domains were')} changed since and stay as they are:`,
    );
  for (const name of stayed) terminal.out(name);
  return stayed.length > 0 ? exitCodes.failed : exitCodes.done;
}

function sayRows(
  {
    terminal,
    asJson,
    id,
  }: Pick<ServicesCall, 'terminal'> & { readonly asJson: true | undefined; readonly id: string | null },
  reviewed: ReviewedImport,
  isDry: boolean,
): void {
  const { source, panel, titles, fields, codes, counts, pages, asOf, encoding, sheet, notes } = reviewed;
  const rows = [...pages.keys()].flatMap((page) => rowsOfPage(reviewed, page));
  const titleAt = (index: number): string => titles[index] ?? '';
  const columns = fields.flatMap((field, index) =>
    field === null ? [] : [{ title: titleAt(index), field }],
  );
  const unused = reviewed.unused.map(({ column, why }) => ({ title: titleAt(column), why }));
  const neverRead = codes.map(titleAt);
  if (asJson === true) {
    const read = { source, panel, asOf, encoding, sheet, columns, unused, neverRead, notes };
    terminal.out(
      JSON.stringify(
        { import: id, ...counts, partly: partlyIn(reviewed), ...read, rows: rows.map(rowAsJson) },
        null,
        2,
      ),
    );
    return;
  }
  const form = [
    panel === null ? null : `as ${panel} writes it`,
    encoding === null ? null : `read as ${encoding}`,
    sheet === null ? null : `sheet ${isolated(sheet)}`,
  ].filter((part) => part !== null);
  const saved =
    asOf === null
      ? ''
      : ` Its dates are as of ${asOf.slice(0, 16).replace('T', ' ')} UTC, when it was saved.`;
  const taken = columns.map(({ title, field }) => `${title} → ${field}`);
  terminal.err(`${[isolated(source), ...form].join(', ')}: ${taken.join(', ')}.${saved}`);
  if (neverRead.length > 0)
    terminal.err(`Never read, as transfer codes may be in it: ${neverRead.join(', ')}.`);
  for (const note of notes) terminal.err(note);
  const printed = rows.filter(({ result, reason }) => result !== 'unchanged' || reason !== undefined);
  const titlesOfRows = ['LINE', 'DOMAIN', 'RESULT', 'WHAT'];
  const none = 'Every domain is stored as the file has it.';
  sayList(terminal, undefined, { all: printed, none, titles: titlesOfRows, row: rowAsText });
  terminal.err(`${isDry ? 'Nothing was stored. ' : ''}${countsText(reviewed)}.`);
  if (id !== null) terminal.err(`To take it back: namedesk domain import --undo ${id} --account …`);
}

function countsText(reviewed: ReviewedImport): string {
  const counts = rowResults.map((result) => `${count(reviewed.counts[result])} ${result}`);
  const partly = partlyIn(reviewed);
  return [...counts, ...(partly === 0 ? [] : [`${count(partly)} imported in part`])].join(', ');
}

const rowAsJson = (row: ReviewedRow) => ({
  row: row.line,
  domain: row.domain,
  result: row.result,
  changes: 'changes' in row ? row.changes : [],
  reason: row.reason ?? null,
});

const rowAsText = (row: ReviewedRow): readonly string[] => [
  count(row.line),
  isolated(row.domain),
  row.result,
  [
    ...('changes' in row ? row.changes.map(changeText) : []),
    ...(row.reason === undefined ? [] : [row.reason]),
  ].join('; '),
];

const changeText = ({ field, before, after }: FieldChange): string =>
  field === 'archived' ? after || 'restored' : `${field} ${before === '' ? '' : `${before} → `}${after}`;
