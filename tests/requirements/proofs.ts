// What the reports of the suites say of tests that carry numbers.
import type { Requirement } from './list.ts';

const head = /^\(?(?<numbers>[A-HT]\d{1,2}(?:[ ,]+[A-HT]\d{1,2})*)(?=[\s:,)]|$)/;

/**
 * Which requirements a test says that it shows: the numbers at the head of its name, or of a group that it stands in.
 *
 * @param titles From the outermost group to the test itself.
 * @returns Each once, such as `B13`.
 */
export const numbersOf = (titles: readonly string[]): readonly string[] => [
  ...new Set(titles.flatMap((title) => head.exec(title)?.groups?.['numbers']?.split(/[ ,]+/) ?? [])),
];

export interface Proof {
  readonly numbers: readonly string[];
  readonly test: string;
  readonly suite: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly figures: readonly string[];
}

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

interface PlaywrightSpec {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly {
    readonly status: string;
    readonly annotations?: readonly Annotation[];
    readonly results?: readonly { readonly annotations?: readonly Annotation[] }[];
  }[];
}

interface PlaywrightGroup {
  readonly title: string;
  readonly specs?: readonly PlaywrightSpec[];
  readonly suites?: readonly PlaywrightGroup[];
}

/** The figure in an annotation of Vitest's: `figure: 300 kills, 0 lost`. */
export const figureOf = (message: string): string | undefined =>
  /^figure:\s*(.+)$/s.exec(message)?.[1]?.trim();

/** @param report Of Playwright's `json` reporter. */
export const playwrightProofs = (
  { suites }: { readonly suites: readonly PlaywrightGroup[] },
  suite: string,
): readonly Proof[] => suites.flatMap((group) => proofsIn(group, [], suite));

function proofsIn(
  { title, specs = [], suites = [] }: PlaywrightGroup,
  above: readonly string[],
  suite: string,
): readonly Proof[] {
  const titles = [...above, title];
  const own = specs
    .map((spec) => ({
      numbers: numbersOf([...titles, spec.title]),
      test: spec.title,
      suite,
      state: stateOf(spec),
      figures: figuresOf(spec),
    }))
    .filter(({ numbers }) => numbers.length > 0);
  return [...own, ...suites.flatMap((inner) => proofsIn(inner, titles, suite))];
}

/** A flaky test passed at its second try; its figures say so. */
function stateOf({ ok, tests }: PlaywrightSpec): Proof['state'] {
  if (tests.length > 0 && tests.every(({ status }) => status === 'skipped')) return 'skipped';
  return ok ? 'passed' : 'failed';
}

const figuresOf = ({ tests }: PlaywrightSpec): readonly string[] => [
  ...new Set(
    tests
      .flatMap(({ annotations = [], results = [] }) => [
        ...annotations,
        ...results.flatMap((result) => result.annotations ?? []),
      ])
      .filter(({ type }) => type === 'figure')
      .flatMap(({ description }) => description ?? []),
  ),
  ...(tests.some(({ status }) => status === 'flaky') ? ['1 test passed only at its second try'] : []),
];

/** What all the proofs of a run come to for a requirement. */
interface Row {
  readonly requirement: Requirement;
  readonly verdict: 'shown' | 'shown in part' | 'NOT SHOWN' | 'not shown here' | 'not applicable';
  readonly passed: number;
  readonly failed: readonly string[];
  readonly suites: readonly string[];
  readonly figures: readonly string[];
}

export const verdicts = (requirements: readonly Requirement[], proofs: readonly Proof[]): readonly Row[] =>
  requirements.map((requirement) => {
    const own = proofs.filter(({ numbers }) => numbers.includes(requirement.number));
    const failed = own.filter(({ state }) => state === 'failed').map(({ test }) => test);
    const passed = own.filter(({ state }) => state === 'passed');
    return {
      requirement,
      verdict: verdictOf(requirement, passed.length, failed.length),
      passed: passed.length,
      failed,
      suites: [...new Set(passed.map(({ suite }) => suite))],
      figures: [...new Set(passed.flatMap(({ figures }) => figures))],
    };
  });

function verdictOf({ standing }: Requirement, passed: number, failed: number): Row['verdict'] {
  if (failed > 0) return 'NOT SHOWN';
  if (standing === 'not here') return 'not shown here';
  if (standing === 'not applicable') return 'not applicable';
  if (passed === 0) return 'NOT SHOWN';
  return standing === 'here' ? 'shown' : 'shown in part';
}

/** Numbers that tests carry and the list does not have. */
export const strangers = (
  requirements: readonly Requirement[],
  proofs: readonly Proof[],
): readonly string[] => {
  const known = new Set(requirements.map(({ number }) => number));
  return [...new Set(proofs.flatMap(({ numbers }) => numbers).filter((number) => !known.has(number)))];
};

export const tableOf = (rows: readonly Row[]): string => rows.map(lineOf).join('\n');

function lineOf({ requirement, verdict, passed, failed, suites, figures }: Row): string {
  const { number, what, why } = requirement;
  const tests = passed === 0 ? '' : `${passed} ${passed === 1 ? 'test' : 'tests'} (${suites.join(', ')})`;
  const said = [tests, ...figures, why, ...failed.map((test) => `FAILED: ${test}`)].filter(
    (part) => part !== '',
  );
  return `${number.padEnd(4)} ${verdict.padEnd(15)} ${what}${said.length === 0 ? '' : `: ${said.join(' · ')}`}`;
}

/** How many of each verdict. */
export function summaryOf(rows: readonly Row[]): string {
  const all = rows.map(({ verdict }) => verdict);
  return [...new Set(all)]
    .map((verdict) => `${all.filter((each) => each === verdict).length} ${verdict}`)
    .join(', ');
}
