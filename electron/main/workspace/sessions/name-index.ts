/** How many names stand in one bucket on average: some 8 kB, read whole to find one name. */
const namesPerBucket = 1_024;

/** Behind the hash there is room for this many rows in the 53 bits that a number holds exactly. */
const rowsAtMost = 2 ** 21;
const hashesInAll = 2 ** 32;

export const bucketCount = (names: number): number => Math.max(1, Math.ceil(names / namesPerBucket));

/** In which of `buckets` a hash stands. */
export const bucketOf = (hash: number, buckets: number): number => Math.floor((hash / hashesInAll) * buckets);

/** 32 bits that spread alike labels apart. Not for secrets. Source: FNV-1a, with the final mixing of MurmurHash3. */
export function hashOfLabel(label: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < label.length; at += 1) {
    hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The index of a list: for each bucket its entries in the order of their hashes, each a hash and a row. */
export function bucketsOf(labels: readonly string[]): readonly Uint32Array[] {
  const sorted = Float64Array.from(labels, (label, row) => hashOfLabel(label) * rowsAtMost + row).sort();
  const buckets = bucketCount(labels.length);
  const cut: Uint32Array[] = [];
  let from = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    let to = from;
    while (to < sorted.length && bucketOf(hashAt(sorted, to), buckets) === bucket) to += 1;
    const entries = new Uint32Array((to - from) * 2);
    for (let at = from; at < to; at += 1) {
      entries[(at - from) * 2] = hashAt(sorted, at);
      entries[(at - from) * 2 + 1] = (sorted[at] ?? 0) % rowsAtMost;
    }
    cut.push(entries);
    from = to;
  }
  return cut;
}

/** The rows whose names have this hash: nearly always one, or none. */
export function rowsWith(hash: number, entries: Uint32Array): readonly number[] {
  let low = 0;
  let high = entries.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle * 2] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  const rows: number[] = [];
  for (; entries[low * 2] === hash; low += 1) rows.push(entries[low * 2 + 1] ?? 0);
  return rows;
}

const hashAt = (sorted: Float64Array, at: number): number => Math.floor((sorted[at] ?? 0) / rowsAtMost);
