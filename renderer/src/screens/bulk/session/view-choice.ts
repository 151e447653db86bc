import { type FindingKind, findingKinds, type UnknownCause, unknownCauses } from '#shared/domain/finding.ts';
import type { Density } from '../../../grid/grid-props.ts';
import {
  asEntered,
  noFilter,
  type SessionFilter,
  type SessionSort,
  sessionSorts,
} from '#shared/domain/session-view.ts';

/** An age as people choose it: it moves on with the clock, unlike an instant. */
export interface AgeChoice {
  readonly than: 'older' | 'newer';
  readonly seconds: number;
}

/** A filter as it is chosen and kept: with an age in place of instants. */
export interface FilterChoice extends Omit<SessionFilter, 'checkedBefore' | 'checkedAfter'> {
  readonly age: AgeChoice | null;
}

/** What stands beside the grid. */
export type Side = 'none' | 'panel' | 'summary';

/** How a session is looked at. Kept with the session, in its `view`. */
export interface ViewChoice {
  readonly filter: FilterChoice;
  readonly sort: SessionSort;
  /** Null: as the whole application has it. */
  readonly density: Density | null;
  /** Of the names' column, in px; null: as the grid has it. */
  readonly nameWidth: number | null;
  readonly side: Side;
}

export const everything: FilterChoice = {
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
  filter: everything,
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
  JSON.stringify(filter) !== JSON.stringify(everything);

/** Whether a new finding can change which rows are shown, or in which order. */
export const followsFindings = ({ filter, sort }: Pick<ViewChoice, 'filter' | 'sort'>): boolean =>
  filter.kinds !== null ||
  filter.causes !== null ||
  filter.age !== null ||
  filter.shortlistedOnly ||
  sort.by === 'available';

export const textOfChoice = (choice: ViewChoice): string => JSON.stringify({ version: 1, ...choice });

/** A choice that was kept. What is not understood of it, an older or newer version's, is as it would be without it. */
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
  // An object has fields by name, each of which is looked at before it is used.
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function objectIn(text: string): Fields {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {}; // Nothing was kept yet, or nothing that can be read.
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
