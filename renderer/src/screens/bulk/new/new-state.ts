import type { AppError } from '#shared/app-error.ts';
import type { Bridge, Input, Output } from '#shared/ipc/types.ts';
import { idle, type Remote } from '../../../lib/remote.ts';

export type Report = Output<'intake', 'readText'>;
export type ReadingChoices = Input<'intake', 'reread'>['choices'];
export type Recipe = Input<'intake', 'count'>;
export type RecipeCount = Output<'intake', 'count'>;
export type Outlook = Output<'sessions', 'estimate'>;

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
  readonly recipe: Recipe;
  readonly count: Remote<RecipeCount>;
  /** As in the account's list, without leading dots, in the order in which they were chosen. */
  readonly tlds: readonly string[];
  /** Null until the user names it: the proposed name stands for it. */
  readonly name: string | null;
  readonly outlook: Remote<Outlook>;
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

export const emptyRecipe: Recipe = {
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
  recipe: emptyRecipe,
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

export const isRecipeEmpty = ({ words, secondWords, patterns, prefixes, suffixes }: Recipe): boolean =>
  words.length + secondWords.length + patterns.length + prefixes.length + suffixes.length === 0;

/** Whether something would be lost by leaving. */
export const isEntered = (state: NewState): boolean =>
  state.isTyped || state.card !== null || !isRecipeEmpty(state.recipe);
