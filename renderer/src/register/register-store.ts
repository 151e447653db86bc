import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import type { ChangeAsk } from '#shared/changes/index.ts';
import {
  type RegistrationContact,
  type RegistrationField,
  registrationFields,
} from '#shared/changes/register.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { Stores } from '../app-stores.ts';
import { hostsOf, isSendable } from '../domains/nameservers/host-rows.ts';
import { orderParts } from '../changes/kinds/renew.tsx';
import { onAnotherAccount } from '../shell/stores.ts';
import { readAs } from '../ui/stored-view.ts';

interface RegisterState {
  /** The account for the names: of the lookup that found them, or the active one when they were typed. Null where there are none. */
  readonly accountId: string | null;
  /** One after the other, as A-labels; a typed name is a queue of one. */
  readonly names: readonly string[];
  /** The index of the present name. */
  readonly at: number;
  /** Several names are ordered as one batch, until a person wants to go through them one by one. */
  readonly isTogether: boolean;
  /** The last settings typed for a name of this queue: the start values of the next one. */
  readonly settings: Settings | null;
  /** The last settings before this queue: offered for an unrelated name, filled in only when the user asks. */
  readonly offered: Settings | null;
  /** A person wanted this queue to begin with an empty form in place of the account's defaults. */
  readonly isWithoutDefaults: boolean;
}

export interface Settings {
  readonly form: RegisterForm;
  /** The name for which they were typed. */
  readonly domain: string;
}

export type RegisterStore = ReturnType<typeof createRegisterStore>;

const nothing: RegisterState = {
  accountId: null,
  names: [],
  at: 0,
  isTogether: true,
  settings: null,
  offered: null,
  isWithoutDefaults: false,
};

/** The names to register, and the settings that the next one starts with. */
function createRegisterStore() {
  const store = createStore<RegisterState>(() => nothing);
  const { getState: get, setState: set } = store;
  /** A new queue: its names may belong to another customer. */
  const startWith = (names: readonly string[]): void => {
    const { settings, offered } = get();
    set({ ...nothing, accountId: get().accountId, names, offered: settings ?? offered });
  };
  return {
    ...store,
    actions: {
      /**
       * Starts a queue. The same names for the same account keep the present position. Settings typed for another account are not
       * carried over.
       */
      begin: (accountId: string, names: readonly string[]): void => {
        const each = [...new Set(names)];
        const before = get();
        // Another account has other customers, so settings typed for them are not even offered.
        if (accountId !== before.accountId) set({ ...nothing, accountId, names: each });
        else if (each.join(' ') !== before.names.join(' ')) startWith(each);
      },
      orderTogether: (isTogether: boolean) => set({ isTogether, at: 0 }),
      /** Leaves a name out of what is ordered. */
      drop: (domain: string): void => {
        const { names, at } = get();
        const left = names.filter((name) => name !== domain);
        set({ names: left, at: Math.min(at, Math.max(0, left.length - 1)) });
      },
      goTo: (at: number) => set({ at: Math.max(0, Math.min(at, get().names.length - 1)) }),
      keepSettings: (domain: string, form: RegisterForm) => set({ settings: { form, domain } }),
      /** The form was cleared, so the next one starts empty. */
      forgetSettings: () => set({ settings: null }),
      forgetOffered: () => set({ offered: null }),
      /** Begins with the account's defaults, or without them. */
      wantDefaults: (isWanted: boolean) => set({ isWithoutDefaults: !isWanted }),
      /** Ends the queue; the settings are offered for the next one. */
      end: () => startWith([]),
      forget: () => set(nothing),
    },
  };
}

/**
 * The queue's store. When the active account changes, a queue of the previous account is dropped, because another account has
 * other customers. A queue of a third account stays.
 */
export function registerStoreOf({ accounts }: Pick<Stores, 'accounts'>): RegisterStore {
  const store = createRegisterStore();
  onAnotherAccount(accounts, (before) => {
    const { accountId } = store.getState();
    if (accountId === before || accountId === null) store.actions.forget();
  });
  return store;
}

export const currentName = ({ names, at }: RegisterState): string | null => names[at] ?? null;

/** The roles besides the registrant: sent as copies of it, or not at all. */
export const copiedRoles = ['admin', 'tech', 'billing'] as const;
export type CopiedRole = (typeof copiedRoles)[number];

const form = z.object({
  ...orderParts,
  periodYears: z._default(orderParts.periodYears, 1),
  /** As typed. */
  nameservers: z._default(z.array(z.string()), []),
  /** `fullname` is empty unless it was typed: it is then made of first and last name. */
  registrant: z._default(z.record(z.enum(registrationFields), z.string()), contactWith({})),
  copies: z._default(z.array(z.enum(copiedRoles)), [...copiedRoles]),
  /** Empty: not sent. */
  idnLanguage: z._default(z.string(), ''),
  domainFields: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
  /** Whose the domain will be; empty: nobody's that is known. Not sent. */
  client: z._default(z.string(), ''),
});

type Form = z.infer<typeof form>;

export type RegisterForm = {
  readonly [M in keyof Form]: Form[M] extends readonly (infer E)[] ? readonly E[] : Form[M];
};

export const emptyForm: RegisterForm = form.parse({});

/** Reads a draft; null where it has another shape. */
export const readForm = readAs<RegisterForm>(form);

/** Reads what was ordered last; null where it has another shape. */
export const readSettings = readAs<Settings>(z.object({ form, domain: z.string() }));

export function contactWith(values: Partial<Record<RegistrationField, string>>): RegistrationContact {
  // Built from the same list as the type.
  return Object.fromEntries(
    registrationFields.map((name) => [name, values[name] ?? '']),
  ) as RegistrationContact;
}

/** The full name to send: as typed, else first and last name. */
export const fullNameOf = ({ fullname, firstname, lastname }: RegistrationContact): string =>
  fullname === '' ? [firstname, lastname].filter((part) => part !== '').join(' ') : fullname;

export const isEmptyContact = (contact: RegistrationContact): boolean =>
  registrationFields.every((name) => contact[name].trim() === '');

/** Whether an earlier field has the same name: only one of them would be sent. */
export const isRepeated = (fields: RegisterForm['domainFields'], at: number): boolean =>
  fields.slice(0, at).some(({ name }) => name.trim() !== '' && name.trim() === fields[at]?.name.trim());

/** Whether all required values are there. Unusual values do not block. */
export const isWhole = ({ nameservers, registrant, domainFields }: RegisterForm): boolean =>
  isSendable(nameservers) &&
  !isEmptyContact(registrant) &&
  !domainFields.some((_, at) => isRepeated(domainFields, at));

/** The ask that main prepares. */
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
    ...(form.client === '' ? {} : { client: form.client }),
  };
}

/** One name's settings for the next: registry-specific fields are carried over only under the same TLD. */
export function settingsFor(domain: string, form: RegisterForm, before: string): RegisterForm {
  return tldOf(domain) === tldOf(before) ? form : { ...form, domainFields: [], idnLanguage: '' };
}
