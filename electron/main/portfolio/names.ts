import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { fail, type Result } from '#shared/result.ts';

/** So many names cross to the workspace and to the page at once: neither is busy with them for long. */
const namesAtOnce = 500;

/** Each name once, as A-labels in lower case, in lists that cross at once. */
export function slicesOf(names: readonly string[]): readonly string[][] {
  const each = [...new Set(names.map(aLabelsOf))];
  return Array.from({ length: Math.ceil(each.length / namesAtOnce) }, (_, index) =>
    each.slice(index * namesAtOnce, (index + 1) * namesAtOnce),
  );
}

export const notInPortfolio: Result<never> = fail({
  kind: 'invalid-input',
  field: 'domain',
  reason: 'This name is not in the portfolio of this account',
});
