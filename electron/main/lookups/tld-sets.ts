import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { ok, type Result } from '#shared/result.ts';
import type { tldSet } from '#shared/areas/startup-schemas.ts';
import type { TypeOf } from '#shared/schema-type.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type TldSet = TypeOf<typeof tldSet>;

/** The sets of TLDs to choose from, the built-in ones first. Every start waits for it, so it stands apart from what asks a service. */
export const listTldSets = (
  own: Pick<Workspace['tldSets'], 'list'>,
): Result<{ readonly sets: readonly TldSet[] }> =>
  ok({
    sets: [
      ...builtInTldSets.map((set) => ({ ...set, builtIn: true })),
      ...own.list().map((set) => ({ ...set, builtIn: false })),
    ],
  });
