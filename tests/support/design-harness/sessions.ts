import {
  cellCode,
  kindOfCell,
  noCounts,
  type Pace,
  type Session,
  type SessionChange,
  shortlistBit,
} from '#shared/domain/session.ts';
import type { FindingKind, UnknownCause } from '#shared/domain/finding.ts';
import { type SessionOpening, sessionPortMessage } from '#shared/areas/session-port.ts';
import type { Client, Output } from '#shared/routes.ts';
import { ok } from '#shared/result.ts';
import type { FakeAnswers, FakeBridge } from '../fake-bridge.ts';
import { aPace, aSession, aSessionId } from '../fake-sessions.ts';
import { aFinding } from '../fake-world.ts';

/** How a session of the harness stands. */
export interface SessionManner {
  /** Of a hundred cells, how many are asked. */
  readonly percent: number;
  readonly changes?: Partial<Session>;
  readonly pace?: Partial<Pace>;
  /** Cuts the way to the findings once they have arrived. */
  readonly isCut?: boolean;
}

const words =
  'harbour bakery nordlicht atlas cedar bäckerei kestrel meadow quarry lumen orchard pebble saffron tundra velvet willow zephyr amber ' +
  'brook cobalt drift ember fjord grove hollow ivory juniper karst lagoon maple';
const ends = 'shop studio lab works online digital hub house world green'.split(' ');
const tlds = 'com net org io co dev app ai de eu co.uk shop online xyz info biz store tech site berlin'.split(
  ' ',
);

const names: readonly string[] = Array.from({ length: 2_000 }, (_, index) => {
  const all = words.split(' ').map((word) => (word === 'bäckerei' ? 'xn--bckerei-5wa' : word));
  const word = all[index % all.length] ?? '';
  const end = ends[Math.floor(index / all.length) % ends.length] ?? '';
  const round = Math.floor(index / (all.length * ends.length));
  const tail = round === 0 ? '' : String(round + 1);
  return index < all.length
    ? word
    : word.startsWith('xn--')
      ? `${end}${word.length}${index}`
      : `${word}${end}${tail}`;
});

const causes: readonly UnknownCause[] = ['unreachable', 'unreachable', 'not-in-answer', 'error-in-answer'];

/** The same noise in every run. */
const noise = (seed: number): number => {
  const x = Math.sin(seed * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
};

function kindAt(row: number, column: number): FindingKind {
  const at = noise(row * 31 + column * 7);
  const rare = column < 4 ? 0.08 : column < 10 ? 0.3 : 0.62;
  if (at < rare) return 'available';
  if (at < rare + 0.03) return 'premium';
  if (at > 0.985) return 'unknown';
  if (at > 0.97) return 'reserved';
  return at > 0.965 ? 'invalid' : 'taken';
}

function codeAt(cell: number): number {
  const row = Math.floor(cell / tlds.length);
  const kind = kindAt(row, cell % tlds.length);
  const cause = kind === 'unknown' ? (causes[cell % causes.length] ?? null) : null;
  const isStarred = kind === 'available' && noise(cell) > 0.992;
  return cellCode(kind, cause) | (isStarred ? shortlistBit : 0);
}

function opening(sessionId: string, percent: number): SessionOpening {
  const codes = new Uint8Array(names.length * tlds.length);
  const checkedAt = new Uint32Array(codes.length);
  const now = Math.floor(Date.now() / 1_000);
  const asked = Math.floor((codes.length * percent) / 100);
  for (let cell = 0; cell < asked; cell += 1) {
    codes[cell] = codeAt(cell);
    checkedAt[cell] = now - 20 - Math.floor((asked - cell) / 190) - Math.floor(noise(cell) * 3);
  }
  return { kind: 'opening', sessionId, names: names.join('\n'), tlds, codes, checkedAt };
}

export function theSession({ percent, changes = {}, pace }: SessionManner): Session {
  const { codes } = opening('', percent);
  const counts = noCounts();
  for (const code of codes) counts[kindOfCell(code)] += 1;
  return aSession({
    accountId: 'account-1',
    name: 'Spring campaign, second round',
    source: 'spring-names.csv',
    names: names.length,
    tlds,
    counts,
    left: counts.unchecked,
    state: percent === 100 ? 'finished' : 'running',
    finishedAt: percent === 100 ? new Date(Date.now() - 240_000).toISOString() : null,
    pace: percent === 100 ? null : aPace({ left: { likely: 190, low: 160, high: 260 }, ...pace }),
    ...changes,
  });
}

/** Main's ends of the ports. They are held: one that nobody holds is collected, and its other end is told that it is lost. */
const held: MessagePort[] = [];

/** The session's findings arrive as they do in the application: over a port that is handed to the window. */
function sendOpening(viewId: string, manner: SessionManner): void {
  const { port1, port2 } = new MessageChannel();
  held.push(port1);
  window.postMessage({ kind: sessionPortMessage, viewId }, '*', [port2]);
  port1.postMessage(opening(aSessionId(1), manner.percent));
  if (manner.isCut === true) setTimeout(() => port1.close(), 100);
}

const given = (amount: string) => ({ kind: 'given' as const, amount, currency: 'EUR' });

function findingAt(row: number, column: number) {
  const tld = tlds[column] ?? 'com';
  const kind = kindAt(row, column);
  const prices = kind === 'available' && column % 3 !== 2 ? [1, 2, 5] : [];
  return aFinding(`${names[row] ?? ''}.${tld}`, kind, {
    tld,
    cause: kind === 'unknown' ? 'unreachable' : null,
    message: kind === 'reserved' ? 'Reserved by the registry' : '',
    checkedAt: new Date(Date.now() - 180_000).toISOString(),
    prices: prices.map((period) => ({
      period,
      register: given((period * (8.5 + column)).toFixed(2)),
      transfer: { kind: 'not-given' as const },
      renew: given((period * 12.5).toFixed(2)),
    })),
  });
}

function details(row: number, column: number): Output<'sessions', 'cell'> {
  const finding = findingAt(row, column);
  const fields = {
    domainName: finding.domain,
    isAvailable: String(finding.kind === 'available'),
    status: 'available for registration',
    isPremiumName: 'false',
    'pricing.1.register': '8.50',
    'pricing.1.transfer': '',
    'pricing.1.renew': '12.50',
    domainErrorMessage: finding.message,
  };
  return {
    finding,
    fields: Object.entries(fields).map(([path, value]) => ({ path, value })),
    answer: JSON.stringify(fields, null, 2),
    accountLabel: 'Northwind Hosting',
  };
}

const turns: readonly (readonly [FindingKind, FindingKind])[] = [
  ['taken', 'available'],
  ['available', 'taken'],
  ['unknown', 'taken'],
  ['premium', 'premium'],
  ['available', 'reserved'],
];

const changes: readonly SessionChange[] = Array.from({ length: 412 }, (_, index) => {
  const [before, after] = turns[Math.floor(noise(index) * turns.length)] ?? ['taken', 'available'];
  const priced = (kind: FindingKind, amount: string) =>
    kind === 'available' || kind === 'premium' ? given(amount) : ({ kind: 'not-given' } as const);
  return {
    domain: `${names[index * 3] ?? ''}.${tlds[index % tlds.length] ?? ''}`,
    before,
    after,
    priceBefore: priced(before, '9.50'),
    priceAfter: priced(after, '11.20'),
  };
});

/** Main's answers about bulk look-ups in a scene. */
export function sessionScene(manner: SessionManner, bridge: () => FakeBridge): FakeAnswers {
  const session = theSession(manner);
  const other = aSession({
    ...session,
    id: aSessionId(2),
    name: 'Spring campaign',
    rerunOf: null,
    accountId: 'practice',
    pace: null,
    state: 'finished',
  });
  const sessions: Partial<Client['sessions']> = {
    list: () => Promise.resolve(ok({ sessions: [{ ...session, rerunOf: aSessionId(2) }, other] })),
    open: ({ viewId }) => {
      sendOpening(viewId, manner);
      return Promise.resolve(ok({ ...session, rerunOf: aSessionId(2) }));
    },
    cell: ({ row, column }) => Promise.resolve(ok(details(row, column))),
    row: ({ row }) => Promise.resolve(ok({ findings: tlds.map((_, column) => findingAt(row, column)) })),
    estimate: () =>
      Promise.resolve(ok({ cells: 40_000, requests: 2_000, seconds: { likely: 205, low: 200, high: 320 } })),
    compare: () =>
      Promise.resolve(ok({ compared: 39_210, same: 38_798, changed: 412, changes: [...changes] })),
  };
  return {
    sessions,
    exports: {
      toFile: ({ exportId }) => {
        setTimeout(() => {
          bridge().tell('exports.progress', { exportId, written: 14_200, total: 40_000 });
        }, 20);
        return Promise.resolve(ok({ started: true }));
      },
    },
  };
}
