/**
 * `rows` in the order of their keys; rows with the same key stay in the order in which they came, upwards and downwards.
 * Counts instead of comparing, so a million rows cost some milliseconds.
 *
 * @param keys One for each row that there is, from 0 to `highest`.
 */
export function inOrderOf(rows: Uint32Array, keys: Keys, highest: number, descending: boolean): Uint32Array {
  const places = firstPlaces(rows, keys, highest, descending);
  const ordered = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const bucket = bucketOf(keys[row] ?? 0, highest, descending);
    const place = places[bucket] ?? 0;
    ordered[place] = row;
    places[bucket] = place + 1;
  }
  return ordered;
}

export type Keys = Uint8Array | Uint16Array | Uint32Array;

/** Where the rows of each bucket begin. */
function firstPlaces(rows: Uint32Array, keys: Keys, highest: number, descending: boolean): Uint32Array {
  const places = new Uint32Array(highest + 2);
  for (const row of rows) {
    const next = bucketOf(keys[row] ?? 0, highest, descending) + 1;
    places[next] = (places[next] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < places.length; bucket += 1)
    places[bucket] = (places[bucket] ?? 0) + (places[bucket - 1] ?? 0);
  return places;
}

const bucketOf = (key: number, highest: number, descending: boolean): number =>
  descending ? highest - key : key;
