import type { SessionOpening } from '#shared/areas/session-port.ts';
import type { FindingKind, UnknownCause } from '#shared/domain/finding.ts';
import {
  asEntered,
  noFilter,
  type Session,
  type SessionFilter,
  type SessionSort,
  type SessionView,
} from '#shared/domain/session.ts';
import { findingKinds, sessionSorts, unknownCauses } from '#shared/domain/terms.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge } from '#shared/routes.ts';
import { type Finding, type FindingDetails, idle, type Remote, type SessionPorts } from '../../bridge.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import type { Density, GridPlace, GridSelection } from '../../grid/selection.ts';

/** An age as chosen: it moves with the clock, unlike an instant. */
export interface AgeChoice {
  readonly than: 'older' | 'newer';
  readonly seconds: number;
}

/** A filter as chosen and saved: with an age instead of instants. */
export interface FilterChoice extends Omit<SessionFilter, 'checkedBefore' | 'checkedAfter'> {
  readonly age: AgeChoice | null;
}

/** The panel beside the grid. */
export type Side = 'none' | 'panel' | 'summary';

/** How a session is viewed. Saved with the session, in its `view`. */
export interface ViewChoice {
  readonly filter: FilterChoice;
  readonly sort: SessionSort;
  /** Null: the application's density. */
  readonly density: Density | null;
  /** The width of the name column, in px; null: the grid's default. */
  readonly nameWidth: number | null;
  readonly side: Side;
}

export const emptyFilter: FilterChoice = {
  text: noFilter.text,
  minLength: noFilter.minLength,
  maxLength: noFilter.maxLength,
  tlds: noFilter.tlds,
  kinds: noFilter.kinds,
  causes: noFilter.causes,
  shortlistedOnly: noFilter.shortlistedOnly,
  age: null,
};

export const plainChoice: ViewChoice = {
  filter: emptyFilter,
  sort: asEntered,
  density: null,
  nameWidth: null,
  side: 'panel',
};

/** The filter at this moment, for `viewOf` and for an export. */
export function filterAt({ age, ...rest }: FilterChoice, nowMs: number): SessionFilter {
  const border = age === null ? null : Math.floor(nowMs / 1_000) - age.seconds;
  return {
    ...rest,
    checkedBefore: age?.than === 'older' ? border : null,
    checkedAfter: age?.than === 'newer' ? border : null,
  };
}

export const isFiltered = (filter: FilterChoice): boolean =>
  JSON.stringify(filter) !== JSON.stringify(emptyFilter);

/** Whether a new finding can change the shown rows or their order. */
export const followsFindings = ({ filter, sort }: Pick<ViewChoice, 'filter' | 'sort'>): boolean =>
  filter.kinds !== null ||
  filter.causes !== null ||
  filter.age !== null ||
  filter.shortlistedOnly ||
  sort.by === 'available';

export const textOfChoice = (choice: ViewChoice): string => JSON.stringify({ version: 1, ...choice });

/** A saved choice. Values that are not understood, for example from another version, get their defaults. */
export function readChoice(text: string): ViewChoice {
  const kept = objectIn(text);
  const filter = asObject(kept['filter']);
  const sort = asObject(kept['sort']);
  return {
    filter: {
      text: typeof filter['text'] === 'string' ? filter['text'].slice(0, 260) : '',
      minLength: countOrNull(filter['minLength']),
      maxLength: countOrNull(filter['maxLength']),
      tlds: textsOrNull(filter['tlds']),
      kinds: amongOrNull(filter['kinds'], findingKinds),
      causes: amongOrNull(filter['causes'], unknownCauses),
      shortlistedOnly: filter['shortlistedOnly'] === true,
      age: ageOrNull(filter['age']),
    },
    sort: {
      by: sessionSorts.find((by) => by === sort['by']) ?? asEntered.by,
      descending: sort['descending'] === true,
    },
    density: (['comfortable', 'compact'] as const).find((one) => one === kept['density']) ?? null,
    nameWidth: countOrNull(kept['nameWidth']),
    side: (['none', 'panel', 'summary'] as const).find((one) => one === kept['side']) ?? plainChoice.side,
  };
}

type Fields = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Fields =>
  // An object has named fields; each is checked before use.
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function objectIn(text: string): Fields {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {}; // Nothing saved yet, or not readable.
  }
}

const countOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;

const textsOrNull = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : null;

function amongOrNull<T extends FindingKind | UnknownCause>(
  value: unknown,
  all: readonly T[],
): readonly T[] | null {
  if (!Array.isArray(value)) return null;
  const chosen = all.filter((one) => value.includes(one));
  return chosen.length === 0 ? null : chosen;
}

function ageOrNull(value: unknown): AgeChoice | null {
  const { than, seconds } = asObject(value);
  const count = countOrNull(seconds);
  return count !== null && (than === 'older' || than === 'newer') ? { than, seconds: count } : null;
}

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
interface SessionTimes {
  /** Debounce time of the filter's text. */
  readonly typing: number;
  /** How long the grid must be idle before its rows may move. */
  readonly rest: number;
  /** The minimum time between two filterings while findings arrive. */
  readonly refresh: number;
  /** The minimum time between two renders of the counts. */
  readonly counts: number;
  /** Debounce time before a choice is saved. */
  readonly save: number;
  /** How long a cell must stay selected before its answer is requested: a held arrow key requests once. */
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

/** The shown rows, with the filter and order that an export uses too. */
export interface Shown {
  readonly view: SessionView;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

/** The pending action on the session; one at a time. */
export type RunAction = 'pause' | 'resume' | 'stop' | 'rename' | 'look-again' | 'run-again' | 'shortlist';

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
  readonly selected: GridSelection | null;
  readonly cell: Remote<FindingDetails>;
  readonly row: Remote<readonly Finding[]>;
  readonly deed: RunAction | null;
  readonly trouble: { readonly deed: RunAction; readonly error: AppError } | null;
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

/** The selected cell or row, which the panel shows. */
export const placeOf = ({ selected }: Pick<SessionState, 'selected'>): GridPlace | null =>
  selected?.focus ?? null;
