import { endWith, valueOf } from '../cli-command.ts';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { listedOnly, type OfferedTldSet } from '#shared/domain/built-in-tld-sets.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import { listTldSets } from '../../lookups/tld-sets.ts';
import type { NameImport } from '../../lookups/name-lists/name-import.ts';
import type { Draft, DraftReport, ReadingChoices } from '../../lookups/name-lists/rows.ts';
import { invalidInput } from '../../system/texts.ts';
import type { TableSource } from '../../tables/table.ts';
import type { CommandServices } from '../host.ts';
import { listIn } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { count, counted, nearest } from '../words.ts';
import { mostTlds } from '#shared/domain/bounds.ts';

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
export async function readNames(
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
 * Fails with: `invalid-input`, `storage`.
 */
export async function chosenTlds(
  text: string,
  { workspace }: Pick<CommandServices, 'workspace'>,
  accountId: string,
): Promise<ChosenTlds> {
  const listed = valueOf(await workspace.tlds.list({ accountId }));
  const { sets: all } = valueOf(await listTldSets(workspace.tldSets));
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
