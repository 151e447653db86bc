import { type Change, familyOf } from '#shared/domain/change.ts';
import type { Drafts } from './kept-texts.ts';

/**
 * Forgets what was typed for a change that is done: it may be personal, and has had its use (D10). What was typed later
 * stays, and so does what an editor holds while a plan changes the same thing.
 */
export async function forgetDraftOf(change: Change, drafts: Pick<Drafts, 'list' | 'remove'>): Promise<void> {
  const { accountId, domain, createdAt, planId } = change;
  if (planId !== null || !isDone(change)) return;
  const kind = familyOf(change.what.kind);
  const listed = await drafts.list(accountId);
  if (!listed.ok) return;
  const draft = listed.value.find((each) => each.domain === domain && each.kind === kind);
  if (draft !== undefined && draft.savedAt <= createdAt) await drafts.remove(accountId, domain, draft.kind);
}

const isDone = ({ state, settledAs }: Change): boolean =>
  state === 'confirmed' || state === 'applied' || (state === 'settled' && settledAs === 'applied');
