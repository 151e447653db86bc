import type { BatchAsk, UndoneSource } from '#shared/domain/batch.ts';
import { mostBatchRows } from '#shared/domain/bounds.ts';
import type { Change } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import { invalidInput } from '../../system/texts.ts';
import type { BatchesContext } from './context.ts';

/** A batch that puts back what was there before. */
interface Undo {
  readonly accountId: string;
  readonly ask: BatchAsk;
  readonly domains: readonly string[];
  /** The change that each domain takes back, in the same order. */
  readonly undoes: readonly string[];
}

/**
 * The batch that takes back what a batch or a change did: only what took effect. Each row is read before it is reviewed, and excluded
 * where the domain has something else by now.
 *
 * Fails with: `invalid-input` (`of`), `storage`.
 */
export async function undoOf(
  { kept }: Pick<BatchesContext, 'kept'>,
  of: UndoneSource,
): Promise<Result<Undo>> {
  const found = await kept.toPutBack({ of });
  if (!found.ok) return found;
  if (found.value === null) return nothingToPutBack;
  const { accountId, changes, elsewhere, unlocks } = found.value;
  if (changes.length === 0 && elsewhere > 0) return doneElsewhere;
  const ask = undoAsk(changes, of, unlocks);
  if (ask === null || changes.length > mostBatchRows) return nothingToPutBack;
  return ok({
    accountId,
    ask,
    domains: changes.map(({ domain }) => domain),
    undoes: changes.map(({ id }) => id),
  });
}

const nothingToPutBack = invalidInput('of', 'Nothing of this can be put back.');

const doneElsewhere = invalidInput(
  'of',
  'This was done at the login that the account had before its address or user was changed. It can only be put back there; nothing was changed.',
);

/** What all rows have in common; null for a kind that cannot be taken back. Values stand with each row's own change. */
function undoAsk(
  changes: readonly Pick<Change, 'what'>[],
  undoes: UndoneSource,
  unlocks: boolean,
): BatchAsk | null {
  const what = changes[0]?.what;
  if (what?.kind === 'lock') {
    return { kind: 'lock', state: what.state === 'locked' ? 'unlocked' : 'locked', undoes };
  }
  if (what?.kind === 'nameservers') return { kind: 'nameservers', nameservers: [], undoes };
  if (what?.kind !== 'contacts') return null;
  return { kind: 'contacts', roles: rolesIn(changes), undoes, ...(unlocks && { unlocks: true }) };
}

/** Every role and field that any of the changes changed, by name. */
function rolesIn(
  changes: readonly Pick<Change, 'what'>[],
): Extract<BatchAsk, { readonly kind: 'contacts' }>['roles'] {
  const fields = new Map<string, Set<string>>();
  for (const { what } of changes) {
    for (const { name, changed } of what.kind === 'contacts' ? what.roles : []) {
      const known = fields.get(name) ?? new Set();
      for (const field of changed) known.add(field);
      fields.set(name, known);
    }
  }
  return [...fields]
    .slice(0, mostRoles)
    .map(([name, changed]) => ({ name, changed: [...changed].slice(0, 200) }));
}

/** As `batches.wayBack` answers it. */
const mostRoles = 16;
