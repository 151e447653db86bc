import { expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/** A test of two lines: its title and, indented below it, what happens and what is so then. */
interface Row {
  readonly title: string;
  readonly course: readonly string[];
}

/** Of one step, by its words: what it does, or what it states. The groups of the pattern are its words. */
export type Step<Play> = readonly [words: RegExp, (play: Play, ...words: (string | undefined)[]) => unknown];

/** What the steps of a table do and state. */
export interface Steps<Play> {
  readonly begin: () => Play;
  readonly doing: readonly Step<Play>[];
  /** Each expects something. */
  readonly stating: readonly Step<Play>[];
}

/**
 * A row’s tests: `{a|b}` in it makes one test of each part, and all such groups of a row change together. Steps stand between
 * semicolons or on lines of their own. Lines with `#` are for people.
 */
function rowsIn(text: string): readonly Row[] {
  const rows: { title: string; course: string }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const last = rows.at(-1);
    if (!line.startsWith(' ')) rows.push({ title: line.trim(), course: '' });
    else if (last !== undefined) last.course += `; ${line.trim()}`;
  }
  return rows.flatMap(({ title, course }) => {
    const each = [...`${title}\n${course}`.matchAll(/\{([^{}]*\|[^{}]*)\}/g)].map(([, parts = '']) =>
      parts.split('|'),
    );
    const count = Math.max(1, ...each.map(({ length }) => length));
    return Array.from({ length: count }, (_, n) => {
      const one = (words: string): string =>
        words.replaceAll(/\{([^{}]*\|[^{}]*)\}/g, (_all, parts: string) => parts.split('|')[n] ?? '?');
      return {
        title: one(title),
        course: one(course)
          .split(';')
          .map((step) => step.trim())
          .filter(Boolean),
      };
    });
  });
}

/** What the first of these steps comes to that has such words; null where none has. */
const acting = <Play>(all: readonly Step<Play>[], step: string) =>
  all.flatMap(([words, act]) => {
    const match = words.exec(step);
    return match === null ? [] : [(play: Play) => act(play, ...match.slice(1))];
  })[0];

/** Takes one of these steps. Throws where nobody knows it. */
export async function takeStep<Play>(all: readonly Step<Play>[], play: Play, step: string): Promise<void> {
  const act = acting(all, step);
  if (act === undefined) throw new Error(`Nobody knows the step “${step}”`);
  try {
    await act(play);
  } catch (thrown) {
    if (thrown instanceof Error) thrown.message = `“${step}”: ${thrown.message}`;
    throw thrown;
  }
}

/** Makes a test of each row of a table. A row that states nothing, or a step that nobody knows, fails. */
export function testRows<Play>({ begin, doing, stating }: Steps<Play>, table: string): void {
  for (const { title, course } of rowsIn(table))
    it(title, async () => {
      const stated = course.filter((step) => acting(stating, step) !== undefined);
      expect(stated, 'it states nothing').not.toEqual([]);
      const play = begin();
      for (const step of course) await takeStep([...stating, ...doing], play, step);
    });
}

const msOf = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Of a length of time as `30s` or `1.5h`, in milliseconds. */
export function durationOf(words: string): number {
  const [, count = '', unit = ''] = /^([\d.]+)(ms|s|min|h|d)$/.exec(words) ?? [];
  if (!(unit in msOf)) throw new Error(`No time: ${words}`);
  return Number(count) * msOf[unit as keyof typeof msOf]; // It is one of them.
}

/** The member of a failure that is its first word after its kind. */
const firstOf: Readonly<Record<string, string>> = {
  ...{ 'changed-since': 'what', refused: 'why', unreachable: 'why', uncertain: 'why', 'not-sent': 'why' },
  ...{
    unreadable: 'why',
    'team-unavailable': 'why',
    'invalid-input': 'field',
    storage: 'fault',
    keychain: 'fault',
  },
  ...{ 'not-available': 'finding' },
};

/** As `changed-since earlier-change number=1`; of limits, each as `day/count/2/1`: span, measure, what it would be, what is allowed. */
export function errorLike(words: string): object {
  const [kind = '', ...rest] = words.split(' ');
  if (kind === 'over-limit') return { kind, ...(rest.length > 0 && { limits: rest.map(limitLike) }) };
  const members = rest.map((word): [string, unknown] => {
    const [name = '', value] = word.split('=');
    if (value === undefined) return [firstOf[kind] ?? '?', name];
    return [name, /^\d+$/.test(value) ? Number(value) : value];
  });
  return { kind, ...Object.fromEntries(members) };
}

export function limitLike(words: string): object {
  const [span, measure, wouldBe, allowed] = words.split('/');
  return { span, measure, wouldBe, ...(allowed !== undefined && { allowed }) };
}

/** A whole failure of these words. */
export const anError = (words: string): AppError =>
  ({
    ...(words.startsWith('re') && { status: 403, said: '' }),
    ...(words.startsWith('unreadable') && { status: 200 }),
    ...errorLike(words),
  }) as AppError; // As the words say.

export function expectFailure(result: Result<unknown>, words: string): void {
  expect(result).toMatchObject({ ok: false, error: errorLike(words) });
}
