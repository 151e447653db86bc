import type { Result } from '#shared/result.ts';
import type { NameProblem, NameQuery } from '#shared/domain/domain-name.ts';
import { isPlain, parsePlainQuery, plainTldSet } from '#shared/domain/plain-name.ts';
import { whenIdle } from './ui/lazily.tsx';

/** Parsing and formatting of names. The Unicode tables weigh 200 kB, so they are loaded after the first paint. */
export interface Names {
  readonly parseQuery: (text: string, knownTlds: ReadonlySet<string>) => Result<NameQuery, NameProblem>;
  readonly knownTldSet: (tlds: readonly string[]) => ReadonlySet<string>;
  readonly aLabelsOf: (name: string) => string;
  readonly toUnicode: (name: string) => string;
}

/** Parses ASCII texts, which nearly all are, without the Unicode tables; null where one of `texts` needs them. */
export const plainNamesFor = (texts: readonly string[]): Names | null =>
  texts.every(isPlain) ? plainNames : null;

const plainNames: Names = {
  parseQuery: parsePlainQuery,
  knownTldSet: plainTldSet,
  aLabelsOf: (name) => name.toLowerCase(),
  toUnicode: (name) => name,
};

export async function loadNamesWhenIdle(): Promise<Names> {
  await whenIdle();
  return import('#shared/domain/domain-name.ts');
}
