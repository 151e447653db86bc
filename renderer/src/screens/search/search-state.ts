import type { AppError } from '#shared/app-error.ts';
import type { NameProblem } from '#shared/domain/domain-name.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import type { Names } from '../../lib/names.ts';
import type { FindingDetails, SearchFailure } from '../../lib/nouns.ts';
import { idle, type Remote } from '../../lib/remote.ts';
import type { Question } from './question.ts';
import type { Rows } from './rows.ts';

export interface SearchDeps {
  readonly request: Pick<Bridge['request'], 'search'>;
  readonly on: Pick<Bridge['on'], 'search.findings' | 'search.finished' | 'search.requested'>;
  readonly loadNames: () => Promise<Names>;
  /** Of the account whose name stands in the header; null while it is not known. */
  readonly accountId: () => string | null;
  readonly newId: () => string;
  /** How long the typing must rest before the local store is asked. */
  readonly restMs: number;
  /** How long the service may be quiet before the screen says so. */
  readonly slowAfterMs: number;
}

/** One asking of the service, from its start to its end. */
export interface Run {
  readonly searchId: string;
  readonly domains: ReadonlySet<string>;
  /** It has been quiet for so long that the screen says so. */
  readonly slow: boolean;
}

export interface SearchState {
  readonly text: string;
  /** Null until the tables of characters are loaded. */
  readonly names: Names | null;
  readonly tlds: readonly string[];
  readonly knownTlds: readonly string[];
  readonly question: Question | null;
  /** Why the text is no name; only while there is a text. */
  readonly problem: NameProblem | null;
  /** Whether the local store has answered for this question. */
  readonly knownRead: boolean;
  readonly knownError: AppError | null;
  readonly rows: Rows;
  readonly order: readonly string[];
  /** The user is in the list: rows stay where they are until sorted on purpose. */
  readonly held: boolean;
  readonly runs: readonly Run[];
  readonly failures: readonly SearchFailure[];
  readonly filter: FindingKind | null;
  readonly cursor: string | null;
  /** The domain whose details are open. */
  readonly open: string | null;
  readonly details: Remote<FindingDetails>;
  readonly recent: readonly string[];
}

/** Everything that belongs to one question and ends with it. */
export const blank = {
  knownRead: false,
  knownError: null,
  rows: new Map(),
  order: [],
  held: false,
  runs: [],
  failures: [],
  filter: null,
  cursor: null,
  open: null,
  details: idle,
} satisfies Partial<SearchState>;

export const initialState: SearchState = {
  ...blank,
  text: '',
  names: null,
  tlds: [],
  knownTlds: [],
  question: null,
  problem: null,
  recent: [],
};

export const isAsking = (state: SearchState): boolean => state.runs.length > 0;
