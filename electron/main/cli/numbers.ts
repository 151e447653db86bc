const numbers = new Intl.NumberFormat('en');

/** `12,345`: the same on every machine, so that scripts and people read the same. */
export const count = (value: number): string => numbers.format(value);

/** `1 name`, `12 names`. */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** `12 s`, `3 min 5 s`, `2 h 4 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0
    ? `${count(minutes / 60)} h`
    : `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
