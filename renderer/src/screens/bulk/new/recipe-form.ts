import type { AppError } from '#shared/app-error.ts';
import type { RecipeField, RecipeText } from './recipe-text.ts';

export type { RecipeField };

/** What stands in the form. Its fields keep their texts themselves, so they are asked for it. */
export function readForm(form: HTMLFormElement | null): RecipeText {
  const entries = form === null ? new FormData() : new FormData(form);
  const text = (name: string): string => {
    const entry = entries.get(name);
    return typeof entry === 'string' ? entry : '';
  };
  const joiner = text('joiner');
  return {
    fields: {
      prefixes: text('prefixes'),
      words: text('words'),
      secondWords: text('secondWords'),
      suffixes: text('suffixes'),
      patterns: text('patterns'),
    },
    joiner: joiner === 'hyphen' || joiner === 'both' ? joiner : 'nothing',
    withoutPrefix: entries.has('withoutPrefix'),
    withoutSuffix: entries.has('withoutSuffix'),
  };
}

const fields: ReadonlySet<string> = new Set<RecipeField>([
  'prefixes',
  'words',
  'secondWords',
  'suffixes',
  'patterns',
]);

/** The field that a failure is about; null where it is about all of them, or about something else. */
export function fieldOf(error: AppError | null): RecipeField | null {
  if (error?.kind !== 'invalid-input') return null;
  // The set holds nothing but field names.
  if (fields.has(error.field)) return error.field as RecipeField;
  return error.field === 'recipe' && /^Pattern /.test(error.reason) ? 'patterns' : null;
}
