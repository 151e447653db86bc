import fc from 'fast-check';
import type { Json } from '../../../electron/main/reseller/json.ts';
import type { Random } from './random.ts';

/** What PHP, registrars and accidents put where something else is expected. */
const known: readonly Json[] = [
  true,
  false,
  null,
  0,
  1,
  -1,
  1e308,
  1.5,
  '',
  ' ',
  '0',
  '1',
  'true',
  'false',
  'True',
  'yes',
  'null',
  'success',
  'available',
  'available for registration',
  'reserved',
  'registered',
  'error',
  'locked',
  'unlocked',
  'Invalid API Token',
  'Action is not allowed',
  '9.99',
  '-1.00',
  '1,000.00',
  '<b>Warning</b>: x in /y.php on line 3',
  '&amp;&#39;&quot;',
  '\u0000\u202E\uFEFF',
  '\uD800',
  'x'.repeat(3_000),
  'a@b.example',
  [],
  {},
  [[]],
  [true],
  { '0': true },
  { error: 'Registry timeout' },
  { error: {} },
  { success: true },
  { price: '9.99', currency: 'EUR' },
  { isAvailable: true },
  '2027-01-31',
  '0000-00-00',
];

export type StrangeValues = (random: Random) => Json;

/** Values that are known to occur, and any JSON at all: half and half. */
export function createStrangeValues(seed: number): StrangeValues {
  const any = fc.sample(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), {
    seed,
    numRuns: 2_000,
  }) as Json[]; // fast-check makes JSON.
  return (random) => (random.chance(0.5) ? random.pick(known) : random.pick(any));
}
