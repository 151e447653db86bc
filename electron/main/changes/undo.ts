import { z } from 'zod';
import { contactsAsk } from '#shared/changes/contacts.ts';
import type { AskOf, ChangeAsk } from '#shared/changes/index.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { Result } from '#shared/result.ts';
import { mapOk, ok } from '#shared/result.ts';
import { jsonIn } from '../system/texts.ts';
import type { Undone } from '../workspace/batches/put-back.ts';
import type { Context } from './ledger.ts';
import { isSameValue, sameFieldsOf, valueIn } from './personal.ts';

/** What a change that is taken back had set, and what it replaced. */
export interface WayBack {
  /** Writes what was there before. */
  readonly ask: AskOf<'lock' | 'nameservers' | 'contacts'>;
  /** What the change set: only where the domain still has that, anything is put back. */
  readonly wasSet: ChangeAsk;
}

const previousContacts = z.object({ before: contactsAsk.shape.roles, set: contactsAsk.shape.roles });

const purposeFor = (changeId: string): string => `previous of change ${changeId}`;

/**
 * Keeps what a change of contacts replaces, encrypted: the fields that it changes, and no others, so that what somebody sets in
 * another field later is not written over. Where it cannot be kept, the change is sent all the same, and cannot be taken back.
 *
 * @param read What the domain has right before the change; null where that is not known.
 */
export async function keepPrevious(
  { journal, sealing, now }: Pick<Context, 'journal' | 'sealing' | 'now'>,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  ask: ChangeAsk,
  read: readonly ContactFields[] | null,
): Promise<void> {
  if (ask.kind !== 'contacts' || read === null) return;
  const set = ask.roles
    .map(({ name, fields }) => ({
      name,
      fields: fields.filter((field) => !isSameValue(valueIn(read, name, field.name), field.value)),
    }))
    .filter(({ fields }) => fields.length > 0);
  const sealed = await sealing.seal(JSON.stringify({ before: sameFieldsOf(set, read), set }), purposeFor(id));
  if (!sealed.ok) return;
  await journal.keepPrevious({ changeId: id, accountId, at: now().toISOString(), bytes: sealed.value });
}

/**
 * What takes a change back; null where what was there before is not known or no longer stored, and for kinds that cannot be taken
 * back. Fails with: `keychain`.
 */
export async function wayBackOf(
  { sealing }: Pick<Context, 'sealing'>,
  changeId: string,
  { what, before, sealed }: Undone,
): Promise<Result<WayBack | null>> {
  if (what.kind === 'lock') {
    const state = before?.lock ?? null;
    return ok(state === null ? null : { ask: { kind: 'lock', state }, wasSet: what });
  }
  if (what.kind === 'nameservers') {
    const nameservers = before?.nameservers ?? [];
    return ok(nameservers.length === 0 ? null : { ask: { kind: 'nameservers', nameservers }, wasSet: what });
  }
  if (what.kind !== 'contacts' || sealed === null) return ok(null);
  const opened = await sealing.open(new Uint8Array(sealed), purposeFor(changeId));
  return mapOk(opened, contactsBefore);
}

function contactsBefore(text: string | null): WayBack | null {
  const values = previousContacts.safeParse(jsonIn(text ?? ''));
  if (!values.success || values.data.set.length === 0) return null;
  const { before, set } = values.data;
  return { ask: { kind: 'contacts', roles: before }, wasSet: { kind: 'contacts', roles: set } };
}
