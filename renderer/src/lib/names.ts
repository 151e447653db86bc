import type { NameProblem, NameQuery } from '#shared/domain/domain-name.ts';
import type { Result } from '#shared/result.ts';
import { whenIdle } from './lazily.tsx';

/** How names are read and written. The tables behind it weigh 200 kB, so it is loaded after the first paint. */
export interface Names {
  readonly parseQuery: (text: string, knownTlds: ReadonlySet<string>) => Result<NameQuery, NameProblem>;
  readonly knownTldSet: (tlds: readonly string[]) => ReadonlySet<string>;
  readonly aLabelsOf: (name: string) => string;
  readonly toUnicode: (name: string) => string;
}

export async function loadNamesWhenIdle(): Promise<Names> {
  await whenIdle();
  return import('#shared/domain/domain-name.ts');
}
