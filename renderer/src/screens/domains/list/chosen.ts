import type { Row } from './row.ts';

/** The names that are selected, and the row that Shift begins at. */
export interface Chosen {
  readonly names: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const noneChosen: Chosen = { names: new Set(), anchor: null };

export function toggled({ names }: Chosen, name: string): Chosen {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return { names: next, anchor: name };
}

/** All rows from the anchor to `name` added; from `from` where there is no anchor. */
export function reached(chosen: Chosen, shown: readonly Row[], from: string | null, name: string): Chosen {
  const anchor = chosen.anchor ?? from ?? name;
  const places = [anchor, name].map((one) => shown.findIndex(({ domain }) => domain.name === one));
  const [first = -1, last = -1] = places.toSorted((a, b) => a - b);
  if (first === -1) return toggled(chosen, name);
  const between = shown.slice(first, last + 1).map(({ domain }) => domain.name);
  return { names: new Set([...chosen.names, ...between]), anchor };
}

/** All that are shown; none of them where all are selected already. */
export function allOrNone({ names }: Chosen, shown: readonly Row[]): Chosen {
  const all = shown.map(({ domain }) => domain.name);
  const next = new Set(names);
  const isAll = all.every((name) => names.has(name));
  for (const name of all) {
    if (isAll) next.delete(name);
    else next.add(name);
  }
  return { names: next, anchor: null };
}

/** Without the names that are gone from the portfolio. */
export function stillThere(chosen: Chosen, domains: { readonly has: (name: string) => boolean }): Chosen {
  const names = [...chosen.names].filter((name) => domains.has(name));
  return names.length === chosen.names.size ? chosen : { names: new Set(names), anchor: null };
}
