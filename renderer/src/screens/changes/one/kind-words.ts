import type { ChangeKind, ChangeWhat } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { counted } from '../../../lib/format.ts';

type What<K extends ChangeKind> = Extract<ChangeWhat, { readonly kind: K }>;

interface KindWords<K extends ChangeKind> {
  /** As it is once the change is done. */
  readonly done: (what: What<K>) => string;
  /** As it is where the change was not done. */
  readonly undone: string;
  /** What both can be, while nobody knows. */
  readonly maybe: (what: What<K>) => string;
  /** What is read to see whether it was done. */
  readonly reads: string;
  /** Whether what is read can decide it. Source: security-reliability, "Read-back per operation of this API". */
  readonly isProvable: boolean;
  /** Where a person sees what became of it. */
  readonly elsewhere: string;
}

const years = (count: number): string => counted(count, 'year', 'years');

const onPages = (what: string): string => `Look at ${what} on your provider’s own pages`;

const lock: KindWords<'lock'> = {
  done: ({ state }) => `The registrar lock is ${state === 'locked' ? 'on' : 'off'}.`,
  undone: 'The registrar lock is as it was.',
  maybe: ({ state }) => `The registrar lock may be ${state === 'locked' ? 'on' : 'off'}, or as it was.`,
  reads: 'Reads the registrar lock and compares it with what was wanted.',
  isProvable: true,
  elsewhere: onPages('the registrar lock'),
};

const nameservers: KindWords<'nameservers'> = {
  done: () => 'The nameservers are those that this change set.',
  undone: 'The nameservers are as they were.',
  maybe: () => 'The nameservers may be the new ones, or as they were.',
  reads: 'Reads the nameservers and compares them with those that were wanted.',
  isProvable: true,
  elsewhere: onPages('the nameservers'),
};

const contacts: KindWords<'contacts'> = {
  done: () => 'The contacts are as this change set them.',
  undone: 'The contacts are as they were.',
  maybe: () => 'The contacts may be the new ones, or as they were.',
  reads: 'Reads the contacts and compares them field by field.',
  isProvable: true,
  elsewhere: onPages('the contacts'),
};

const register: KindWords<'register'> = {
  done: ({ periodYears }) => `The name is registered by you for ${years(periodYears)}.`,
  undone: 'The name is not registered.',
  maybe: () => 'The name may be registered and paid, or not.',
  reads: 'Looks the name up, then reads its lock and nameservers: they answer only where it is yours.',
  isProvable: true,
  elsewhere: onPages('your list of domains'),
};

const renew: KindWords<'renew'> = {
  done: ({ periodYears }) => `The name is renewed for ${years(periodYears)}.`,
  undone: 'The name is not renewed.',
  maybe: ({ periodYears }) => `The name may be renewed for ${years(periodYears)} and paid, or not.`,
  reads: 'Reads the credit, to stand beside what it was before. That is a hint and no proof.',
  isProvable: false,
  elsewhere: onPages('the day of expiry'),
};

const childNew: KindWords<'child-register'> = {
  done: ({ host, address }) => `${toUnicode(host)} is registered with ${address}.`,
  undone: 'The child nameserver is not registered.',
  maybe: ({ host, address }) => `${toUnicode(host)} may be registered with ${address}, or not.`,
  reads: 'The API has nothing to read child nameservers with.',
  isProvable: false,
  elsewhere: onPages('the child nameservers'),
};

const childModify: KindWords<'child-modify'> = {
  done: ({ host, newAddress }) => `${toUnicode(host)} has the address ${newAddress}.`,
  undone: 'The address is as it was.',
  maybe: ({ host, newAddress, currentAddress }) =>
    `${toUnicode(host)} may have the address ${newAddress}, or still ${currentAddress}.`,
  reads: childNew.reads,
  isProvable: false,
  elsewhere: childNew.elsewhere,
};

const childDelete: KindWords<'child-delete'> = {
  done: ({ host }) => `${toUnicode(host)} is deleted.`,
  undone: 'The child nameserver is still there.',
  maybe: ({ host }) => `${toUnicode(host)} may be deleted, or still there.`,
  reads: childNew.reads,
  isProvable: false,
  elsewhere: childNew.elsewhere,
};

const sync: KindWords<'sync'> = {
  done: () => 'The service has read the name anew at its registry.',
  undone: 'The service has not read the name anew.',
  maybe: () => 'The service may have read the name anew at its registry, or not.',
  reads: 'The API has nothing that tells whether a sync was done.',
  isProvable: false,
  elsewhere: onPages('the domain'),
};

const words: { readonly [K in ChangeKind]: KindWords<K> } = {
  register,
  renew,
  contacts,
  lock,
  nameservers,
  'child-register': childNew,
  'child-modify': childModify,
  'child-delete': childDelete,
  sync,
};

/** The words for one change. */
export interface WhatWords extends Pick<
  KindWords<ChangeKind>,
  'undone' | 'reads' | 'isProvable' | 'elsewhere'
> {
  readonly done: string;
  readonly maybe: string;
}

export function whatWords(what: ChangeWhat): WhatWords {
  // The entry of a kind takes what is of that kind: the table's type says so, and cannot be followed here.
  const entry = words[what.kind] as KindWords<ChangeKind>;
  const { done, maybe, ...rest } = entry as Omit<typeof entry, 'done' | 'maybe'> &
    Readonly<Record<'done' | 'maybe', (given: ChangeWhat) => string>>;
  return { ...rest, done: done(what), maybe: maybe(what) };
}
