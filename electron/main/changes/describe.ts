import type { ChangedPart } from '#shared/app-error.ts';
import type { BeforeState, ChangeKind } from '#shared/domain/change.ts';
import { plainHosts } from './hosts.ts';

/**
 * The present state that a change of `kind` depends on, as a text to be compared with a later one: equal where nothing
 * that matters has changed, empty where nothing can be read. Nothing personal is in it, so contacts are not.
 */
export function presentText(kind: ChangeKind, present: Omit<BeforeState, 'readAt'>): string {
  if (kind === 'lock') return present.lock ?? '';
  if (kind === 'nameservers') return plainHosts(present.nameservers ?? []).join(', ');
  return kind === 'register' ? (present.finding ?? '') : '';
}

/** What is otherwise where two texts of {@link presentText} are not the same. */
export const partOf = (kind: ChangeKind): ChangedPart => parts[kind] ?? 'review';

const parts: Readonly<Partial<Record<ChangeKind, ChangedPart>>> = {
  lock: 'lock',
  nameservers: 'nameservers',
  contacts: 'contacts',
  register: 'finding',
};
