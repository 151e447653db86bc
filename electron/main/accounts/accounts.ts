import { isDeepStrictEqual } from 'node:util';
import {
  type AccountOptions,
  defaultAccountOptions,
  isSameLogin,
  type ServiceIdentity,
} from '#shared/domain/account.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { createMutex } from '../system/queue.ts';
import type { Secret } from '../system/secret.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  type Account,
  type AccountContents,
  type AccountDraft,
  type AccountEdit,
  checkDraft,
  checkLabel,
  freeLabel,
  type KeyPlace,
  labelsBeside,
  listAccounts,
  type ParseBaseUrl,
  type PracticeCredentials,
  recordOf,
  type RemovedAccount,
} from './account.ts';
import type { AccountKeys } from './vault.ts';
import type { AccountRecord, HiddenAccount } from '../workspace/repositories/accounts.ts';
import type { Given } from '../system/timing.ts';

interface AccountsDeps extends ChangeDeps {
  /** Null while the practice service does not run. */
  readonly practice: () => PracticeCredentials | null;
}

/**
 * The user's accounts and their keys. Every method can also fail with `storage`; those that take an id, with
 * `no-account`.
 */
export type Accounts = ReturnType<typeof createAccounts>;

/** Changes are serialised, so that none is based on a state that another is changing. */
export function createAccounts(deps: AccountsDeps) {
  const { store, keys } = deps;
  const inTurn = createMutex();

  const seen = (record: AccountRecord): Account => {
    const { baseUrl, username } = (record.kind === 'practice' ? deps.practice() : null) ?? record;
    return { ...record, baseUrl, username, key: keys.stateOf(record) };
  };
  const withRecord = async <T>(
    id: string,
    work: (record: AccountRecord) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const record = await recordOf(store, id);
    return record.ok ? work(record.value) : record;
  };
  const find = (id: string) => withRecord(id, (record) => ok(seen(record)));
  const keyState = (id: string) => withRecord(id, (record) => ok(keys.stateOf(record)));

  /** Makes a change when the mutex is free; returns the account as it is afterwards. */
  const change = (work: () => Promise<Result<string>>): Promise<Result<Account>> =>
    inTurn(async () => {
      const id = await work();
      return id.ok ? find(id.value) : id;
    });
  const changeKey = (id: string, work: (record: AccountRecord) => Promise<Result<unknown>>) =>
    inTurn(async () => {
      const done = await withRecord(id, work);
      return done.ok ? keyState(id) : done;
    });

  return {
    list: () => listAccounts(store, seen),
    find,
    add: (draft: AccountDraft) => change(() => addAccount(deps, draft)),
    addPractice: () => change(() => addPracticeAccount(deps)),
    edit: (edit: AccountEdit) => change(() => editAccount(deps, edit)),
    /** What would be deleted with the account, and what prevents its removal now. */
    contents: async (id: string): Promise<Result<AccountContents>> =>
      mapOk(await withRecord(id, () => store.contents({ id })), ({ inUse, ...counts }) => ({
        ...counts,
        inUse: inUse === null ? null : inUseError(inUse),
      })),
    remove: (id: string) => inTurn(() => removeAccount(deps, id)),
    restore: (id: string) => change(() => restoreAccount(deps, id)),
    /** The accounts that are removed and not deleted, the last removed one first. */
    removed: async (): Promise<Result<readonly RemovedAccount[]>> =>
      mapOk(await store.hidden(), (hidden) =>
        hidden.map(({ id, label, colour, removedAt }) => ({ id, label, colour, removedAt })),
      ),
    delete: (id: string) => inTurn(() => deleteAccount(deps, id)),
    select: (id: string) =>
      change(async () => mapOk(await withRecord(id, () => store.select({ id })), () => id)),
    keyState,
    /**
     * @param login The one that the key was tried at, where it was: an account that was edited meanwhile does not get it.
     * Fails with: `keychain`, `invalid-input`, `changed-since`; then the former key is still stored.
     */
    saveKey: (id: string, key: Secret, place: KeyPlace, login?: ServiceIdentity) =>
      changeKey(id, async (record) =>
        login === undefined || isSameLogin(record, login)
          ? await keys.save(record, key, place)
          : fail({ kind: 'changed-since', what: 'login' }),
      ),
    /** Fails with: `keychain`; then the key may still be stored. */
    forgetKey: (id: string) => changeKey(id, keys.forget),
    useTemporaryKey: keys.useTemporary,
    keysLent: keys.lent,
    /**
     * For the API client alone. `login`: the one that it signs for; an account that was edited meanwhile has no key for it (G7).
     * Fails with: `no-key`, `keychain`.
     */
    keyFor: (id: string, login: ServiceIdentity) =>
      withRecord(id, (record) =>
        record.kind === 'practice' || isSameLogin(record, login)
          ? keys.keyFor(record)
          : fail({ kind: 'no-key' }),
      ),
  };
}

/** Dependencies of the changes. Each change returns the account's id, or fails and has changed nothing. */
interface ChangeDeps extends Given<'newId' | 'now'> {
  readonly store: Workspace['accounts'];
  readonly keys: AccountKeys;
  readonly parseBaseUrl: ParseBaseUrl;
}

/** Fails with: `invalid-input`. */
async function addAccount(deps: ChangeDeps, draft: AccountDraft): Promise<Result<string>> {
  const labels = await labelsBeside(deps.store, null);
  if (!labels.ok) return labels;
  const checked = checkDraft(draft, labels.value, deps.parseBaseUrl);
  if (!checked.ok) return checked;
  return put(deps, { ...checked.value, kind: 'reseller' });
}

/** Returns the existing one, if there is one. */
async function addPracticeAccount(deps: ChangeDeps): Promise<Result<string>> {
  const all = await deps.store.list();
  if (!all.ok) return all;
  const there = all.value.find((account) => account.kind === 'practice');
  if (there !== undefined) return ok(there.id);
  const label = freeLabel(
    'Practice',
    all.value.map((account) => account.label),
  );
  // The address and user of the practice service are only known while it runs.
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
  const active = await store.active();
  if (!active.ok) return active;
  const selected = active.value === null ? await store.select({ id }) : ok(null);
  return selected.ok ? ok(id) : selected;
}

/**
 * Another server or another user is another login (G4). Where a person says that it is the same service at a new address, key and guards
 * are carried over to it. Otherwise the stored key is forgotten, a key has to be entered again, and the account's batches end. Of a practice
 * account, only label, colour and options change.
 *
 * Fails with: `invalid-input`, `keychain` (the old key could not be removed, and nothing was changed),
 * `account-in-use` (the address or user would change while something of the account is open).
 */
async function editAccount(deps: ChangeDeps, edit: AccountEdit): Promise<Result<string>> {
  const [record, labels] = [await recordOf(deps.store, edit.id), await labelsBeside(deps.store, edit.id)];
  if (!record.ok) return record;
  if (!labels.ok) return labels;
  const before = record.value;
  const checked =
    before.kind === 'practice'
      ? checkPractice(before, edit, labels.value)
      : checkDraft(edit, labels.value, deps.parseBaseUrl);
  if (!checked.ok) return checked;
  const { label, colour, baseUrl, username } = checked.value;
  const options = byPerson(before.options, edit.options);
  const after = { id: edit.id, kind: before.kind, label, colour, baseUrl, username, options };
  const save = edit.isSameService === true ? saveNewAddress : saveOtherLogin;
  const saved = isSameLogin(before, after)
    ? unlessInUse(await deps.store.save(after))
    : await save(deps, before, after);
  return saved.ok ? ok(edit.id) : saved;
}

/** Limits that a person changes are the account's own from then on, whichever account they were kept from (H15). */
function byPerson(before: AccountOptions, { limitsKept, ...after }: AccountOptions): AccountOptions {
  const isKept = limitsKept === true && isDeepStrictEqual(before.limits, after.limits);
  return isKept ? { ...after, limitsKept: true } : after;
}

/**
 * Saves the same login under a new address or user. The key is carried over first: in between, it is given to neither. The
 * journal learns that both are one, so that guards, limits and history see them so.
 */
async function saveNewAddress(
  { store, keys }: ChangeDeps,
  before: AccountRecord,
  after: Omit<AccountRecord, 'key'>,
): Promise<Result<unknown>> {
  const carried = await keys.carryOver(before, after);
  if (!carried.ok) return carried;
  const saved = unlessInUse(await store.save({ ...after, isSameService: true }));
  if (!saved.ok) await keys.carryOver({ ...before, ...loginOf(after) }, loginOf(before));
  return saved;
}

const loginOf = ({ baseUrl, username }: ServiceIdentity): ServiceIdentity => ({ baseUrl, username });

/**
 * Saves an edit that changes the login. The account is stored as having no key before the former key is deleted: a
 * rejected edit does not delete it, and if the program ends in between, the key is not sent to the new server.
 */
async function saveOtherLogin(
  { store, keys, now }: ChangeDeps,
  before: AccountRecord,
  after: Omit<AccountRecord, 'key'>,
): Promise<Result<unknown>> {
  const saved = unlessInUse(await store.save({ ...after, key: { place: 'none', savedAt: null } }));
  if (!saved.ok) return saved;
  const forgotten = await keys.forget(before);
  if (!forgotten.ok) {
    await store.save(before);
    return forgotten;
  }
  return await store.endBatches({ id: before.id, at: now().toISOString() });
}

/** Checks an edit of a practice account, whose address and user are the practice service's own. */
function checkPractice(
  { baseUrl, username }: AccountRecord,
  edit: AccountEdit,
  otherLabels: readonly string[],
): Result<AccountDraft> {
  const label = checkLabel(edit.label, otherLabels);
  return label.ok ? ok({ label: label.value, colour: edit.colour, baseUrl, username }) : label;
}

/**
 * Hides the account and everything that belongs to it until it is deleted for good or restored: nothing can be asked or sent with it, and
 * its label is free. Its key is kept. If it was the active account, none is active then: the next call must not silently use another account.
 *
 * Fails with: `account-in-use`.
 */
async function removeAccount({ store, now }: ChangeDeps, id: string): Promise<Result<unknown>> {
  const record = await recordOf(store, id);
  return record.ok ? unlessInUse(await store.hide({ id, at: now().toISOString() })) : record;
}

/** Restores the account under its former label, or under a free one where another account has that by now. */
async function restoreAccount({ store }: ChangeDeps, id: string): Promise<Result<string>> {
  const [hidden, labels] = [await hiddenOf(store, id), await labelsBeside(store, null)];
  if (!hidden.ok) return hidden;
  if (!labels.ok) return labels;
  const restored = await store.restore({ id, label: freeLabel(hidden.value.label, labels.value) });
  return restored.ok ? ok(id) : restored;
}

/**
 * Deletes a removed account for good, with everything found with it: its key first, because it could not be removed later.
 *
 * Fails with: `keychain` (the key could not be removed, and nothing was deleted), `account-in-use`.
 */
async function deleteAccount({ store, keys }: ChangeDeps, id: string): Promise<Result<unknown>> {
  const hidden = await hiddenOf(store, id);
  if (!hidden.ok) return hidden;
  const forgotten = await keys.forget(hidden.value);
  return forgotten.ok ? unlessInUse(await store.remove({ id })) : forgotten;
}

async function hiddenOf(store: ChangeDeps['store'], id: string): Promise<Result<HiddenAccount>> {
  const hidden = await store.hidden();
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

/** The error as shown, with the domain in Unicode. */
const inUseError = ({ domain, ...inUse }: Omit<InUse, 'kind'>): InUse => ({
  kind: 'account-in-use',
  ...inUse,
  domain: domain === null ? null : toUnicode(domain),
});
