import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type Addons,
  type ChangeAsk,
  type RegistrationContact,
  type RegistrationField,
  registrationFields,
} from '#shared/domain/change.ts';
import type { Stores } from '../app-stores.ts';
import { hostsOf, isSendable, rowsOf } from '../domains/nameservers/host-rows.ts';
import { readForm as readRenewForm } from '../domains/page/RenewTab.tsx';
import { activeAccount } from '../shell/stores.ts';

interface RegisterState {
  /** Whose the names will be: of what they were found with, or the active one when they were typed. Null where there are none. */
  readonly accountId: string | null;
  /** One after the other, as A-labels; a name that was typed is a queue of one. */
  readonly names: readonly string[];
  /** The one that is looked at. */
  readonly at: number;
  /** What was typed last for a name of this queue: the next one of it begins with that. */
  readonly settings: Settings | null;
  /** What was typed last before: offered to a name that has nothing to do with it, never filled in unasked. */
  readonly offered: Settings | null;
}

export interface Settings {
  readonly form: RegisterForm;
  /** For which name it was typed. */
  readonly domain: string;
}

export interface RegisterStore extends StoreApi<RegisterState> {
  readonly actions: {
    /** The same names for the same account again leave one where one is. What was typed for another account does not go over. */
    readonly begin: (accountId: string, names: readonly string[]) => void;
    readonly goTo: (at: number) => void;
    readonly keepSettings: (domain: string, form: RegisterForm) => void;
    /** The form was emptied: so is the next one's. */
    readonly forgetSettings: () => void;
    /** No more names; the settings are offered to the next one. */
    readonly end: () => void;
    readonly forget: () => void;
  };
}

const nothing: RegisterState = { accountId: null, names: [], at: 0, settings: null, offered: null };

/** Which names are to be registered, and with which settings the next one begins. */
function createRegisterStore(): RegisterStore {
  const store = createStore<RegisterState>(() => nothing);
  const { getState: get, setState: set } = store;
  /** Other names: of other customers, perhaps. */
  const startWith = (names: readonly string[]): void => {
    const { settings, offered } = get();
    set({ names, at: 0, settings: null, offered: settings ?? offered });
  };
  return {
    ...store,
    actions: {
      begin(accountId, names) {
        const each = [...new Set(names)];
        const before = get();
        // Another account has other customers: what was typed for theirs is not offered either.
        if (accountId !== before.accountId) set({ ...nothing, accountId, names: each });
        else if (each.join(' ') !== before.names.join(' ')) startWith(each);
      },
      goTo: (at) => set({ at: Math.max(0, Math.min(at, get().names.length - 1)) }),
      keepSettings: (domain, form) => set({ settings: { form, domain } }),
      forgetSettings: () => set({ settings: null }),
      end: () => startWith([]),
      forget: () => set(nothing),
    },
  };
}

/**
 * Another account has other customers: where the header turns to one, what was begun for the one before is put away. What was begun
 * for a third one stays as it is.
 */
export function registerStoreOf({ accounts }: Pick<Stores, 'accounts'>): RegisterStore {
  const store = createRegisterStore();
  let before = activeAccount(accounts.getState())?.id;
  accounts.subscribe((state) => {
    const id = activeAccount(state)?.id;
    if (id === undefined || id === before) return;
    const { accountId } = store.getState();
    if (accountId === before || accountId === null) store.actions.forget();
    before = id;
  });
  return store;
}

export const currentName = ({ names, at }: RegisterState): string | null => names[at] ?? null;

/** The roles beside the registrant: sent as copies of it, or not at all. */
export const copiedRoles = ['admin', 'tech', 'billing'] as const;
export type CopiedRole = (typeof copiedRoles)[number];

export interface RegisterForm {
  readonly periodYears: number;
  /** As they are typed. */
  readonly nameservers: readonly string[];
  /** `fullname` is empty unless it was typed: it is made of first and last name then. */
  readonly registrant: RegistrationContact;
  readonly copies: readonly CopiedRole[];
  readonly addons: Addons;
  /** Empty: not sent. */
  readonly idnLanguage: string;
  readonly domainFields: readonly { readonly name: string; readonly value: string }[];
}

/** A contact of which nothing is known. */
export const emptyContact: RegistrationContact = contactWith({});

export const emptyForm: RegisterForm = {
  periodYears: 1,
  nameservers: rowsOf([], []),
  registrant: emptyContact,
  copies: copiedRoles,
  addons: {},
  idnLanguage: '',
  domainFields: [],
};

export function contactWith(values: Partial<Record<RegistrationField, string>>): RegistrationContact {
  // Made of the very list that the type is made of.
  return Object.fromEntries(
    registrationFields.map((name) => [name, values[name] ?? '']),
  ) as RegistrationContact;
}

/** What is sent as the whole name: as typed, else first and last name. */
export const fullNameOf = ({ fullname, firstname, lastname }: RegistrationContact): string =>
  fullname === '' ? [firstname, lastname].filter((part) => part !== '').join(' ') : fullname;

const isEmptyContact = (contact: RegistrationContact): boolean =>
  registrationFields.every((name) => contact[name].trim() === '');

/** Whether a field of this name stands before it: of two, one alone would be sent. */
export const isRepeated = (fields: RegisterForm['domainFields'], at: number): boolean =>
  fields.slice(0, at).some(({ name }) => name.trim() !== '' && name.trim() === fields[at]?.name.trim());

/** Whether all is there that cannot be left out. What is merely unusual is no hindrance. */
export const isWhole = ({ nameservers, registrant, domainFields }: RegisterForm): boolean =>
  isSendable(nameservers) &&
  !isEmptyContact(registrant) &&
  !domainFields.some((_, at) => isRepeated(domainFields, at));

/** What main is asked to prepare. */
export function askOf(form: RegisterForm): Extract<ChangeAsk, { readonly kind: 'register' }> {
  const registrant = { ...form.registrant, fullname: fullNameOf(form.registrant) };
  const copies = form.copies.map((role) => [role, registrant] as const);
  const named = form.domainFields.filter(({ name }) => name.trim() !== '');
  return {
    kind: 'register',
    periodYears: form.periodYears,
    nameservers: hostsOf(form.nameservers),
    contacts: { registrant, ...Object.fromEntries(copies) },
    addons: form.addons,
    idnLanguage: form.idnLanguage.trim() === '' ? null : form.idnLanguage.trim(),
    domainFields: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])),
  };
}

/** The settings of one name for the next: what a registry asks beyond the contacts goes along under the same TLD alone. */
export function settingsFor(domain: string, form: RegisterForm, before: string): RegisterForm {
  return tldOf(domain) === tldOf(before) ? form : { ...form, domainFields: [], idnLanguage: '' };
}

const tldOf = (domain: string): string => domain.slice(domain.indexOf('.') + 1);

/** A draft's form; null where it holds something else. */
export function readForm(body: unknown): RegisterForm | null {
  if (typeof body !== 'object' || body === null) return null;
  const form = { ...emptyForm, ...body };
  const isForm =
    readRenewForm(form) !== null &&
    isListOf(form.nameservers, isText) &&
    isRecord(form.registrant) &&
    registrationFields.every((name) => isText(form.registrant[name])) &&
    isListOf(form.copies, (role) => copiedRoles.some((known) => known === role)) &&
    isText(form.idnLanguage) &&
    isListOf(
      form.domainFields,
      (field) => isRecord(field) && isText(field['name']) && isText(field['value']),
    );
  return isForm ? form : null;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isListOf = (value: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is);
