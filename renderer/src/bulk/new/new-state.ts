import { aLabelsOf, parseQuery } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge, Input, Output } from '#shared/routes.ts';
import { idle, type Remote } from '../../bridge.ts';

export type Report = Output<'intake', 'readText'>;
export type ReadingChoices = Input<'intake', 'reread'>['choices'];
export type Generator = Input<'intake', 'count'>;
export type GeneratorCount = Output<'intake', 'count'>;
export type Estimate = Output<'sessions', 'estimate'>;

/** Where names come from: a list that is pasted, dropped or opened; or words that they are made of. */
export type Way = 'list' | 'recipe';

/** Leaves all choices to the program. */
export const noChoices: ReadingChoices = { column: null, hasHeader: null, encoding: null, sheet: null };

export interface NewState {
  readonly way: Way;
  /** Something stands in the text field. Its text itself is left where it is. */
  readonly isTyped: boolean;
  /** Names from a file, or from a text too long for the text field; null where they come from the text field. */
  readonly card: 'file' | 'long-text' | null;
  /** How the user wants the file or the text read. */
  readonly choices: ReadingChoices;
  /** Why what came last was not taken; what was there before stays. */
  readonly refusal: AppError | null;
  readonly report: Remote<Report>;
  /** The way by which the report came. */
  readonly reportOf: Way;
  readonly recipe: Generator;
  readonly count: Remote<GeneratorCount>;
  /** As in the account's list, without leading dots, in the order in which they were chosen. */
  readonly tlds: readonly string[];
  /** Null until the user names it: the proposed name stands for it. */
  readonly name: string | null;
  readonly outlook: Remote<Estimate>;
  readonly creating: boolean;
  readonly createError: AppError | null;
}

export interface NewDeps {
  readonly request: Pick<Bridge['request'], 'intake' | 'sessions'>;
  /** Under which main keeps the names until a session is made of them. */
  readonly draftId: string;
  /** Of the account whose name stands on the form; null where there is none. */
  readonly accountId: () => string | null;
  /** How long the typing must rest before it is read. */
  readonly restMs: number;
  /** What stands in the text field at first. */
  readonly beginning?: string;
}

const emptyGenerator: Generator = {
  prefixes: [],
  words: [],
  suffixes: [],
  secondWords: [],
  joiners: [''],
  withoutPrefix: false,
  withoutSuffix: false,
  patterns: [],
};

export const initialState: NewState = {
  way: 'list',
  isTyped: false,
  card: null,
  choices: noChoices,
  refusal: null,
  report: idle,
  reportOf: 'list',
  recipe: emptyGenerator,
  count: idle,
  tlds: [],
  name: null,
  outlook: idle,
  creating: false,
  createError: null,
};

/** The names that a session would be made of; null while they are not read, or were read by the other way. */
export const readyReport = ({ report, reportOf, way }: NewState): Report | null =>
  report.status === 'ready' && reportOf === way ? report.value : null;

export const isGeneratorEmpty = ({ words, secondWords, patterns, prefixes, suffixes }: Generator): boolean =>
  words.length + secondWords.length + patterns.length + prefixes.length + suffixes.length === 0;

/** Whether something would be lost by leaving. */
export const isEntered = (state: NewState): boolean =>
  state.isTyped || state.card !== null || !isGeneratorEmpty(state.recipe);

/** The account's TLDs by their one comparable form. */
export type Listed = ReadonlyMap<string, string>;

export const listedOf = (tlds: readonly string[]): Listed =>
  new Map(tlds.map((tld) => [keyOf(tld), bareTld(tld)]));

const keyOf = (tld: string): string => aLabelsOf(bareTld(tld));

/** `chosen` with `added` behind it, each TLD once. */
export function withTlds(chosen: readonly string[], added: readonly string[]): readonly string[] {
  const all = new Map(chosen.map((tld) => [keyOf(tld), tld]));
  for (const tld of added.map(bareTld)) if (!all.has(keyOf(tld))) all.set(keyOf(tld), tld);
  return [...all.values()];
}

export function withoutTlds(chosen: readonly string[], removed: readonly string[]): readonly string[] {
  const gone = new Set(removed.map(keyOf));
  return chosen.filter((tld) => !gone.has(keyOf(tld)));
}

export function hasAll(chosen: readonly string[], tlds: readonly string[]): boolean {
  const keys = new Set(chosen.map(keyOf));
  return tlds.length > 0 && tlds.every((tld) => keys.has(keyOf(tld)));
}

/** The chosen TLDs that the account's list does not have. None where the list was not read: nobody knows then. */
export const unlisted = (chosen: readonly string[], listed: Listed): readonly string[] =>
  listed.size === 0 ? [] : chosen.filter((tld) => !listed.has(keyOf(tld)));

export interface TypedTlds {
  readonly tlds: readonly string[];
  /** What cannot be a TLD, and why. */
  readonly misfits: readonly { readonly text: string; readonly reason: string }[];
}

const nothingKnown: ReadonlySet<string> = new Set();

/** Reads `.com, net  co.uk`. A TLD of the account's list is taken in the list's own form. */
export function typedTlds(text: string, listed: Listed): TypedTlds {
  const tlds: string[] = [];
  const misfits: { text: string; reason: string }[] = [];
  for (const part of text.split(/[\s,;|]+/).filter((one) => one !== '')) {
    const bare = bareTld(part.replace(/^\*/, '').replace(/\.$/, ''));
    // A TLD is fit where a name under it is.
    const read = parseQuery(`a.${bare}`, nothingKnown);
    if (!read.ok) misfits.push({ text: part, reason: read.error.reason });
    else if (/[/:@?#]/.test(bare) || bare === '') misfits.push({ text: part, reason: 'This is not a TLD' });
    else tlds.push(listed.get(keyOf(bare)) ?? keyOf(bare));
  }
  return { tlds: withTlds([], tlds), misfits };
}
