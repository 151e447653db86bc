import type { NameProblem, NameQuery } from '#shared/domain/domain-name.ts';
import { isPlain, parsePlainQuery, plainTldSet } from '#shared/domain/plain-name.ts';
import type { Result } from '#shared/result.ts';
import { whenIdle } from './lazily.tsx';

/** How names are read and written. The tables behind it weigh 200 kB, so they are loaded after the first paint. */
export interface Names {
  readonly parseQuery: (text: string, knownTlds: ReadonlySet<string>) => Result<NameQuery, NameProblem>;
  readonly knownTldSet: (tlds: readonly string[]) => ReadonlySet<string>;
  readonly aLabelsOf: (name: string) => string;
  readonly toUnicode: (name: string) => string;
}

/** Reads plain texts, which nearly all are, without the tables; null where one of `texts` needs them. */
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
