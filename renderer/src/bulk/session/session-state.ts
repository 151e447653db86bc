import type { Session, SessionFilter, SessionSort, SessionView } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { type Finding, type FindingDetails, idle, type Remote } from '../../bridge.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import type { GridPlace, GridSelection } from '../../grid/selection.ts';
import { plainChoice, type ViewChoice } from './view-choice.ts';

/** The shown rows, with the filter and order that an export uses too. */
export interface Shown {
  readonly view: SessionView;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

/** An action on the session; one at a time. */
export type RunAction =
  'pause' | 'resume' | 'stop' | 'rename' | 'recheck' | 'run-again' | 'shortlist' | 'prices';

/** The state of the open session. */
export interface SessionState {
  /** As last reported by main. */
  readonly session: Remote<Session>;
  /** The session was removed, here or elsewhere. */
  readonly isRemoved: boolean;
  /** `slow`: the findings have not arrived yet. `lost`: the shown findings are no longer updated. */
  readonly port: 'opening' | 'slow' | 'open' | 'lost';
  readonly model: GridModel | null;
  /** Incremented when the counts are to be drawn again: a few times a second, whatever the frame rate. */
  readonly counted: number;
  readonly choice: ViewChoice;
  readonly shown: Shown | null;
  /** Findings received since the rows were last sorted; 0 where they cannot change the rows. */
  readonly newer: number;
  /** How many names' prices are still to be read for the order. */
  readonly unpriced: number;
  readonly selected: GridSelection | null;
  readonly cell: Remote<FindingDetails>;
  readonly row: Remote<readonly Finding[]>;
  readonly pending: RunAction | null;
  readonly failed: { readonly action: RunAction; readonly error: AppError } | null;
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
  unpriced: 0,
  selected: null,
  cell: idle,
  row: idle,
  pending: null,
  failed: null,
};

/** The selected cell or row, which the panel shows. */
export const placeOf = ({ selected }: Pick<SessionState, 'selected'>): GridPlace | null =>
  selected?.focus ?? null;
