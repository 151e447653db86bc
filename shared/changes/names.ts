import { type ChangeFamily, type ChangeKind, kindOf, kinds, type PaidKind } from './index.ts';
import { readPartWords as words } from './parts.ts';

// In the application's bundles this module is replaced by its own values (electron.vite.config.ts): the page and the start of
// main know the names without loading the schemas.

/** Kinds of changes at the service: one for each of its writing operations. */
// The names of a constant object are the names of its type.
export const changeKinds = Object.keys(kinds) as readonly ChangeKind[];

/** A domain has at most one open change of a family: the next one waits until the outcome of the first is known. */
export const familyByKind = Object.fromEntries(
  changeKinds.map((kind) => [kind, kindOf(kind).family ?? kind]),
) as Readonly<Record<ChangeKind, ChangeFamily>>; // As `ChangeFamily` is made of the same members.

export const paidKinds = changeKinds.filter((kind): kind is PaidKind => kindOf(kind).isPaid === true);

/** “A renewal”, for sentences about a change of which only the kind is known. */
export const nounByKind: Readonly<Record<string, string>> = Object.fromEntries(
  changeKinds.map((kind) => [kind, kindOf(kind).noun]),
);

export const readPartWords = words;
