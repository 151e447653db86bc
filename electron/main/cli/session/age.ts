const seconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, d: 86_400, w: 604_800 };

/** An age as people write it, in seconds: `30min`, `12h`, `7d`. Null where it is none. */
export function ageIn(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,6})(s|min|h|d|w)$/.exec(text) ?? [];
  const each = seconds[unit];
  return each === undefined ? null : Number(number) * each;
}
