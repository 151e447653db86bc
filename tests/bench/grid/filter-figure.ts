import { asEntered, noFilter, type SessionFilter, type SessionSort } from '#shared/domain/session.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { createGridModel } from '../../../renderer/src/grid/grid-model.ts';
import { anOpening } from './an-opening.ts';
import { type Figure, type Row, standing } from '../framework/figure.ts';

const rows = 10_000;
const columns = 100;
const repeats = 5;

type Question = readonly [name: string, filter: Partial<SessionFilter>, sort: SessionSort];

/** Asked of half a million findings and half a million unchecked cells. */
const questions = (now: number): readonly Question[] => [
  ['filter finding', { kinds: ['available', 'premium'] }, asEntered],
  ['filter text', { text: 'harb*cedar' }, asEntered],
  ['filter age', { checkedBefore: now, checkedAfter: now - 3_600 }, asEntered],
  ['sort name', {}, { by: 'name', descending: false }],
  ['sort available', {}, { by: 'available', descending: true }],
];

/** Each question to a million cells, beside one pass over an array of as many bytes, in the same process. */
export const filter: Figure = {
  name: 'filter',
  prepare: () => {
    const { matrix } = createGridModel(anOpening(rows, columns, 0.5), () => undefined);
    const limit = {
      is: 'one pass over a Uint8Array of as many, summing it',
      take: () => timed(() => sumOf(matrix.codes)),
    };
    return Promise.resolve(
      standing(
        questions(Math.floor(Date.now() / 1_000)).map(([name, wanted, sort]): Row => ({
          name,
          unit: 'ms',
          ours: {
            is: `the view of ${rows * columns} cells`,
            take: () => timed(() => viewOf(matrix, { ...noFilter, ...wanted }, sort).cells),
          },
          limit,
          goals: [{ of: 'ours', bound: 'at most', first: 100, then: null }],
          heldEqual: 'the process and the cells',
          warmUp: `the value is the middle of ${repeats} in a row; the first of them meets names that it has not seen`,
        })),
      ),
    );
  },
};

function sumOf(codes: Uint8Array): number {
  let sum = 0;
  for (let cell = 0; cell < codes.length; cell += 1) sum += codes[cell] ?? 0;
  return sum;
}

/** The middle one of a few, so that the compiler is no part of it; the first is told too. */
function timed(act: () => number): Promise<{ value: number; also: Record<string, number> }> {
  const times: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    const startedAt = performance.now();
    act();
    times.push(performance.now() - startedAt);
  }
  const [first = 0] = times;
  return Promise.resolve({ value: times.toSorted((a, b) => a - b)[2] ?? 0, also: { 'first ms': first } });
}
