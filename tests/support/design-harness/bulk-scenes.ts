import type { FindingKind } from '#shared/domain/finding.ts';
import type { Session } from '#shared/domain/session.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aReport } from '../fake-intake.ts';
import { aPace, aSession, aSessionId } from '../fake-sessions.ts';
import { ago } from './searching.ts';

const tlds = 'com net org io co dev app ai de eu co.uk shop online xyz info biz me us ch at'.split(' ');

function session(
  number: number,
  changes: Partial<Session>,
  known: Partial<Record<FindingKind, number>> = {},
): Session {
  return aSession(
    {
      id: aSessionId(number),
      accountId: 'account-1',
      names: 2_000,
      tlds,
      createdAt: ago(number * 60),
      changedAt: ago(number * 17),
      ...changes,
    },
    known,
  );
}

const some = { available: 3_204, premium: 118, taken: 13_310, reserved: 201, invalid: 12, unknown: 355 };
const all = { available: 7_411, premium: 240, taken: 31_890, reserved: 400, invalid: 23, unknown: 36 };

/** Sessions in every state, of three accounts, with short names and long ones. */
export const sessions: readonly Session[] = [
  session(1, { name: 'Bakeries of Berlin', state: 'running', pace: aPace(), changedAt: ago(0) }, some),
  session(
    2,
    {
      name: 'Spring campaign: two-word names for the Hanseatic shops that a customer asked for in March, second try',
      source: 'spring-campaign-two-word-names-of-the-hanseatic-shops-final-version-2.xlsx',
      state: 'running',
      pace: aPace({ requestsPerSecond: 1.2, slowedBy: 'rate', allowedPerSecond: 1.5, left: null }),
    },
    { available: 9, taken: 122 },
  ),
  session(
    3,
    {
      name: 'Surnames A–K',
      source: 'pasted',
      state: 'waiting',
      waitingFor: { kind: 'unreachable', why: 'offline' },
    },
    some,
  ),
  session(4, { name: 'Harbour towns', source: 'generated', state: 'paused' }, some),
  session(5, { name: 'Cafés, all spellings', state: 'stopped', changedAt: ago(320) }, { taken: 40 }),
  session(6, { name: 'Bakeries of Hamburg', finishedAt: ago(180), changedAt: ago(180) }, all),
  session(7, { name: 'Bakeries of Hamburg again', rerunOf: aSessionId(6), finishedAt: ago(20) }, all),
  session(8, { name: 'Not started', state: 'paused', names: 100_000, changedAt: ago(4_000) }),
  session(9, { name: 'Client list', accountId: 'account-2', finishedAt: ago(60) }, all),
  session(
    10,
    { name: 'Trying it out', accountId: 'practice', names: 12, tlds: ['com'] },
    { available: 4, taken: 8 },
  ),
];

export const manySessions: readonly Session[] = Array.from({ length: 400 }, (_, index) =>
  session(index + 1, { name: `Weekly watch list ${400 - index}`, state: 'paused' }, some),
);

const table = aReport({
  source: 'bakeries-export.csv',
  form: 'table',
  encoding: 'windows-1252',
  columns: [
    { title: 'Customer', samples: ['Müller GmbH', 'Northwind', 'Contoso Web GmbH'], names: 1 },
    { title: 'Wanted name', samples: ['bäckerei-müller.de', 'northwind.com', 'contoso'], names: 20 },
    { title: '', samples: ['2026-03-01', '2026-03-02'], names: 0 },
  ],
  column: 1,
  hasHeader: true,
  rows: 2_044,
  names: 1_998,
  preview: Array.from({ length: 200 }, (_, index) => `bäckerei-${index + 1}`),
  changed: 1_203,
  changes: [
    {
      line: 2,
      text: 'https://www.Bäckerei-Müller.de/shop?ref=1',
      name: 'bäckerei-müller',
      why: 'A URL: its host was taken',
    },
    { line: 3, text: 'Northwind.com', name: 'northwind', why: 'The TLD behind the name was removed' },
    { line: 7, text: 'Con Toso', name: 'contoso', why: 'Spaces were taken out' },
  ],
  dropped: 46,
  drops: [
    { line: 12, text: 'northwind', reason: 'Stands in the list already' },
    { line: 90, text: 'exa_mple', reason: 'A name has no underscores' },
  ],
  dropsByReason: [
    { reason: 'Stands in the list already', count: 41 },
    { reason: 'A name has no underscores', count: 5 },
  ],
  tldsFound: [
    { tld: 'com', count: 812 },
    { tld: 'de', count: 301 },
    { tld: 'zürich', count: 2 },
  ],
});

export const readsTable: FakeAnswers = {
  intake: {
    chooseFile: () => Promise.resolve(ok({ report: table })),
    reread: () => Promise.resolve(ok(table)),
  },
};

export const misreads: FakeAnswers = {
  intake: {
    chooseFile: () =>
      Promise.resolve(
        fail({
          kind: 'invalid-input',
          field: 'file',
          reason: '“photo.jpg” is a picture, not a list of names. Open a TXT, CSV, TSV or XLSX file.',
        } as const),
      ),
    count: () =>
      Promise.resolve(
        fail({
          kind: 'invalid-input',
          field: 'recipe',
          reason: 'Pattern 2, character 5: this { is not closed.',
        } as const),
      ),
  },
};

export const cannotList: FakeAnswers = {
  sessions: { list: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' } as const)) },
};

/** Far too much, and then as much as is allowed. */
export const readsMany = (names: number): FakeAnswers => ({
  intake: {
    readText: ({ draftId }) =>
      Promise.resolve(ok(aReport({ draftId, names, rows: names, preview: ['bakery', 'bäckerei'] }))),
  },
});
