import type { ContactFields } from '#shared/domain/change.ts';
import type { PersonalDigests } from '#shared/domain/change-entry.ts';
import { differingFields } from '../digests.ts';
import { judged, type Look, note, type ReadBackOf, type Subject } from './look.ts';

/** Reads the contacts and compares, digest by digest, the roles that were sent. Source: docs/decisions/0010. */
export const lookAtContacts = async (
  { past }: Pick<Subject<'contacts'>, 'past'>,
  reads: ReadBackOf<'contacts'>,
): Promise<Look> => judged(await reads.contacts(), (now) => judgeContacts(past.personal, now));

/** Evidence names fields; values are nobody's business here. */
function judgeContacts(personal: PersonalDigests | null, now: readonly ContactFields[]): Look {
  if (personal === null) return nothingToCompare;
  const { salt, roles, before } = personal;
  const differing = differingFields(salt, roles, now);
  if (differing.length === 0) {
    return { verdict: 'agrees', evidence: [note('Every field is as it was sent', 'for')], error: null };
  }
  const isAsBefore = before !== undefined && differingFields(salt, before, now).length === 0;
  const evidence = isAsBefore
    ? [note('Every field is as it was before', 'against')]
    : differing.slice(0, mostNotes).map((field) => note(`${field} is otherwise than it was sent`, 'against'));
  return { verdict: isAsBefore ? 'as-before' : 'differs', evidence, error: null };
}

const mostNotes = 50;

const nothingToCompare: Look = {
  verdict: 'no-proof',
  evidence: [note('What was sent is not known any more: nothing can be compared')],
  error: null,
};
