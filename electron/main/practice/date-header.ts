/** A writer of `Date` headers that formats each second once. */
export function createDateHeader(): (at: Date) => string {
  let second = Number.NaN;
  let text = '';
  return (at) => {
    const now = Math.floor(at.getTime() / 1_000);
    if (now !== second) {
      second = now;
      text = at.toUTCString();
    }
    return text;
  };
}
