import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import {
  childDelete,
  childDeleteAsk,
  childModify,
  childModifyAsk,
  childRegister,
  childRegisterAsk,
} from './child-nameservers.ts';
import { contacts, contactsAsk, contactsWhat } from './contacts.ts';
import type { KindOfChange } from './kind.ts';
import { lock, lockAsk } from './lock.ts';
import { nameservers, nameserversAsk } from './nameservers.ts';
import { isCompared } from './parts.ts';
import { register, registerAsk, registerWhat } from './register.ts';
import { renew, renewAsk, renewWhat } from './renew.ts';
import { sync, syncAsk } from './sync.ts';

/** The kinds whose description is the request itself. */
const storedAsAsked = z.discriminatedUnion('kind', [
  lockAsk,
  nameserversAsk,
  childRegisterAsk,
  childModifyAsk,
  childDeleteAsk,
  syncAsk,
]);

/** The change that a person requests, with every value that is sent. Contains personal data: never stored in this form. */
export const changeAsk = z.discriminatedUnion('kind', [registerAsk, renewAsk, contactsAsk, storedAsAsked]);
export type ChangeAsk = TypeOf<typeof changeAsk>;
export type AskOf<K extends ChangeKind> = Extract<ChangeAsk, { readonly kind: K }>;

/** A change without personal data: this is what the journal stores. */
export const changeWhat = z.discriminatedUnion('kind', [
  registerWhat,
  renewWhat,
  contactsWhat,
  storedAsAsked,
]);
export type ChangeWhat = TypeOf<typeof changeWhat>;
export type ChangeKind = ChangeWhat['kind'];
export type WhatOf<K extends ChangeKind> = Extract<ChangeWhat, { readonly kind: K }>;

/** Everything that both sides know of each kind of change. */
export const kinds = {
  register,
  renew,
  contacts,
  lock,
  nameservers,
  'child-register': childRegister,
  'child-modify': childModify,
  'child-delete': childDelete,
  sync,
} as const satisfies { readonly [K in ChangeKind]: KindOfChange<WhatOf<K>, AskOf<K>> };

type Kinds = typeof kinds;

export type ChangeFamily = {
  [K in ChangeKind]: Kinds[K] extends { readonly family: infer F } ? F : K;
}[ChangeKind];

export type PaidKind = {
  [K in ChangeKind]: Kinds[K] extends { readonly isPaid: true } ? K : never;
}[ChangeKind];

/** The entry of a kind that is only known at run time. Only a request or description of that very kind may be given to it. */
export const kindOf = (kind: ChangeKind): KindOfChange<ChangeWhat, ChangeAsk> =>
  // Each entry takes a value of its own kind, as the registry's type proves; TypeScript cannot follow it here.
  kinds[kind] as KindOfChange<never, never> as KindOfChange<ChangeWhat, ChangeAsk>;

/** What a change does, in a few words: “Lock”, “Renew for 1 year”. */
export const changeTitle = (of: ChangeAsk | ChangeWhat): string => kindOf(of.kind).title(of);

export const verificationOf = (kind: ChangeKind) => kindOf(kind).verification;

/** The part that may differ from what a person saw before a change of this kind; undefined where nothing is compared. */
export const comparedPartOf = (kind: ChangeKind) => verificationOf(kind).before.find(isCompared);
