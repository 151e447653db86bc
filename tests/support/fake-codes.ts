import { isUnreadCode, notReadText } from '#shared/domain/not-read.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type {
  CodeAccess,
  CodeExport,
  CodeExportRow,
  CodeOutcome,
  CodesNow,
  CodeTaken,
  OpenedCodeFile,
} from '#shared/domain/code.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import type { Client, Input, Output } from '../../renderer/src/client.ts';
import { ok, type Result } from '#shared/result.ts';
import { codeOutcomes } from '#shared/domain/code-actions.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

/** Where codes are in a small world, who asked for them, and which go into files. There is no code in it. */
export interface FakeCodes {
  /** Main's clock. */
  clock: () => number;
  now: CodesNow;
  /** Of all accounts, each once, the newest first. */
  accesses: readonly CodeAccess[];
  /** The newest first. */
  codeExports: readonly CodeExport[];
  readonly rows: Map<string, readonly CodeExportRow[]>;
  /** The file that is chosen; null: the dialog is cancelled. */
  file: OpenedCodeFile | null;
}

/** What of a small world concerns codes. */
interface CodesWorld {
  readonly codes: FakeCodes;
  readonly activeId: string | null;
  readonly settings: Pick<Output<'settings', 'read'>, 'clearClipboardAfterS'>;
}

export const aCodesWorld = (changes: Partial<FakeCodes> = {}): FakeCodes => ({
  clock: () => Date.parse('2026-11-21T08:00:00.000Z'),
  now: { clipboard: null, shown: null, canHint: false },
  accesses: [],
  codeExports: [],
  rows: new Map(),
  file: null,
  ...changes,
});

export const anAccess = (seq: number, changes: Partial<CodeAccess> = {}): CodeAccess => ({
  seq,
  at: '2026-11-21T07:50:00.000Z',
  accountId: 'practice',
  accountLabel: 'Practice',
  domain: 'harbour.example',
  deed: 'copy',
  outcome: 'code',
  ...changes,
});

export const anExportId = (number: number): string =>
  `00000000-0000-4000-9500-${String(number).padStart(12, '0')}`;

export const anExportRow = (index: number, changes: Partial<CodeExportRow> = {}): CodeExportRow => ({
  index,
  domain: `shop-${index + 1}.com`,
  outcome: null,
  error: null,
  ...changes,
});

/** The counts that rows come to. */
export function outcomesOf(
  rows: readonly CodeExportRow[],
): Pick<CodeExport, 'total' | 'asked' | 'outcomes' | 'notRead'> {
  const none: Record<CodeOutcome, number> = {
    code: 0,
    emailed: 0,
    refused: 0,
    unclear: 0,
    'no-answer': 0,
    'not-sent': 0,
  };
  for (const outcome of codeOutcomes) none[outcome] = rows.filter((row) => row.outcome === outcome).length;
  const asked = rows.filter((row) => row.outcome !== null).length;
  const unread = rows.filter(({ outcome }) => isUnreadCode(outcome));
  const notRead = notReadText(
    unread.map(({ error }) => (error === null ? '' : sentencesFor(error).happened)),
  );
  return { total: rows.length, asked, outcomes: none, notRead };
}

/** A code export that runs, of which nothing was asked yet unless its rows say otherwise. */
export const aCodeExport = (
  changes: Partial<CodeExport> = {},
  rows: readonly CodeExportRow[] = [],
): CodeExport => ({
  id: anExportId(1),
  accountId: 'practice',
  accountLabel: 'Practice',
  path: '/home/robin/Documents/transfer-codes-2026-11-21.age',
  file: 'none',
  state: 'running',
  ...outcomesOf(rows),
  startedAt: '2026-11-21T08:00:00.000Z',
  endedAt: null,
  error: null,
  waitsFor: null,
  ...changes,
});

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** Codes in memory: each is confirmed at once. Nothing is taken out, hidden or fetched by itself: a test tells. */
export function codeAnswers(world: CodesWorld, tell: Tell): Pick<Client, 'codes'> {
  const { codes } = world;
  function become(changes: Partial<CodesNow>): Promise<Result<CodesNow>> {
    codes.now = { ...codes.now, ...changes };
    tell('codes.changed', codes.now);
    return answer(codes.now);
  }
  return {
    codes: {
      take: (asked) => answer(taken(world, asked, (changes) => void become(changes))),
      accesses: ({ domain }) =>
        answer({
          accesses: codes.accesses.filter(
            (access) => access.accountId === world.activeId && access.domain === domain,
          ),
        }),
      now: () => answer(codes.now),
      clearClipboard: () => become({ clipboard: null }),
      ...codeExports(world, tell),
      openFile: () => answer({ file: codes.file }),
      showFromFile: () => answer({ isShown: true }),
      closeFile: () => answer({}),
    },
  };
}

function taken(
  { codes, activeId, settings }: CodesWorld,
  { domain, deed }: Input<'codes', 'take'>,
  become: (changes: Partial<CodesNow>) => void,
): CodeTaken {
  const nowMs = codes.clock();
  const after = (seconds: number) => new Date(nowMs + seconds * 1_000).toISOString();
  const access = anAccess(codes.accesses.length + 1, {
    at: after(0),
    accountId: activeId ?? '',
    domain,
    deed,
  });
  codes.accesses = [access, ...codes.accesses];
  if (deed === 'copy') {
    const clearsAt = after(settings.clearClipboardAfterS);
    become({ clipboard: { domain, clearsAt } });
    return { kind: 'copied', retrievedAt: after(0), clearsAt };
  }
  become({ shown: { domain, hidesAt: after(20) } });
  return { kind: 'revealed', retrievedAt: after(0), hidesAt: after(20) };
}

type CodeExports = Pick<Client['codes'], 'saveMany' | 'codeExports' | 'exportRows' | 'stopExport'>;

function codeExports({ codes, activeId }: CodesWorld, tell: Tell): CodeExports {
  const put = (codeExport: CodeExport): void => {
    codes.codeExports = [codeExport, ...codes.codeExports.filter(({ id }) => id !== codeExport.id)];
    tell('codes.exportChanged', codeExport);
  };
  return {
    saveMany({ domains, format }) {
      const rows = domains.map((domain, index) => anExportRow(index, { domain }));
      const id = anExportId(codes.codeExports.length + 1);
      const startedAt = new Date(codes.clock()).toISOString();
      const path = `/home/robin/Documents/transfer-codes-2026-11-21.${format}`;
      const codeExport = aCodeExport({ id, accountId: activeId ?? '', path, startedAt }, rows);
      codes.rows.set(id, rows);
      put(codeExport);
      return answer({ codeExport });
    },
    codeExports: () => answer({ codeExports: [...codes.codeExports] }),
    exportRows({ id, which, offset, limit }) {
      const rows = (codes.rows.get(id) ?? []).filter(
        (row) => which === 'all' || (which === 'failed' ? isFailed(row) : isUnreadCode(row.outcome)),
      );
      return answer({ rows: rows.slice(offset, offset + limit), total: rows.length });
    },
    stopExport({ id }) {
      const codeExport = codes.codeExports.find((one) => one.id === id);
      if (codeExport !== undefined)
        put({
          ...codeExport,
          file: codeExport.asked > 0 ? 'there' : 'none',
          state: 'stopped',
          endedAt: new Date(codes.clock()).toISOString(),
        });
      return answer({});
    },
  };
}

const isFailed = ({ outcome }: CodeExportRow): boolean => outcome !== null && outcome !== 'code';
