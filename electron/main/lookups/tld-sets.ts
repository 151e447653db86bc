import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Output } from '#shared/routes.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The sets of TLDs to choose from, the built-in ones first. Every start waits for it, so it stands apart from what asks a service.
 *
 * Fails with: `storage`.
 */
export async function listTldSets(
  ownSets: Pick<Workspace['tldSets'], 'list'>,
): Promise<Result<Output<'tlds', 'sets'>>> {
  const own = await ownSets.list();
  if (!own.ok) return own;
  const builtIn = builtInTldSets.map((set) => ({ ...set, tlds: [...set.tlds], builtIn: true }));
  return ok({ sets: [...builtIn, ...own.value.map((set) => ({ ...set, builtIn: false }))] });
}
