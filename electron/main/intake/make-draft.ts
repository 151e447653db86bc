import { knownTldSet } from '#shared/domain/domain-name.ts';
import { ok, type Result } from '#shared/result.ts';
import { type Cleaned, cleanNames } from './cleaning/clean-names.ts';
import type { DraftReport, NameSource, ReadingChoices, Recipe } from './nouns.ts';
import { readSource, type ReadSource } from './read-source.ts';
import { recipeRows } from './recipe/recipe.ts';
import { refuse, type Refusal } from './refuse.ts';
import { cut } from './words.ts';

/** The names of a draft and what is to be said of them; main gives it its id. */
export interface MadeDraft {
  /** A-labels, joined by line feeds: one text crosses between threads quicker than 100,000. */
  readonly names: string;
  readonly report: Omit<DraftReport, 'draftId'>;
}

/** What the intake's thread is to make a draft of. */
export type DraftTask = { readonly knownTlds: readonly string[] } & (
  | { readonly kind: 'source'; readonly source: NameSource; readonly choices: ReadingChoices }
  | { readonly kind: 'recipe'; readonly recipe: Recipe }
);

/** Fails with: `invalid-input`. */
export async function makeDraft(task: DraftTask): Promise<Result<MadeDraft, Refusal>> {
  const knownTlds = knownTldSet(task.knownTlds);
  return task.kind === 'source'
    ? draftFromSource(task.source, task.choices, knownTlds)
    : draftFromRecipe(task.recipe, knownTlds);
}

async function draftFromSource(
  source: NameSource,
  choices: ReadingChoices,
  knownTlds: ReadonlySet<string>,
): Promise<Result<MadeDraft, Refusal>> {
  const read = await readSource(source, knownTlds, choices);
  if (!read.ok) return read;
  const field = source.kind === 'text' ? 'text' : 'file';
  const cleaned = cleanNames(read.value.rows.rows, knownTlds, field);
  if (!cleaned.ok) return cleaned;
  if (cleaned.value.account.rows === 0)
    return refuse(
      field,
      'There is a header and nothing below it. Choose another file, or say that there is no header.',
    );
  return ok(made(cleaned.value, { ...placeOf(read.value), ...layoutOf(read.value, choices) }));
}

const placeOf = ({ source, encoding, sheet, sheets }: ReadSource) => ({
  source,
  encoding,
  sheet: sheet === null ? null : cut(sheet, 255),
  sheets: sheets.slice(0, 200).map((name) => cut(name, 255)),
});

/** A list has a header only where the user says so. */
const layoutOf = ({ rows: { form, layout } }: ReadSource, choices: ReadingChoices) => ({
  form,
  columns: layout?.columns ?? [],
  column: layout?.column ?? null,
  hasHeader: layout?.hasHeader ?? choices.hasHeader === true,
});

function draftFromRecipe(recipe: Recipe, knownTlds: ReadonlySet<string>): Result<MadeDraft, Refusal> {
  const rows = recipeRows(recipe);
  if (!rows.ok) return rows;
  const cleaned = cleanNames(rows.value, knownTlds, 'recipe');
  if (!cleaned.ok) return cleaned;
  return ok(
    made(cleaned.value, {
      ...{ source: 'generated', form: 'generated', encoding: '', sheet: null, sheets: [] },
      ...{ columns: [], column: null, hasHeader: false },
    }),
  );
}

const made = (
  { names, account }: Cleaned,
  way: Omit<DraftReport, 'draftId' | keyof Cleaned['account']>,
): MadeDraft => ({ names: names.join('\n'), report: { ...way, ...account } });
