import { aLabelsOf, parseQuery } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge, Input, Output } from '../../client.ts';
import { idle, type Remote } from '../../remote.ts';

export type Report = Output<'imports', 'readText'>;
export type ReadingChoices = Input<'imports', 'reread'>['choices'];
export type Generator = Input<'imports', 'count'>;
export type GeneratorCount = Output<'imports', 'count'>;
export type Estimate = Output<'sessions', 'estimate'>;

/** The source of names: a pasted, dropped or opened list, or the generator. */
export type NamesFrom = 'list' | 'generator';

/** Leaves all choices to automatic detection. */
export const noChoices: ReadingChoices = { column: null, hasHeader: null, encoding: null, sheet: null };

export interface NewState {
  readonly namesFrom: NamesFrom;
  /** The text field is not empty. Its text is not stored here. */
  readonly isTyped: boolean;
  /** Names from a file, or from a text too long for the text field; null where they come from the text field. */
  readonly card: 'file' | 'long-text' | null;
  /** The user's choices for reading the file or text. */
  readonly choices: ReadingChoices;
  /** Why the last source was refused; the one before stays. */
  readonly refusal: AppError | null;
  readonly report: Remote<Report>;
  /** The source of the report. */
  readonly reportOf: NamesFrom;
  readonly generator: Generator;
  readonly count: Remote<GeneratorCount>;
  /** As in the account's list, without leading dots, in the order chosen. */
  readonly tlds: readonly string[];
  /** Null until the user types a name: the proposed name is used. */
  readonly name: string | null;
  readonly outlook: Remote<Estimate>;
  readonly creating: boolean;
  readonly createError: AppError | null;
}

export interface NewDeps {
  readonly request: Pick<Bridge['request'], 'imports' | 'sessions'>;
  /** The id under which main stores the names until a session is created from them. */
  readonly draftId: string;
  /** The account shown on the form; null where there is none. */
  readonly accountId: () => string | null;
  /** Debounce time before the text is read. */
  readonly restMs: number;
  /** The initial text of the text field. */
  readonly beginning?: string;
  /** The TLDs that are chosen at first. */
  readonly tlds?: readonly string[];
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
  namesFrom: 'list',
  isTyped: false,
  card: null,
  choices: noChoices,
  refusal: null,
  report: idle,
  reportOf: 'list',
  generator: emptyGenerator,
  count: idle,
  tlds: [],
  name: null,
  outlook: idle,
  creating: false,
  createError: null,
};

/** The names for the session; null while they are not read, or were read from the other source. */
export const readyReport = ({ report, reportOf, namesFrom }: NewState): Report | null =>
  report.status === 'ready' && reportOf === namesFrom ? report.value : null;

export const isGeneratorEmpty = ({ words, secondWords, patterns, prefixes, suffixes }: Generator): boolean =>
  words.length + secondWords.length + patterns.length + prefixes.length + suffixes.length === 0;

/** Whether leaving would lose input. */
export const isEntered = (state: NewState): boolean =>
  state.isTyped || state.card !== null || !isGeneratorEmpty(state.generator);

/** The account's TLDs by their normalised form. */
export type Listed = ReadonlyMap<string, string>;

export const listedOf = (tlds: readonly string[]): Listed =>
  new Map(tlds.map((tld) => [keyOf(tld), bareTld(tld)]));

const keyOf = (tld: string): string => aLabelsOf(bareTld(tld));

/** `chosen` followed by `added`, each TLD once. */
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

/** The chosen TLDs that are not in the account's list. Empty where the list was not loaded, because it is not known then. */
export const unlisted = (chosen: readonly string[], listed: Listed): readonly string[] =>
  listed.size === 0 ? [] : chosen.filter((tld) => !listed.has(keyOf(tld)));

export interface TypedTlds {
  readonly tlds: readonly string[];
  /** Texts that cannot be a TLD, with the reason. */
  readonly misfits: readonly { readonly text: string; readonly reason: string }[];
}

const nothingKnown: ReadonlySet<string> = new Set();

/** Parses `.com, net  co.uk`. A TLD of the account's list is returned in the list's own form. */
export function typedTlds(text: string, listed: Listed): TypedTlds {
  const tlds: string[] = [];
  const misfits: { text: string; reason: string }[] = [];
  for (const part of text.split(/[\s,;|]+/).filter((one) => one !== '')) {
    const bare = bareTld(part.replace(/^\*/, '').replace(/\.$/, ''));
    // A TLD is valid if a name under it is.
    const read = parseQuery(`a.${bare}`, nothingKnown);
    if (!read.ok) misfits.push({ text: part, reason: read.error.reason });
    else if (/[/:@?#]/.test(bare) || bare === '') misfits.push({ text: part, reason: 'This is not a TLD' });
    else tlds.push(listed.get(keyOf(bare)) ?? keyOf(bare));
  }
  return { tlds: withTlds([], tlds), misfits };
}
