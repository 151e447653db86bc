/** How many cells were checked longer ago than `seconds`; unchecked ones have no age. */
export function countOlder(checkedAt: Uint32Array, nowMs: number, seconds: number): number {
  const before = Math.floor(nowMs / 1_000) - seconds;
  let count = 0;
  for (const at of checkedAt) if (at !== 0 && at < before) count += 1;
  return count;
}

const hour = 3_600;

/** The ages that are offered; any other can be typed. */
export const offeredAges = [
  { seconds: hour, words: '1 hour' },
  { seconds: 24 * hour, words: '1 day' },
  { seconds: 7 * 24 * hour, words: '7 days' },
] as const;

export const ageUnits = [
  { value: String(60), label: 'minutes' },
  { value: String(hour), label: 'hours' },
  { value: String(24 * hour), label: 'days' },
] as const;

/** `1 hour`, `36 hours`, `7 days`. */
export function ageInWords(seconds: number): string {
  const units = [
    { one: 'day', many: 'days', size: 24 * hour },
    { one: 'hour', many: 'hours', size: hour },
    { one: 'minute', many: 'minutes', size: 60 },
  ];
  const unit = units.find(({ size }) => seconds >= size && seconds % size === 0) ?? units[2];
  if (unit === undefined) return '';
  const count = Math.round(seconds / unit.size);
  return `${count} ${count === 1 ? unit.one : unit.many}`;
}
