import { verificationOf } from '#shared/changes/verification.ts';
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
}

const years = (count: number): string => counted(count, 'year', 'years');

const lock: KindWords<'lock'> = {
  done: ({ state }) => `The registrar lock is ${state === 'locked' ? 'on' : 'off'}.`,
  undone: 'The registrar lock is as it was.',
  maybe: ({ state }) => `The registrar lock may be ${state === 'locked' ? 'on' : 'off'}, or as it was.`,
};

const nameservers: KindWords<'nameservers'> = {
  done: () => 'The nameservers are those that this change set.',
  undone: 'The nameservers are as they were.',
  maybe: () => 'The nameservers may be the new ones, or as they were.',
};

const contacts: KindWords<'contacts'> = {
  done: () => 'The contacts are as this change set them.',
  undone: 'The contacts are as they were.',
  maybe: () => 'The contacts may be the new ones, or as they were.',
};

const register: KindWords<'register'> = {
  done: ({ periodYears }) => `The name is registered by you for ${years(periodYears)}.`,
  undone: 'The name is not registered.',
  maybe: () => 'The name may be registered and paid, or not.',
};

const renew: KindWords<'renew'> = {
  done: ({ periodYears }) => `The name is renewed for ${years(periodYears)}.`,
  undone: 'The name is not renewed.',
  maybe: ({ periodYears }) => `The name may be renewed for ${years(periodYears)} and paid, or not.`,
};

const childNew: KindWords<'child-register'> = {
  done: ({ host, address }) => `${toUnicode(host)} is registered with ${address}.`,
  undone: 'The child nameserver is not registered.',
  maybe: ({ host, address }) => `${toUnicode(host)} may be registered with ${address}, or not.`,
};

const childModify: KindWords<'child-modify'> = {
  done: ({ host, newAddress }) => `${toUnicode(host)} has the address ${newAddress}.`,
  undone: 'The address is as it was.',
  maybe: ({ host, newAddress, currentAddress }) =>
    `${toUnicode(host)} may have the address ${newAddress}, or still ${currentAddress}.`,
};

const childDelete: KindWords<'child-delete'> = {
  done: ({ host }) => `${toUnicode(host)} is deleted.`,
  undone: 'The child nameserver is still there.',
  maybe: ({ host }) => `${toUnicode(host)} may be deleted, or still there.`,
};

const sync: KindWords<'sync'> = {
  done: () => 'The service has read the name anew at its registry.',
  undone: 'The service has not read the name anew.',
  maybe: () => 'The service may have read the name anew at its registry, or not.',
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

/** The words for one change; of what is read of it, those that stand beside the reads themselves. */
export interface WhatWords extends Pick<KindWords<ChangeKind>, 'undone'> {
  readonly done: string;
  readonly maybe: string;
  readonly isProvable: boolean;
  /** Whether anything at all is read to see whether it was done. */
  readonly isRead: boolean;
  readonly reads: string;
  readonly answerAlone: string;
  readonly elsewhere: string;
}

export function whatWords(what: ChangeWhat): WhatWords {
  // The entry of a kind takes what is of that kind: the table's type says so, and cannot be followed here.
  const entry = words[what.kind] as KindWords<ChangeKind>;
  const { done, maybe, undone } = entry as Omit<typeof entry, 'done' | 'maybe'> &
    Readonly<Record<'done' | 'maybe', (given: ChangeWhat) => string>>;
  const { isProvable, readBack, words: verified } = verificationOf(what.kind);
  const { reads, answerAlone, elsewhere } = verified;
  const isRead = readBack.length > 0;
  return { done: done(what), maybe: maybe(what), undone, isProvable, isRead, reads, answerAlone, elsewhere };
}
