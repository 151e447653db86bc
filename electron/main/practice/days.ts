/** A day in UTC, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The same day `years` later; 29 February becomes 28 February where that year has none. */
export function yearsAfter(dayOn: string, years: number): string {
  const [year = 0, month = 1, day = 1] = dayOn.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year + years, month - 1, Math.min(day, lastOfMonth))));
}

export const daysAfter = (at: Date, days: number): string =>
  dayOf(new Date(at.getTime() + days * 86_400_000));
