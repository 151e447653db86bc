import { knownTldSet, type NameQuery } from '#shared/domain/domain-name.ts';
import { hostIn } from '#shared/domain/plain-name.ts';
import { ok, type Result } from '#shared/result.ts';
import { cut } from '../../system/texts.ts';
import type { Refusal, TableSource } from '../../tables/table.ts';
import { generatedRows } from './generator.ts';
import { hostOf, type HostOfText, readName } from './read-name.ts';
import { readSource, type ReadSource } from './read-source.ts';
import {
  type DraftReport,
  grouped,
  type NameGenerator,
  type NameRow,
  type ReadingChoices,
  refuse,
} from './rows.ts';
import { mostBatchRows, mostNames } from '#shared/domain/bounds.ts';

/** The names of a draft and its report; main assigns the id. */
export interface MadeDraft {
  /** A-labels, joined by line feeds: one string is transferred between threads faster than 100,000. */
  readonly names: string;
  readonly report: Omit<DraftReport, 'draftId'>;
}

/** The input of the import thread for one draft. */
export type DraftTask = { readonly knownTlds: readonly string[] } & (
  | { readonly kind: 'source'; readonly source: TableSource; readonly choices: ReadingChoices }
  | { readonly kind: 'recipe'; readonly recipe: NameGenerator }
);

/** Fails with: `invalid-input`. */
export async function makeDraft(task: DraftTask): Promise<Result<MadeDraft, Refusal>> {
  const knownTlds = knownTldSet(task.knownTlds);
  return task.kind === 'source'
    ? draftFromSource(task.source, task.choices, knownTlds)
    : draftFromGenerator(task.recipe, knownTlds);
}

async function draftFromSource(
  source: TableSource,
  choices: ReadingChoices,
  knownTlds: ReadonlySet<string>,
): Promise<Result<MadeDraft, Refusal>> {
  const read = await readSource(source, knownTlds, choices);
  if (!read.ok) return read;
  const field = source.kind === 'text' ? 'text' : 'file';
  const way = { ...placeOf(read.value), ...layoutOf(read.value, choices) };
  if (choices.isWhole === true) return wholeNames(read.value.rows.rows, field, way);
  const cleaned = cleanNames(read.value.rows.rows, knownTlds, field);
  if (!cleaned.ok) return cleaned;
  if (cleaned.value.account.rows === 0)
    return refuse(
      field,
      'There is a header and nothing below it. Choose another file, or say that there is no header.',
    );
  return ok(made(cleaned.value, way));
}

type Way = Omit<DraftReport, 'draftId' | keyof Cleaned['account']>;

/** The texts as they are, for who wants names with their TLDs and tells of each what is wrong with it. */
function wholeNames(rows: Iterable<NameRow>, field: 'file' | 'text', way: Way): Result<MadeDraft, Refusal> {
  const texts: string[] = [];
  for (const { text } of rows) {
    const one = cut(text.replace(/\s+/g, ' ').trim(), 300);
    if (one !== '') texts.push(one);
    if (texts.length > mostBatchRows)
      return refuse(field, `There are more than ${grouped(mostBatchRows)} rows. Split the file.`);
  }
  const { account } = createLedger().close();
  return ok(made({ names: texts, account: { ...account, rows: texts.length, names: texts.length } }, way));
}

const placeOf = ({ source, encoding, sheet, sheets, notes }: ReadSource) => ({
  notes: notes.slice(0, 20).map((note) => cut(note, 1_000)),
  source,
  encoding,
  sheet: sheet === null ? null : cut(sheet, 255),
  sheets: sheets.slice(0, 200).map((name) => cut(name, 255)),
});

/** A list has a header only if the user says so. */
const layoutOf = ({ rows: { form, layout } }: ReadSource, choices: ReadingChoices) => ({
  form,
  columns: layout?.columns ?? [],
  column: layout?.column ?? null,
  hasHeader: layout?.hasHeader ?? choices.hasHeader === true,
});

function draftFromGenerator(
  recipe: NameGenerator,
  knownTlds: ReadonlySet<string>,
): Result<MadeDraft, Refusal> {
  const rows = generatedRows(recipe);
  if (!rows.ok) return rows;
  const cleaned = cleanNames(rows.value, knownTlds, 'recipe');
  if (!cleaned.ok) return cleaned;
  return ok(
    made(cleaned.value, {
      source: 'generated',
      form: 'generated',
      encoding: '',
      sheet: null,
      sheets: [],
      columns: [],
      column: null,
      hasHeader: false,
      notes: [],
    }),
  );
}

const made = ({ names, account }: Cleaned, way: Way): MadeDraft => ({
  names: names.join('\n'),
  report: { ...way, ...account },
});

/** The outcome of all rows: the names, and what was changed or dropped. `rows` is `names` and `dropped` together. */
interface Cleaned {
  /** A-labels, each once, in the order of their first appearance. */
  readonly names: readonly string[];
  readonly account: Account;
}

type Account = Pick<
  DraftReport,
  'rows' | 'names' | 'preview' | 'changed' | 'changes' | 'dropped' | 'drops' | 'dropsByReason' | 'tldsFound'
>;

const mostListed = 200;

/**
 * Parses rows as names: each once, as A-labels, without surrounding characters. Every row is kept or dropped; each
 * changed or dropped row is counted, and the first 200 of either are listed.
 *
 * Fails with: `invalid-input` (`field`) if there are more names than a session may hold.
 */
export function cleanNames(
  rows: Iterable<NameRow>,
  knownTlds: ReadonlySet<string>,
  field: 'file' | 'text' | 'recipe',
  most: number = mostNames,
): Result<Cleaned, Refusal> {
  const ledger = createLedger();
  for (const row of rows) {
    const unwrapped = hostOf(row.text);
    const read = readName(unwrapped.text, knownTlds);
    if (!read.ok) {
      ledger.drop(row, read.error.reason, read.error.group);
      continue;
    }
    ledger.take(row, read.value, () => whyChanged(row, unwrapped, read.value));
    if (ledger.names() > most) {
      return refuse(
        field,
        `There are more than ${grouped(most)} different names (line ${grouped(row.line)} is the first too many). Split the list.`,
      );
    }
  }
  return ok(ledger.close());
}

function createLedger() {
  const firstLines = new Map<string, number>();
  const preview: string[] = [];
  const changes: DraftReport['changes'] = [];
  const drops: DraftReport['drops'] = [];
  const reasons = createTally(100, 'Other reasons');
  const tlds = createTally(10_000, '');
  let rows = 0;
  let changed = 0;
  let dropped = 0;

  function drop({ line, text }: NameRow, reason: string, group: string): void {
    rows += 1;
    dropped += 1;
    reasons.add(cut(group, 300));
    if (drops.length < mostListed) drops.push({ line, text: cut(text, 300), reason: cut(reason, 300) });
  }

  function take(row: NameRow, name: NameQuery, why: () => string): void {
    if (name.tld !== null) tlds.add(name.tld);
    const first = firstLines.get(name.ascii);
    if (first !== undefined) {
      drop(row, `Duplicate of line ${grouped(first)}`, 'Duplicate of an earlier line');
      return;
    }
    rows += 1;
    firstLines.set(name.ascii, row.line);
    if (preview.length < mostListed) preview.push(cut(name.unicode, 260));
    if (!isChanged(row, name)) return;
    changed += 1;
    if (changes.length < mostListed)
      changes.push({ line: row.line, text: cut(row.text, 300), name: cut(name.unicode, 260), why: why() });
  }

  function close(): Cleaned {
    return {
      names: [...firstLines.keys()],
      account: {
        rows,
        names: firstLines.size,
        preview,
        changed,
        changes,
        dropped,
        drops,
        dropsByReason: reasons.counted().map(({ text, count }) => ({ reason: text, count })),
        tldsFound: tlds
          .counted()
          .filter(({ text }) => text !== '')
          .slice(0, 50)
          .map(({ text, count }) => ({ tld: text, count })),
      },
    };
  }

  return { drop, take, close, names: () => firstLines.size };
}

/** Counts by text, with a limit on the number of different texts; the rest is counted under one common text. */
function createTally(most: number, beyond: string) {
  const counts = new Map<string, number>();
  return {
    add(text: string): void {
      const key = counts.has(text) || counts.size < most - 1 ? text : beyond;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    /** The most frequent first. */
    counted: () => [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count),
  };
}

/** Whether a row's name differs from the row as written. */
const isChanged = (row: NameRow, name: NameQuery): boolean =>
  row.note !== null || (row.text !== name.ascii && row.text !== name.unicode);

/** How a row was changed to make a name of it, as one line for the user. */
function whyChanged(row: NameRow, unwrapped: HostOfText, name: NameQuery): string {
  const whys = [
    ...(row.note === null ? [] : [row.note]),
    ...unwrapped.taken.map((taken) => `${taken} removed`),
  ];
  const host = hostIn(unwrapped.text).text;
  if (host !== unwrapped.text)
    whys.push(isOnlyDot(host, unwrapped.text) ? 'final dot removed' : 'taken from a URL');
  const before = labelsBefore(host, name);
  if (before !== '') whys.push(`${before} removed`);
  if (name.tld !== null) whys.push(`.${name.tld} ignored: choose TLDs in step 2`);
  if (name.label !== name.label.toLowerCase()) whys.push('in lower case');
  const lower = name.label.toLowerCase();
  if (lower !== name.unicode && lower !== name.ascii) whys.push('in its standard form');
  return cut(whys.join(', '), 200);
}

const isOnlyDot = (host: string, text: string): boolean =>
  text.length === host.length + 1 && text.startsWith(host) && /[.\u3002\uFF0E\uFF61]$/.test(text);

/** The labels before the name, such as `www` or `shop`; empty if there are none. */
function labelsBefore(host: string, name: NameQuery): string {
  const labels = host.split(/[.\u3002\uFF0E\uFF61]/);
  const behind = name.tld === null ? 0 : name.tld.split('.').length;
  return labels.slice(0, labels.length - behind - 1).join('.');
}
