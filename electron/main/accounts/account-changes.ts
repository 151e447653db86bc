import { defaultAccountOptions } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import type { AccountRecord } from '../workspace/first-records.ts';
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
  const saved = await store.save({ ...account, id, options: defaultAccountOptions });
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
  const after = { ...checked.value, options: edit.options };
  const forgotten = isSameLogin(before, after) ? ok(null) : await deps.keys.forget(before);
  if (!forgotten.ok) return forgotten;
  const { label, colour, baseUrl, username, options } = after;
  const saved = await deps.store.save({
    id: edit.id,
    kind: before.kind,
    label,
    colour,
    baseUrl,
    username,
    options,
  });
  return saved.ok ? ok(edit.id) : saved;
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

export async function removeAccount({ store, keys }: ChangeDeps, id: string): Promise<Result<unknown>> {
  const record = await recordOf(store, id);
  if (!record.ok) return record;
  const forgotten = await keys.forget(record.value);
  return forgotten.ok ? store.remove({ id }) : forgotten;
}
