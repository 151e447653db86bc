/** The same day so many years later; of a leap day the one before it, where there is none. @param day `YYYY-MM-DD`. */
export function yearsLater(day: string, years: number): string {
  const [year = '', ...monthAndDay] = day.split('-');
  const later = Number(year) + years;
  const text = [String(later).padStart(4, '0'), ...monthAndDay].join('-');
  return text.endsWith('-02-29') && !isLeapYear(later) ? text.replace(/29$/, '28') : text;
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
