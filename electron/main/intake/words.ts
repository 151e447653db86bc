/** `text` in `most` UTF-16 units at most, with an ellipsis where something is missing; no pair of surrogates is parted. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

export const grouped = (n: number | bigint): string => n.toLocaleString('en');

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** As `1.0 GiB`. */
export function sizeInWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? grouped(size) : size.toFixed(1)} ${units[unit] ?? ''}`;
}
