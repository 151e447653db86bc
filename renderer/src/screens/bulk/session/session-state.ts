import type { AppError } from '#shared/app-error.ts';
import type { Session } from '#shared/domain/session.ts';
import type { SessionFilter, SessionSort, SessionView } from '#shared/domain/session-view.ts';
import type { SessionOpening } from '#shared/ipc/session-port.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import type { GridModel } from '../../../grid/grid-model.ts';
import type { GridPlace, GridSelection } from '../../../grid/selection.ts';
import type { Finding, FindingDetails } from '../../../lib/nouns.ts';
import { idle, type Remote } from '../../../lib/remote.ts';
import type { SessionPorts } from '../../../lib/session-ports.ts';
import { plainChoice, type ViewChoice } from './view-choice.ts';

export interface SessionDeps {
  readonly sessionId: string;
  readonly request: Pick<Bridge['request'], 'sessions'>;
  readonly on: Pick<Bridge['on'], 'sessions.changed'>;
  readonly ports: SessionPorts;
  readonly createModel: (opening: SessionOpening) => GridModel;
  readonly newId: () => string;
  readonly nowMs: () => number;
  readonly times: SessionTimes;
}

/** In milliseconds. */
export interface SessionTimes {
  /** How long the typing in a filter must rest before it filters. */
  readonly typing: number;
  /** How long the hands must be off the grid before its rows may change under them. */
  readonly rest: number;
  /** How far apart two filterings are at least while findings arrive. */
  readonly refresh: number;
  /** How far apart two drawings of the counts are at least. */
  readonly counts: number;
  /** How long a choice must rest before it is kept. */
  readonly save: number;
  /** How long the ring must rest on a cell before its answer is asked for: a held arrow key asks once. */
  readonly panel: number;
  /** How long the findings may take to arrive before the screen says so. */
  readonly slow: number;
}

export const sessionTimes: SessionTimes = {
  typing: 120,
  rest: 2_000,
  refresh: 500,
  counts: 250,
  save: 600,
  panel: 60,
  slow: 3_000,
};

/** What is shown of the findings, and by which filter and order: an export takes the same two. */
export interface Shown {
  readonly view: SessionView;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

/** What is being done to the session; one thing at a time. */
export type Deed = 'pause' | 'resume' | 'stop' | 'rename' | 'look-again' | 'run-again' | 'shortlist';

export interface SessionState {
  /** As main last told it. */
  readonly session: Remote<Session>;
  /** It was removed, here or elsewhere. */
  readonly isRemoved: boolean;
  /** `slow`: the findings are still on their way. `lost`: what is shown will not change any more. */
  readonly port: 'opening' | 'slow' | 'open' | 'lost';
  readonly model: GridModel | null;
  /** Raised when the model's counts are to be drawn anew: a few times a second, however many frames there are. */
  readonly counted: number;
  readonly choice: ViewChoice;
  readonly shown: Shown | null;
  /** Findings that came since the rows were last put in their places; 0 where they cannot change anything. */
  readonly newer: number;
  readonly selected: GridSelection | null;
  readonly cell: Remote<FindingDetails>;
  readonly row: Remote<readonly Finding[]>;
  readonly deed: Deed | null;
  readonly trouble: { readonly deed: Deed; readonly error: AppError } | null;
}

export const initialState: SessionState = {
  session: idle,
  isRemoved: false,
  port: 'opening',
  model: null,
  counted: 0,
  choice: plainChoice,
  shown: null,
  newer: 0,
  selected: null,
  cell: idle,
  row: idle,
  deed: null,
  trouble: null,
};

/** Where the ring is: what the panel shows. */
export const placeOf = ({ selected }: Pick<SessionState, 'selected'>): GridPlace | null =>
  selected?.focus ?? null;
