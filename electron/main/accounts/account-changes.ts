import type { AppError } from '#shared/app-error.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { AccountRecord, HiddenAccount } from '../workspace/first-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { AccountDraft, AccountEdit } from './account.ts';
import { checkDraft, checkLabel, freeLabel, isSameLogin, type ParseBaseUrl } from './account-draft.ts';
import type { AccountKeys } from './account-keys.ts';
import { labelsBeside, recordOf } from './account-store.ts';

/** What the changes need; each answers with the account's id, or fails and has changed nothing. */
export interface ChangeDeps {
  readonly store: Workspace['accounts'];
  readonly keys: AccountKeys;
  readonly parseBaseUrl: ParseBaseUrl;
  readonly newId: () => string;
  readonly now: () => Date;
}

export async function addAccount(deps: ChangeDeps, draft: AccountDraft): Promise<Result<string>> {
  const labels = await labelsBeside(deps.store, null);
  if (!labels.ok) return labels;
  const checked = checkDraft(draft, labels.value, deps.parseBaseUrl);
  if (!checked.ok) return checked;
  return put(deps, { ...checked.value, kind: 'reseller' });
}

export async function addPracticeAccount(deps: ChangeDeps): Promise<Result<string>> {
  const all = await deps.store.list({});
  if (!all.ok) return all;
  const there = all.value.find((account) => account.kind === 'practice');
  if (there !== undefined) return ok(there.id);
  const label = freeLabel(
    'Practice',
    all.value.map((account) => account.label),
  );
  // Where it listens and who enters it is known while it runs, and not before.
  return put(deps, { kind: 'practice', label, colour: 'amber', baseUrl: '', username: '' });
}

/** Stores a new account; the first one becomes the active one. */
async function put(
  { store, newId }: ChangeDeps,
  account: Omit<AccountRecord, 'id' | 'options' | 'key'>,
): Promise<Result<string>> {
  const id = newId();
  const saved = unlessInUse(await store.save({ ...account, id, options: defaultAccountOptions }));
  if (!saved.ok) return saved;
  const active = await store.active({});
  if (!active.ok) return active;
  const selected = active.value === null ? await store.select({ id }) : ok(null);
  return selected.ok ? ok(id) : selected;
}

export async function editAccount(deps: ChangeDeps, edit: AccountEdit): Promise<Result<string>> {
  const [record, labels] = [await recordOf(deps.store, edit.id), await labelsBeside(deps.store, edit.id)];
  if (!record.ok) return record;
  if (!labels.ok) return labels;
  const before = record.value;
  const checked =
    before.kind === 'practice'
      ? checkPractice(before, edit, labels.value)
      : checkDraft(edit, labels.value, deps.parseBaseUrl);
  if (!checked.ok) return checked;
  const { label, colour, baseUrl, username, options } = { ...checked.value, options: edit.options };
  const after = { id: edit.id, kind: before.kind, label, colour, baseUrl, username, options };
  const saved = isSameLogin(before, after)
    ? unlessInUse(await deps.store.save(after))
    : await saveOtherLogin(deps, before, after);
  return saved.ok ? ok(edit.id) : saved;
}

/**
 * Another login has no key yet, and is written down so before the key of the one before is forgotten: that is not forgotten for an
 * edit that is refused, and no end of the program in between sends it to the other server.
 */
async function saveOtherLogin(
  { store, keys }: ChangeDeps,
  before: AccountRecord,
  after: Omit<AccountRecord, 'key'>,
): Promise<Result<unknown>> {
  const saved = unlessInUse(await store.save({ ...after, key: { place: 'none', savedAt: null } }));
  if (!saved.ok) return saved;
  const forgotten = await keys.forget(before);
  if (!forgotten.ok) await store.save(before);
  return forgotten;
}

/** Of a practice account, the address and the user are the practice service's own. */
function checkPractice(
  { baseUrl, username }: AccountRecord,
  edit: AccountEdit,
  otherLabels: readonly string[],
): Result<AccountDraft> {
  const label = checkLabel(edit.label, otherLabels);
  return label.ok ? ok({ label: label.value, colour: edit.colour, baseUrl, username }) : label;
}

/** Hides the account until it is deleted for good. Its key stays where it is: the removal can be undone. */
export async function removeAccount({ store, now }: ChangeDeps, id: string): Promise<Result<unknown>> {
  const record = await recordOf(store, id);
  return record.ok ? unlessInUse(await store.hide({ id, at: now().toISOString() })) : record;
}

/** Under the label that it had, or under one that is free where another account has that by now. */
export async function restoreAccount({ store }: ChangeDeps, id: string): Promise<Result<string>> {
  const [hidden, labels] = [await hiddenOf(store, id), await labelsBeside(store, null)];
  if (!hidden.ok) return hidden;
  if (!labels.ok) return labels;
  const restored = await store.restore({ id, label: freeLabel(hidden.value.label, labels.value) });
  return restored.ok ? ok(id) : restored;
}

/** Deletes a removed account for good: its key first, for nobody could remove that later. */
export async function deleteAccount({ store, keys }: ChangeDeps, id: string): Promise<Result<unknown>> {
  const hidden = await hiddenOf(store, id);
  if (!hidden.ok) return hidden;
  const forgotten = await keys.forget(hidden.value);
  return forgotten.ok ? unlessInUse(await store.remove({ id })) : forgotten;
}

async function hiddenOf(store: ChangeDeps['store'], id: string): Promise<Result<HiddenAccount>> {
  const hidden = await store.hidden({});
  if (!hidden.ok) return hidden;
  const found = hidden.value.find((account) => account.id === id);
  return found === undefined ? fail({ kind: 'no-account' }) : ok(found);
}

type InUse = Extract<AppError, { readonly kind: 'account-in-use' }>;

/** Fails with: `account-in-use`. */
function unlessInUse(
  result: Result<{ readonly inUse: Omit<InUse, 'kind'> | null }>,
): Result<Record<string, never>> {
  if (!result.ok) return result;
  const { inUse } = result.value;
  return inUse === null ? ok({}) : fail(inUseError(inUse));
}

/** As people read it. */
export const inUseError = ({ domain, ...inUse }: Omit<InUse, 'kind'>): InUse => ({
  kind: 'account-in-use',
  ...inUse,
  domain: domain === null ? null : toUnicode(domain),
});
