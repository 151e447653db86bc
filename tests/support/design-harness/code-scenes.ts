import type { CodeExport, CodeExportRow, CodeOutcome, CodesNow, CodeTaken } from '#shared/domain/code.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aCodesWorld, anAccess, aSaving, aSavingId, aSavingRow, type FakeCodes } from '../fake-codes.ts';
import { oneChange } from '../fake-change-flow.ts';
import { aWorld, type FakeWorld } from '../fake-world.ts';
import { portfolioScenes } from './portfolio-scenes.ts';
import { ago } from './searching.ts';

const { world } = portfolioScenes.domains;
const accountId = world.activeId;
const northwind = { accountId, accountLabel: 'Northwind Hosting', domain: 'northwind.com' };

const accesses = [
  anAccess(7, { ...northwind, at: ago(190), deed: 'save' }),
  anAccess(6, { ...northwind, at: ago(2_900), deed: 'reveal' }),
  anAccess(5, { ...northwind, at: ago(2_905), outcome: 'no-answer' }),
  anAccess(4, { ...northwind, at: ago(9_000), deed: 'reveal', outcome: null }),
  anAccess(3, { ...northwind, at: ago(30_000), outcome: 'emailed' }),
  anAccess(2, { ...northwind, at: ago(31_000), outcome: 'refused' }),
  anAccess(1, { ...northwind, at: ago(32_000), outcome: 'unclear' }),
];

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

const codes = (changes: Partial<FakeCodes> = {}): { world: Partial<FakeWorld> } => ({
  world: { ...world, codes: aCodesWorld({ clock: () => Date.now(), accesses, ...changes }) },
});

/** Longer than the picture takes. */
const settings = { ...aWorld().settings, clearClipboardAfterS: 60 };
const unhinted: CodesNow = { clipboard: null, shown: null, canHint: false };
const hinted: CodesNow = { ...unhinted, canHint: true };

const takes = (taken: CodeTaken): FakeAnswers => ({ codes: { take: () => Promise.resolve(ok(taken)) } });
const fails = (error: AppError): FakeAnswers => ({ codes: { take: () => Promise.resolve(fail(error)) } });
const never: FakeAnswers = {
  codes: { take: () => new Promise(() => undefined), saveMany: () => new Promise(() => undefined) },
};

const unlock = {
  lines: [{ label: 'Registrar lock', before: 'locked', after: 'unlocked', isChanged: true }],
  sent: {
    method: 'POST' as const,
    path: '/domains/northwind.com/lock',
    fields: [{ name: 'lockstatus', value: 'unlocked' }],
  },
};

const away: AppError = { kind: 'unreachable', why: 'no-answer-in-time' };
const younger: AppError = {
  kind: 'refused',
  why: 'other',
  status: 200,
  said: 'Domain is within 60 days of registration',
};

const outcomeAt = (index: number): CodeOutcome => {
  if (index % 17 === 5) return 'refused';
  if (index % 29 === 11) return 'emailed';
  if (index % 41 === 20) return 'no-answer';
  return index % 53 === 30 ? 'unclear' : 'code';
};

const errorOf: Readonly<Partial<Record<CodeOutcome, AppError>>> = {
  refused: younger,
  'no-answer': away,
  unclear: { kind: 'unreadable', status: 200, why: 'wrong-shape' },
};

const rows = (count: number, asked: number): readonly CodeExportRow[] =>
  Array.from({ length: count }, (_, index) => {
    const outcome = index < asked ? outcomeAt(index) : null;
    return aSavingRow(index, { outcome, error: outcome === null ? null : (errorOf[outcome] ?? null) });
  });

function saved(changes: Partial<CodeExport>, of: readonly CodeExportRow[]): { world: Partial<FakeWorld> } {
  const mine = { accountId, accountLabel: 'Northwind Hosting', startedAt: ago(4) };
  const first = aSaving({ ...mine, ...changes }, of);
  const older = aSaving(
    {
      ...mine,
      id: aSavingId(2),
      path: '/home/robin/Documents/harbour-lights.age',
      file: 'there',
      state: 'done',
      startedAt: ago(90),
      endedAt: ago(89),
    },
    rows(12, 12),
  );
  const oldest = {
    ...older,
    id: aSavingId(3),
    accountId: 'account-2',
    accountLabel: 'Contoso Web GmbH',
    path: '/home/robin/Documents/contoso.age',
    file: 'none' as const,
    state: 'failed' as const,
    error: { kind: 'storage', fault: 'full' } as const,
    startedAt: ago(300),
  };
  return codes({ savings: [first, older, oldest], rows: new Map([[aSavingId(1), of]]) });
}

const over = { endedAt: ago(1), file: 'there' } as const;

/** The transfer codes, in every state. */
export const codeScenes = {
  code: codes(),
  codeUnlock: { ...codes(), answers: { changes: oneChange({ review: unlock }) } },
  codeHinted: { world: { ...codes({ now: hinted }).world } },
  codeTaken: { world: { ...codes().world, settings } },
  codeInClipboard: {
    world: {
      ...codes({
        now: { ...unhinted, clipboard: { domain: 'harbour-lights.shop', clearsAt: inSeconds(60) } },
      }).world,
    },
  },
  codeAsks: { ...codes(), answers: never },
  codeEmailed: { ...codes(), answers: takes({ kind: 'emailed', retrievedAt: ago(0) }) },
  codeUnclear: {
    ...codes(),
    answers: takes({
      kind: 'unclear',
      retrievedAt: ago(0),
      status: 200,
      answer: JSON.stringify(
        { result: '••••••••', message: '••••', data: { id: '••••', sent: '••••' } },
        null,
        2,
      ),
    }),
  },
  codeClosed: { ...codes(), answers: takes({ kind: 'declined', why: 'closed' }) },
  codeBusy: { ...codes(), answers: takes({ kind: 'declined', why: 'busy' }) },
  codeRefused: { ...codes(), answers: fails(younger) },
  codeWrongKey: {
    ...codes(),
    answers: fails({ kind: 'refused', why: 'credentials', status: 401, said: 'Invalid API Token' }),
  },
  codeNoAnswer: { ...codes(), answers: fails(away) },
  codeOffline: { ...codes(), answers: fails({ kind: 'unreachable', why: 'offline' }) },
  codesNone: codes(),
  codesReading: { ...codes(), answers: { codes: { savings: () => new Promise<never>(() => undefined) } } },
  codesUnread: {
    ...codes(),
    answers: { codes: { savings: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) } },
  },
  codesRowless: {
    ...saved({ state: 'done', ...over }, rows(340, 340)),
    answers: {
      codes: { savingRows: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
    },
  },
  codesRunning: saved({}, rows(340, 123)),
  codesWaiting: saved({ waitsFor: { kind: 'unreachable', why: 'offline' } }, rows(340, 123)),
  codesDone: saved({ state: 'done', ...over }, rows(340, 340)),
  codesAll: saved({ state: 'done', ...over }, rows(5, 5)),
  codesStopped: saved({ state: 'stopped', ...over }, rows(340, 123)),
  codesFailed: saved(
    {
      state: 'failed',
      ...over,
      error: { kind: 'refused', why: 'credentials', status: 401, said: 'Invalid API Token' },
    },
    rows(340, 60),
  ),
  codesUnwritten: saved(
    { state: 'failed', ...over, file: 'none', error: { kind: 'storage', fault: 'full' } },
    rows(340, 60),
  ),
  codesMany: { world: { ...codes().world, domains: portfolioScenes.domainsMany.world.domains } },
};
