import { z } from 'zod';
import { type ChangeAsk, type ContactFields, registrationRoles } from '#shared/domain/change.ts';
import { changeAsk } from '#shared/ipc/change-schemas.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Context } from './context.ts';

type Kept = Pick<Context, 'journal' | 'sealing'>;

const purposeFor = (changeId: string): string => `change ${changeId}`;

const isPersonal = ({ kind }: ChangeAsk): boolean => kind === 'contacts' || kind === 'register';

/** What is personal of a change, encrypted; null where nothing is, or where the keychain cannot seal it now. */
export async function sealAsk(
  { sealing }: Kept,
  changeId: string,
  ask: ChangeAsk,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isPersonal(ask)) return null;
  const sealed = await sealing.seal(JSON.stringify(ask), purposeFor(changeId));
  return sealed.ok ? sealed.value : null;
}

/**
 * What was asked for, as it was sealed; null where it was not, or is gone.
 *
 * Fails with: `keychain`, `storage`.
 */
export async function openAsk(
  { journal, sealing }: Kept,
  changeId: string,
): Promise<Result<ChangeAsk | null>> {
  const sealed = await journal.sealed({ id: changeId });
  if (!sealed.ok || sealed.value === null) return sealed.ok ? ok(null) : sealed;
  const opened = await sealing.open(new Uint8Array(sealed.value), purposeFor(changeId));
  if (!opened.ok) return opened;
  const parsed = changeAsk.safeParse(asJson(opened.value ?? ''));
  return ok(parsed.success ? parsed.data : null);
}

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown; // Parsed by the schema of what was sealed.
  } catch {
    context.addIssue('No JSON');
    return z.NEVER;
  }
});
const asJson = (text: string): unknown => json.safeParse(text).data;

/** The contacts that a change sends, for the person who has to decide about it. */
export function personalRoles(ask: ChangeAsk | null): readonly ContactFields[] | null {
  if (ask?.kind === 'contacts') return ask.roles;
  if (ask?.kind !== 'register') return null;
  const roles = registrationRoles.flatMap((name): ContactFields[] => {
    const contact = ask.contacts[name];
    return contact === undefined ? [] : [{ name, fields: fieldsOf(contact) }];
  });
  const asked = fieldsOf(ask.domainFields);
  return asked.length === 0 ? roles : [...roles, { name: 'domainfields', fields: asked }];
}

const fieldsOf = (values: Readonly<Record<string, string>>): ContactFields['fields'] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
