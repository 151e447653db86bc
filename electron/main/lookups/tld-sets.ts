import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { ok, type Result } from '#shared/result.ts';
import type { tldSet } from '#shared/areas/startup-schemas.ts';
import type { TypeOf } from '#shared/schema-type.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type TldSet = TypeOf<typeof tldSet>;

/**
 * The sets of TLDs to choose from, the built-in ones first. Every start waits for it, so it stands apart from what asks a service.
 *
 * Fails with: `storage`.
 */
export async function listTldSets(
  ownSets: Pick<Workspace['tldSets'], 'list'>,
): Promise<Result<{ readonly sets: readonly TldSet[] }>> {
  const own = await ownSets.list();
  if (!own.ok) return own;
  const builtIn = builtInTldSets.map((set) => ({ ...set, builtIn: true }));
  return ok({ sets: [...builtIn, ...own.value.map((set) => ({ ...set, builtIn: false }))] });
}
