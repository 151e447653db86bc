import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asEntered, noFilter, type SessionFilter, type SessionSort } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  createExports,
  type Exports,
  type SessionReader,
} from '../../../../../electron/main/export/exports.ts';
import { readWorkbook } from '../../../../../electron/main/tables/workbook.ts';
import { expectedThings } from '../../../../support/tables/table-files.ts';
import type { ExportFormat } from '../../../../../electron/main/export/formats.ts';
import { aFastTime } from '../../../../support/time/virtual-time.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { threadUrl } from '../../../../support/threads/thread-urls.ts';
import {
  type ADirectory,
  aDirectory,
  anAccount,
  valueOf,
  openTestWorkspace,
} from '../../../../support/workspace/a-workspace.ts';
import { instead } from '../../../../support/workspace/stores-here.ts';

/** What the service says of a name under a TLD: fields of a lookup result, as the API document has them. */
type SaysOf = (label: string, tld: string) => object | null;

/** Every third available with a price, every third taken, every third reserved. */
const inTurn: SaysOf = (label, tld) => {
  const turn = (label.length + tld.length) % 3;
  if (turn === 0)
    return {
      isAvailable: true,
      isPremium: false,
      isValidDomain: true,
      status: 'available for registration',
      pricing: { '1': { register: '12.50', transfer: '11.00', renew: '14.90' } },
    };
  return { isAvailable: false, isValidDomain: true, status: turn === 1 ? 'registered' : 'reserved' };
};

/**
 * A session whose cells were asked, in a real workspace; as the engine records it.
 *
 * @param says Null leaves a cell out of the answer: it is unknown then.
 * @param asked How many of the names were asked, from the first on; the others stay unchecked.
 */
async function aRecordedSession(
  { accounts, sessions }: Pick<Workspace, 'accounts' | 'sessions'>,
  names: readonly string[],
  tlds: readonly string[],
  says: SaysOf = inTurn,
  asked = names.length,
): Promise<string> {
  const id = randomUUID();
  const accountId = anAccount().id;
  accounts.save(anAccount());
  const session = {
    id,
    accountId,
    name: 'Recorded',
    state: 'paused',
    source: 'pasted',
    rerunOf: null,
  } as const;
  const createdAt = '2026-02-21T14:00:00.000Z';
  valueOf(
    await sessions.create({ session: { ...session, createdAt, tlds: [...tlds] }, names: names.join('\n') }),
  );
  const columns = Uint16Array.from(tlds.keys());
  const checkedAtMs = Date.parse('2026-02-21T14:05:06.000Z');
  for (let row = 0; row < asked; row += 100) {
    const requests = names.slice(row, Math.min(row + 100, asked)).map((label, index) => ({
      ...{ row: row + index, columns, checkedAtMs, cause: null, message: '' },
      body: answerOf(label, tlds, says),
    }));
    valueOf(await sessions.record({ id, requests }));
  }
  valueOf(await sessions.seal());
  return id;
}

function answerOf(label: string, tlds: readonly string[], says: SaysOf): Uint8Array<ArrayBuffer> {
  const entries = tlds.flatMap((tld) => {
    const said = says(label, tld);
    return said === null ? [] : [{ domainName: `${label}.${tld}`, ...said }];
  });
  return new Uint8Array(Buffer.from(JSON.stringify(entries)));
}

const names = ['beta', 'alpha', 'xn--bcher-kva', 'delta'];
const tlds = ['com', 'net', 'co.uk'];

/** Only the first three names are asked; of these, `net` is left out of the answer for `alpha`. */
const says: SaysOf = (label, tld) => {
  if (label === 'alpha' && tld === 'net') return null;
  if (tld === 'com')
    return { isAvailable: true, isValidDomain: true, pricing: { '1': { register: '9.99' } } };
  if (tld === 'net')
    return { isAvailable: false, isValidDomain: true, domainErrorMessage: '=HYPERLINK("x")' };
  return { isAvailable: false, isValidDomain: true, status: 'reserved' };
};

let directory: ADirectory;
let workspace: Workspace;
let sessionId: string;

beforeAll(async () => {
  directory = aDirectory();
  workspace = await openTestWorkspace(join(directory.path, 'workspace'));
  sessionId = await aRecordedSession(workspace, names, tlds, says, 3);
});
afterAll(async () => {
  for (const each of open) await each.close();
  await workspace.close();
  directory.remove();
});

const open: Exports[] = [];

function exporting(
  sessions: SessionReader = workspace.sessions,
  own: Result<readonly string[]> = ok([]),
  currency: string | null = null,
): Exports {
  const exports = createExports({
    sessions,
    ownNames: () => Promise.resolve(own),
    currencyOf: () => currency,
    workerUrl: threadUrl('exports-worker'),
    timer: aFastTime(1).timer,
  });
  open.push(exports);
  return exports;
}

interface Wanted {
  readonly name?: string;
  readonly format?: ExportFormat;
  readonly filter?: Partial<SessionFilter>;
  readonly sort?: SessionSort;
  readonly own?: readonly string[];
  readonly currency?: string;
  readonly signal?: AbortSignal;
  readonly sessions?: SessionReader;
}

let files = 0;
async function exported({ format = 'csv', ...wanted }: Wanted = {}) {
  files += 1;
  const folder = join(directory.path, `out-${files}`);
  mkdirSync(folder);
  const path = join(folder, wanted.name ?? `names.${format}`);
  const progress: (readonly [number, number])[] = [];
  const { filter = {}, sort = asEntered, own = [], signal = new AbortController().signal } = wanted;
  const result = await exporting(wanted.sessions, ok(own), wanted.currency).toFile(
    { sessionId, filter: { ...noFilter, ...filter }, sort, path, format },
    signal,
    (written, total) => progress.push([written, total]),
  );
  return { result, path, folder, progress };
}

const cellsOf = async (wanted: Wanted): Promise<readonly string[]> => {
  const { path } = await exported({ ...wanted, format: 'txt' });
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
};

describe('a file of a session', () => {
  it.each<[string, Wanted, readonly string[]]>([
    ['everything, unchecked cells too', {}, names.flatMap((name) => tlds.map((tld) => `${name}.${tld}`))],
    [
      'one kind, columns in order',
      { filter: { kinds: ['available'] } },
      ['beta.com', 'alpha.com', 'xn--bcher-kva.com'],
    ],
    [
      'one kind, without the user’s own names',
      { filter: { kinds: ['available'] }, own: ['beta.com', 'alpha.co.uk', 'other.com'] },
      ['alpha.com', 'xn--bcher-kva.com'],
    ],
    [
      'the user’s own names, whatever was found',
      { filter: { kinds: ['yours'] }, own: ['delta.com', 'beta.com', 'alpha.co.uk', 'other.com'] },
      ['beta.com', 'alpha.co.uk', 'delta.com'],
    ],
    [
      'what costs no more than a limit, as on the grid',
      { filter: { mostPrice: { of: 'register', amount: 10 } }, own: ['beta.com'] },
      ['alpha.com', 'xn--bcher-kva.com'],
    ],
    ['what costs less than anything does', { filter: { mostPrice: { of: 'register', amount: 1 } } }, []],
    ['what nobody answered', { filter: { kinds: ['unknown'] } }, ['alpha.net']],
    ['what was not asked', { filter: { kinds: ['unchecked'], tlds: ['net'] } }, ['delta.net']],
    [
      'names in order',
      { filter: { tlds: ['com'] }, sort: { by: 'name', descending: false } },
      ['alpha.com', 'beta.com', 'xn--bcher-kva.com', 'delta.com'],
    ],
    [
      'part of a name in its Unicode form',
      { filter: { text: 'büch', tlds: ['com'] } },
      ['xn--bcher-kva.com'],
    ],
    ['nothing', { filter: { text: 'nobody' } }, []],
  ])('has exactly the cells that are shown, in that order: %s', async (_case, wanted, cells) => {
    expect(await cellsOf(wanted)).toEqual(cells);
  });

  it('says of the user’s own names that they are, and not available, though they were found so', async () => {
    const { path } = await exported({ filter: { text: 'alpha' }, own: ['alpha.com', 'alpha.co.uk'] });
    expect(parse(readFileSync(path), { columns: true })).toMatchObject([
      { domain: 'alpha.com', finding: 'yours', available: 'false' },
      { domain: 'alpha.net', finding: 'unknown', available: '' },
      { domain: 'alpha.co.uk', finding: 'yours', available: 'false' },
    ]);
  });

  it('says the same in every format', async () => {
    const json = JSON.parse(readFileSync((await exported({ format: 'json' })).path, 'utf8')) as unknown;
    const lines = readFileSync((await exported({ format: 'ndjson' })).path, 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(json);
    const domains = (json as { domain: string }[]).map(({ domain }) => domain); // Read back from what was written.
    expect(await cellsOf({})).toEqual(domains);
    const bytes = new Uint8Array(readFileSync((await exported({ format: 'xlsx' })).path));
    const { rows } = valueOf(await readWorkbook({ fileName: 'names.xlsx', bytes }, null, expectedThings));
    const cells = valueOf(await rows.read((row) => row.cells, 0));
    expect(cells.map(([domain]) => domain)).toEqual(['domain', ...domains]);
  });

  it('is no workbook of more rows than a sheet has', async () => {
    const [many, under] = [1_049, 1_000];
    const sessions: SessionReader = {
      ...workspace.sessions,
      find: async (asked) => {
        const found = valueOf(await workspace.sessions.find(asked));
        return ok(found && { ...found, tlds: Array.from({ length: under }, (_, at) => `t${at}`) });
      },
      names: () => Promise.resolve(ok(Array.from({ length: many }, (_, at) => `name-${at}`).join('\n'))),
      cells: () =>
        Promise.resolve(
          ok({
            codes: new Uint8Array(many * under),
            checkedAt: new Uint32Array(many * under),
            pending: new Uint8Array(),
          }),
        ),
    };
    const { result, folder } = await exported({ format: 'xlsx', sessions });
    expect(result).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'filter' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes the place of what stood there only when it is whole, with the rights that files get', async () => {
    const { folder } = await exported();
    const path = join(folder, 'names.csv');
    writeFileSync(path, 'before');
    const again = await exporting().toFile(
      { sessionId, filter: noFilter, sort: asEntered, path, format: 'csv' },
      new AbortController().signal,
      () => expect(readFileSync(path, 'utf8')).toMatch(/^(?:before$|domain)/),
    );
    expect(again).toEqual({ ok: true, value: { rows: 12 } });
    expect(readdirSync(folder)).toEqual(['names.csv']);
  });

  it('tells how far it is, and at the end that it is all there', async () => {
    const { progress } = await exported();
    expect(progress.at(-1)).toEqual([12, 12]);
  });

  it('has the currency of the account beside prices that name none, and beside nothing else', async () => {
    const { path } = await exported({ currency: 'CHF', format: 'json' });
    const rows = JSON.parse(readFileSync(path, 'utf8')) as readonly Readonly<Record<string, unknown>>[]; // as just written
    const priced = rows.filter(({ price_register }) => price_register !== null);
    expect(priced.length).toBeGreaterThan(0);
    expect(rows.filter(({ currency }) => currency !== null)).toEqual(priced);
    expect(new Set(priced.map(({ currency }) => currency))).toEqual(new Set(['CHF']));
  });
});

describe('an export that does not come to its end', () => {
  const before = (folder: string): void => writeFileSync(join(folder, 'kept.txt'), '');

  it('leaves nothing behind when it is cancelled', async () => {
    const abort = new AbortController();
    const sessions: SessionReader = instead(workspace.sessions, {
      findings: (input) => {
        abort.abort();
        return workspace.sessions.findings(input);
      },
    });
    const { result, folder } = await exported({ signal: abort.signal, sessions });
    expect(result).toEqual(fail({ kind: 'cancelled' }));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads no prices for an order by price once it is cancelled', async () => {
    const abort = new AbortController();
    let pricesRead = 0;
    const sessions: SessionReader = instead(workspace.sessions, {
      cells: (input) => {
        abort.abort();
        return workspace.sessions.cells(input);
      },
      prices: (input) => {
        pricesRead += 1;
        return workspace.sessions.prices(input);
      },
    });
    const sort: SessionSort = { by: 'register', descending: false };
    const { result, folder } = await exported({ sort, signal: abort.signal, sessions });
    expect(result).toEqual(fail({ kind: 'cancelled' }));
    expect([pricesRead, readdirSync(folder)]).toEqual([0, []]);
  });

  it('leaves nothing behind when the workspace fails', async () => {
    const sessions: SessionReader = instead(workspace.sessions, {
      findings: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' })),
    });
    const { result, folder } = await exported({ sessions });
    before(folder);
    expect(result).toEqual(fail({ kind: 'storage', fault: 'damaged' }));
    expect(readdirSync(folder)).toEqual(['kept.txt']);
  });

  it('writes nothing where the user’s own names cannot be read: any of them could be told as available', async () => {
    const broken = fail({ kind: 'storage', fault: 'damaged' });
    const request = { sessionId, filter: { ...noFilter, kinds: ['available'] }, sort: asEntered } as const;
    const path = join(directory.path, 'never.csv');
    const exports = exporting(workspace.sessions, broken);
    const signal = new AbortController().signal;
    expect(await exports.toFile({ ...request, path, format: 'csv' }, signal, () => undefined)).toEqual(
      broken,
    );
    expect(await exports.toText(request, 'table')).toEqual(broken);
    expect(readdirSync(directory.path)).not.toContain('never.csv');
  });

  it('says so where the session is gone', async () => {
    const sessions: SessionReader = instead(workspace.sessions, {
      find: () => Promise.resolve({ ok: true, value: null }),
    });
    expect((await exported({ sessions })).result).toMatchObject({ error: { field: 'sessionId' } });
  });
});

describe('text for the clipboard', () => {
  it('has a head line and a line for each cell', async () => {
    const { text, rows } = valueOf(
      await exporting().toText(
        { sessionId, filter: { ...noFilter, kinds: ['unknown'] }, sort: asEntered },
        'table',
      ),
    );
    expect(rows).toBe(1);
    expect(text.split('\n').map((line) => line.split('\t')[0])).toEqual(['domain', 'alpha.net', '']);
  });

  it('has no name of the user’s own among the available ones', async () => {
    const filter = { ...noFilter, kinds: ['available'] } as const;
    const { text } = valueOf(
      await exporting(workspace.sessions, ok(['alpha.com'])).toText(
        { sessionId, filter, sort: asEntered },
        'table',
      ),
    );
    expect(text.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'domain',
      'beta.com',
      'xn--bcher-kva.com',
      '',
    ]);
  });

  it('is of the domains alone where names are wanted: of the same cells as a file, in their order', async () => {
    const filter = { ...noFilter, kinds: ['available'] } as const;
    const own = ok(['alpha.com']);
    for (const sort of [asEntered, { by: 'name', descending: true } as const]) {
      const { text, rows } = valueOf(
        await exporting(workspace.sessions, own).toText({ sessionId, filter, sort }, 'names'),
      );
      const written = await cellsOf({ filter, sort, own: ['alpha.com'] });
      expect([text.split('\n'), rows]).toEqual([written, 2]);
    }
    // No finding is read for it.
    const sessions: SessionReader = instead(workspace.sessions, {
      findings: () => Promise.reject(new Error()),
    });
    expect(await exporting(sessions).toText({ sessionId, filter, sort: asEntered }, 'names')).toMatchObject({
      ok: true,
    });
  });

  it.each(['table', 'names'] as const)(
    'is refused with the numbers where a %s would be too much',
    async (as) => {
      const many = await aRecordedSession(
        workspace,
        Array.from({ length: 1_001 }, (_, index) => `name${index}`),
        Array.from({ length: 200 }, (_, index) => `t${index}`),
        () => null,
        0,
      );
      const refused = await exporting().toText({ sessionId: many, filter: noFilter, sort: asEntered }, as);
      expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'filter' } });
      expect(JSON.stringify(refused)).toContain('200,200 checks');
    },
  );
});
