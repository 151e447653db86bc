import {
  asEntered,
  cellCode,
  noFilter,
  type SessionFilter,
  type SessionSort,
  shortlistBit,
} from '#shared/domain/session.ts';
import type { FindingKind, UnknownCause } from '#shared/domain/finding.ts';
import type { SessionOpening } from '#shared/areas/session-port.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { createGridModel } from '../../../renderer/src/grid/grid-model.ts';
import { type Figure, type Row, standing } from '../framework/figure.ts';
import { unknownCauses } from '#shared/domain/finding-kinds.ts';

const manyTlds = (
  'ac academy agency ai app art at auto bar be berlin best bio biz blog boo bot ca care cc ch chat city cloud club co co.jp co.nz co.uk ' +
  'co.za com com.au com.br computer consulting cz day de dev digital dk domains email es eu expert family fi film fit fr fun fund games ' +
  'gmbh green group guru hamburg health help host house hu id ie in info ink io is it jetzt jobs jp key kim koeln land law legal life link ' +
  'live lt ltd lu lv market me media mobi moe museum name net net.au network news nl no nu nz one online org org.uk page parts paris ph ' +
  'photo pizza pl plus pro pub pw red rent rest rocks ru run sale school se shop site si sk social software solar space store studio ' +
  'style su swiss systems team tech tips today tools top tours town toys trade travel tv uk us vc vip wales wang watch web wien wiki win ' +
  'work works world wtf xn--p1ai xyz yoga zone'
).split(' ');

const words = (
  'harbour bakery cedar northwind lantern orchard copper meadow falcon quarry ember willow anchor summit ivory saffron ' +
  'granite juniper velvet compass'
).split(' ');
const international = [
  'xn--bckerei-5wa',
  'xn--caf-dma',
  'xn--80ak6aa92e',
  'xn--mgbh0fb',
  'xn--fiqs8s',
  'xn--r8jz45g',
];

/** One in so many of these, over the columns and rows of a session that has gone on for a while. */
const pattern: readonly FindingKind[] = [
  'taken',
  'taken',
  'available',
  'taken',
  'taken',
  'premium',
  'taken',
  'available',
  'taken',
  'taken',
  'reserved',
  'taken',
  'unknown',
  'available',
  'taken',
  'taken',
  'invalid',
];

const mixed = (at: number): number => Math.imul(at ^ (at >>> 15), 0x2c1b3c6d) >>> 0;

const nameAt = (row: number): string =>
  row % 23 === 7
    ? (international[((row / 23) % international.length) | 0] ?? '')
    : `${words[row % words.length] ?? ''}${row % 3 === 0 ? '-' : ''}${words[mixed(row) % words.length] ?? ''}${row > 400 ? row : ''}`;

/** @param asked The share of the cells that have been asked, from the first on. */
export function anOpening(names: number, tlds: number, asked: number): SessionOpening {
  const cells = names * tlds;
  const codes = new Uint8Array(cells);
  const checkedAt = new Uint32Array(cells);
  const now = Math.floor(Date.now() / 1_000);
  for (let cell = 0; cell < cells * asked; cell += 1) {
    const kind = pattern[mixed(cell) % pattern.length] ?? 'taken';
    const cause: UnknownCause | null =
      kind === 'unknown' ? (unknownCauses[cell % unknownCauses.length] ?? null) : null;
    codes[cell] = cellCode(kind, cause) | (kind === 'available' && mixed(cell) % 5 === 0 ? shortlistBit : 0);
    checkedAt[cell] = now - 180;
  }
  return {
    kind: 'opening',
    sessionId: '00000000-0000-4000-8000-000000000000',
    names: Array.from({ length: names }, (_, row) => nameAt(row)).join('\n'),
    tlds: Array.from({ length: tlds }, (_, column) => manyTlds[column] ?? `tld${column}`),
    codes,
    checkedAt,
  };
}

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
