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
import { flatResultOf, resultOf } from '../workspace/sqlite.ts';
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
  type KeyState,
  labelsBeside,
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
 * The user's accounts and their keys. Methods that take an id can also fail with `no-account`.
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
  const find = (id: string): Result<Account> => mapOk(recordOf(store, id), seen);
  const keyState = (id: string): Result<KeyState> =>
    mapOk(recordOf(store, id), (record) => keys.stateOf(record));

  /** Makes a change when the mutex is free; returns the account as it is afterwards. */
  const change = (work: () => Result<string> | Promise<Result<string>>): Promise<Result<Account>> =>
    inTurn(async () => {
      const id = await work();
      return id.ok ? find(id.value) : id;
    });
  const changeKey = (id: string, work: (record: AccountRecord) => Promise<Result<unknown>>) =>
    inTurn(async () => {
      const record = recordOf(store, id);
      if (!record.ok) return record;
      const done = await work(record.value);
      return done.ok ? keyState(id) : done;
    });

  return {
    list: () => ({ accounts: store.list().map(seen), activeId: store.active() }),
    find,
    add: (draft: AccountDraft) => change(() => addAccount(deps, draft)),
    addPractice: () => change(() => addPracticeAccount(deps)),
    edit: (edit: AccountEdit) => change(() => editAccount(deps, edit)),
    /** What would be deleted with the account, and what prevents its removal now. */
    contents: (id: string): Result<AccountContents> =>
      mapOk(recordOf(store, id), () => {
        const { inUse, ...counts } = store.contents({ id });
        return { ...counts, inUse: inUse === null ? null : inUseError(inUse) };
      }),
    remove: (id: string) => inTurn(() => removeAccount(deps, id)),
    restore: (id: string) => change(() => restoreAccount(deps, id)),
    /** The accounts that are removed and not deleted, the last removed one first. */
    removed: (): readonly RemovedAccount[] =>
      store.hidden().map(({ id, label, colour, removedAt }) => ({ id, label, colour, removedAt })),
    delete: (id: string) => inTurn(() => deleteAccount(deps, id)),
    select: (id: string) =>
      change(() =>
        mapOk(recordOf(store, id), () => {
          store.select({ id });
          return id;
        }),
      ),
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
     * Fails with: `no-account`, `no-key`, `keychain`, `storage`.
     */
    keyFor: (id: string, login: ServiceIdentity): Promise<Result<Secret>> =>
      flatResultOf(() => {
        const record = recordOf(store, id);
        if (!record.ok) return record;
        return record.value.kind === 'practice' || isSameLogin(record.value, login)
          ? keys.keyFor(record.value)
          : fail({ kind: 'no-key' });
      }),
  };
}

/** Dependencies of the changes. Each change returns the account's id, or fails and has changed nothing. */
interface ChangeDeps extends Given<'newId' | 'now'> {
  readonly store: Workspace['accounts'];
  readonly keys: AccountKeys;
  readonly parseBaseUrl: ParseBaseUrl;
}

/** Fails with: `invalid-input`. */
function addAccount(deps: ChangeDeps, draft: AccountDraft): Result<string> {
  const checked = checkDraft(draft, labelsBeside(deps.store, null), deps.parseBaseUrl);
  return checked.ok ? put(deps, { ...checked.value, kind: 'reseller' }) : checked;
}

/** Returns the existing one, if there is one. */
function addPracticeAccount(deps: ChangeDeps): Result<string> {
  const there = deps.store.list().find((account) => account.kind === 'practice');
  if (there !== undefined) return ok(there.id);
  const label = freeLabel('Practice', labelsBeside(deps.store, null));
  // The address and user of the practice service are only known while it runs.
  return put(deps, { kind: 'practice', label, colour: 'amber', baseUrl: '', username: '' });
}

/** Stores a new account; the first one becomes the active one. */
function put(
  { store, newId }: ChangeDeps,
  account: Omit<AccountRecord, 'id' | 'options' | 'key'>,
): Result<string> {
  const id = newId();
  const saved = unlessInUse(store.save({ ...account, id, options: defaultAccountOptions }));
  if (!saved.ok) return saved;
  if (store.active() === null) store.select({ id });
  return ok(id);
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
  const record = recordOf(deps.store, edit.id);
  if (!record.ok) return record;
  const labels = labelsBeside(deps.store, edit.id);
  const before = record.value;
  const checked =
    before.kind === 'practice'
      ? checkPractice(before, edit, labels)
      : checkDraft(edit, labels, deps.parseBaseUrl);
  if (!checked.ok) return checked;
  const { label, colour, baseUrl, username } = checked.value;
  const options = byPerson(before.options, edit.options);
  const after = { id: edit.id, kind: before.kind, label, colour, baseUrl, username, options };
  const save = edit.isSameService === true ? saveNewAddress : saveOtherLogin;
  const saved = isSameLogin(before, after)
    ? unlessInUse(deps.store.save(after))
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
  const saved = await flatResultOf(() => unlessInUse(store.save({ ...after, isSameService: true })));
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
  const saved = unlessInUse(store.save({ ...after, key: { place: 'none', savedAt: null } }));
  if (!saved.ok) return saved;
  const forgotten = await flatResultOf(() => keys.forget(before));
  if (forgotten.ok) store.endBatches({ id: before.id, at: now().toISOString() });
  else await resultOf(() => store.save(before));
  return forgotten;
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
function removeAccount({ store, now }: ChangeDeps, id: string): Result<unknown> {
  const record = recordOf(store, id);
  return record.ok ? unlessInUse(store.hide({ id, at: now().toISOString() })) : record;
}

/** Restores the account under its former label, or under a free one where another account has that by now. */
const restoreAccount = ({ store }: ChangeDeps, id: string): Result<string> =>
  mapOk(hiddenOf(store, id), ({ label }) => {
    store.restore({ id, label: freeLabel(label, labelsBeside(store, null)) });
    return id;
  });

/**
 * Deletes a removed account for good, with everything found with it: its key first, because it could not be removed later.
 *
 * Fails with: `keychain` (the key could not be removed, and nothing was deleted), `account-in-use`.
 */
async function deleteAccount({ store, keys }: ChangeDeps, id: string): Promise<Result<unknown>> {
  const hidden = hiddenOf(store, id);
  if (!hidden.ok) return hidden;
  const forgotten = await keys.forget(hidden.value);
  return forgotten.ok ? unlessInUse(store.remove({ id })) : forgotten;
}

function hiddenOf(store: ChangeDeps['store'], id: string): Result<HiddenAccount> {
  const found = store.hidden().find((account) => account.id === id);
  return found === undefined ? fail({ kind: 'no-account' }) : ok(found);
}

type InUse = Extract<AppError, { readonly kind: 'account-in-use' }>;

/** Fails with: `account-in-use`. */
const unlessInUse = ({
  inUse,
}: {
  readonly inUse: Omit<InUse, 'kind'> | null;
}): Result<Record<string, never>> => (inUse === null ? ok({}) : fail(inUseError(inUse)));

/** The error as shown, with the domain in Unicode. */
const inUseError = ({ domain, ...inUse }: Omit<InUse, 'kind'>): InUse => ({
  kind: 'account-in-use',
  ...inUse,
  domain: domain === null ? null : toUnicode(domain),
});
