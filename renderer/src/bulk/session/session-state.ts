import * as z from 'zod/mini';
import {
  asEntered,
  type Session,
  type SessionFilter,
  type SessionMatrix,
  type SessionSort,
  type SessionView,
} from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { priceKindOf, type SessionPrices } from '#shared/domain/session-prices.ts';
import { viewOf, withoutEmptyColumns } from '#shared/domain/session-rows.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import {
  type Density,
  type GridPlace,
  type GridSelection,
  type GridShow,
  selectionAt,
} from '../../grid/selection.ts';
import { countOrNull, filterText, onOrOff, someOf } from '../../ui/stored-view.ts';
import { sessionSorts } from '#shared/domain/choices.ts';
import { shownKinds, unknownCauses } from '#shared/domain/finding-kinds.ts';
import type { Finding, FindingDetails } from '../../client.ts';
import { idle, type Remote } from '../../remote.ts';

/** An age as chosen: it moves with the clock, unlike an instant. */
export interface AgeChoice {
  readonly than: 'older' | 'newer';
  readonly seconds: number;
}

/** A filter as chosen and saved: with an age instead of instants. */
export interface FilterChoice extends Omit<SessionFilter, 'checkedBefore' | 'checkedAfter' | 'cells'> {
  readonly age: AgeChoice | null;
  /** What differed from another session when that was asked; it is not saved. */
  readonly changedSince: { readonly label: string; readonly cells: readonly number[] } | null;
}

/** The panel beside the grid. */
export type Side = 'none' | 'panel' | 'summary';

/** How a session is viewed. Saved with the session, in its `view`. */
export interface ViewChoice {
  readonly filter: FilterChoice;
  readonly sort: SessionSort;
  /** What the cells show. */
  readonly show: GridShow;
  /** Leaves out the TLDs under which nothing matches the filter. */
  readonly hidesEmpty: boolean;
  /** Null: the application's density. */
  readonly density: Density | null;
  /** The width of the name column, in px; null: the grid's default. */
  readonly nameWidth: number | null;
  readonly side: Side;
  /** As it was read; what is saved is where the grid is then. */
  readonly left: {
    /** The cell or name with the focus, by the rows and columns of the session, which stay the same. */
    readonly place: GridPlace | null;
    /** The uppermost visible row. */
    readonly top: number | null;
  };
}

const nowhere: ViewChoice['left'] = { place: null, top: null };

export const emptyFilter: FilterChoice = {
  text: '',
  minLength: null,
  maxLength: null,
  noDigits: false,
  noHyphens: false,
  tlds: null,
  kinds: null,
  causes: null,
  shortlistedOnly: false,
  mostPrice: null,
  age: null,
  changedSince: null,
};

export const plainChoice: ViewChoice = {
  filter: emptyFilter,
  sort: asEntered,
  show: 'marks',
  hidesEmpty: false,
  density: null,
  nameWidth: null,
  side: 'panel',
  left: nowhere,
};

/** The filter at this moment, for `viewOf` and for an export. */
export function filterAt({ age, changedSince, ...rest }: FilterChoice, nowMs: number): SessionFilter {
  const border = age === null ? null : Math.floor(nowMs / 1_000) - age.seconds;
  return {
    ...rest,
    cells: changedSince?.cells ?? null,
    checkedBefore: age?.than === 'older' ? border : null,
    checkedAfter: age?.than === 'newer' ? border : null,
  };
}

/** The rows and columns to show. */
export function viewFor(
  matrix: SessionMatrix,
  filter: SessionFilter,
  { sort, hidesEmpty }: Pick<ViewChoice, 'sort' | 'hidesEmpty'>,
  prices: SessionPrices | null,
): SessionView {
  const view = viewOf(matrix, filter, sort, prices);
  return hidesEmpty ? withoutEmptyColumns(view, matrix) : view;
}

export const isFiltered = (filter: FilterChoice): boolean =>
  filter.changedSince !== null || JSON.stringify(filter) !== JSON.stringify(emptyFilter);

/** Whether a new finding can change the shown rows or their order. */
export const followsFindings = ({ filter, sort }: Pick<ViewChoice, 'filter' | 'sort'>): boolean =>
  filter.kinds !== null ||
  filter.causes !== null ||
  filter.age !== null ||
  filter.shortlistedOnly ||
  sort.by === 'available' ||
  needsPrices({ filter, sort });

/** Whether the shown rows or their order depend on prices. */
export const needsPrices = ({ filter, sort }: Pick<ViewChoice, 'filter' | 'sort'>): boolean =>
  filter.mostPrice !== null || priceKindOf(sort) !== null;

export const textOfChoice = (choice: ViewChoice): string =>
  JSON.stringify({ version: 1, ...choice, filter: { ...choice.filter, changedSince: null } });

const count = z.int().check(z.gte(0));

const texts = z.pipe(
  z.array(z.unknown()),
  z.transform((listed): readonly string[] => listed.filter((one) => typeof one === 'string')),
);

const savedFilter = z.object({
  text: filterText,
  minLength: countOrNull,
  maxLength: countOrNull,
  noDigits: onOrOff,
  noHyphens: onOrOff,
  tlds: z.catch(z.nullable(texts), null),
  kinds: someOf(shownKinds),
  causes: someOf(unknownCauses),
  shortlistedOnly: onOrOff,
  mostPrice: z.catch(
    z.nullable(z.object({ of: z.enum(['register', 'renew']), amount: z.number().check(z.gte(0)) })),
    null,
  ),
  age: z.catch(z.nullable(z.object({ than: z.enum(['older', 'newer']), seconds: count })), null),
  changedSince: z.catch(z.null(), null),
});

/** Values that are not understood, for example from another version, get their defaults. */
const savedChoice = z.object({
  filter: z.catch(savedFilter, { ...emptyFilter, changedSince: null }),
  sort: z.catch(
    z.object({
      by: z.catch(z.enum(sessionSorts), asEntered.by),
      descending: z.catch(z.boolean(), asEntered.descending),
      tld: z.catch(z.optional(z.string()), undefined),
    }),
    asEntered,
  ),
  show: z.catch(z.enum(['marks', 'register', 'renew']), plainChoice.show),
  hidesEmpty: onOrOff,
  density: z.catch(z.nullable(z.enum(['comfortable', 'compact'])), null),
  nameWidth: countOrNull,
  side: z.catch(z.enum(['none', 'panel', 'summary']), plainChoice.side),
  left: z.catch(
    z.object({
      place: z.catch(z.nullable(z.object({ row: count, column: z.nullable(count) })), null),
      top: countOrNull,
    }),
    nowhere,
  ),
});

/** A saved choice; the plain one where nothing is saved yet, or nothing readable. */
export function readChoice(text: string): ViewChoice {
  try {
    return savedChoice.parse(JSON.parse(text));
  } catch {
    return plainChoice;
  }
}

/** How many cells main takes in one change of the shortlist. */
export const mostAtOnce = 100_000;

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

/** What was selected when the session was left; null where there is no such cell. */
export function selectedThen(
  { left: { place } }: ViewChoice,
  { names, tlds }: Session,
): GridSelection | null {
  const isThere = place !== null && place.row < names && (place.column ?? 0) < tlds.length;
  return isThere ? selectionAt(place) : null;
}
