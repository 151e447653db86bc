const shape =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([\dA-Za-z-]{1,40}(?:\.[\dA-Za-z-]{1,40}){0,5}))?$/;

/** Whether it is a version of ours: SemVer without build metadata. */
export const isVersion = (text: string): boolean => shape.test(text);

/** Below 0 where `a` is older than `b`, 0 where they are the same. Source: SemVer 2.0.0, section 11. */
export function compareVersions(a: string, b: string): number {
  const one = partsOf(a);
  const other = partsOf(b);
  const numbers = one.numbers.map((number, at) => number - (other.numbers[at] ?? 0));
  const first = numbers.find((difference) => difference !== 0);
  if (first !== undefined) return first;
  // A version comes after all that were tried out before it.
  if (one.tried.length === 0 || other.tried.length === 0) return other.tried.length - one.tried.length;
  return compareTried(one.tried, other.tried);
}

function partsOf(version: string): {
  readonly numbers: readonly number[];
  readonly tried: readonly string[];
} {
  const [, major, minor, patch, tried] = shape.exec(version) ?? [];
  return { numbers: [major, minor, patch].map(Number), tried: tried?.split('.') ?? [] };
}

function compareTried(a: readonly string[], b: readonly string[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const difference = compareIdentifiers(one, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const isNumber = (identifier: string): boolean => /^\d+$/.test(identifier);

function compareIdentifiers(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
