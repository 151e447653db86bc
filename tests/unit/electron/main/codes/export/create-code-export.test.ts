import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../../../../shared/errors.ts';
import type { CodeExport } from '../../../../../../shared/domain/code.ts';
import { fail, ok, type Result } from '../../../../../../shared/result.ts';
import { Secret } from '../../../../../../electron/main/system/secret.ts';
import type { CodeExportConnection } from '../../../../../../electron/main/codes/export/run.ts';
import { LiveCodeExport } from '../../../../../../electron/main/codes/export/create-code-export.ts';
import {
  codeRow,
  codeRowsHead,
  type EncryptedFile,
  type CodeRow,
} from '../../../../../../electron/main/codes/export/encrypted-file.ts';
import { clientOf } from '../../../../../support/named-operations.ts';
import { aFreeLane } from '../../../../../support/batches/a-batches-world.ts';
import { aVirtualTime } from '../../../../../support/time/virtual-time.ts';

const offline: AppError = { kind: 'unreachable', why: 'offline' };

const lost: AppError = { kind: 'unreachable', why: 'no-answer-in-time' };

/** What the service says to one asking: a code, `emailed`, an error, or something later. */
type Said = string | AppError | Promise<string>;

/** Savings over a service, a journal and a file that stand in memory, in a time that jumps. */
class CodeExportWorld {
  readonly time = aVirtualTime();
  /** What each asking of a domain is answered with, in order; then, and where nothing is said, `code-of-<domain>`. */
  readonly said = new Map<string, Said[]>();
  /** What reading the credit fails with; null where it goes well. */
  credits: AppError | null = null;
  /** What comes instead of a connection. */
  connecting: AppError | null = null;
  /** What the journal cannot do, and from which line on. */
  journalFails: { readonly line: 'asked' | 'answered'; readonly at: number } | null = null;
  /** What putting a row into the file fails with, from which row on (the head is row 0). */
  fileFullAt = Number.POSITIVE_INFINITY;
  keeping: Result<null> = ok(null);
  ready: Promise<void> = Promise.resolve();
  /** Everything that happened, in its order. */
  readonly happened: string[] = [];
  readonly announced: CodeExport[] = [];
  readonly announcedAtMs: number[] = [];
  readonly bugs: unknown[] = [];
  /** What is refused is refused before the code is asked for. */
  refusesBefore = false;
  ending = new AbortController();
  #put: string[] = [];
  #lines = 0;

  /** The lines of the file, the head among them; empty where there is none. */
  get file(): readonly string[] {
    return this.happened.includes('keep') ? this.#put : [];
  }

  get asked(): readonly string[] {
    return this.happened.filter((each) => each.startsWith('GET ')).map((each) => each.slice(4));
  }

  start(domains: readonly string[]): LiveCodeExport {
    return new LiveCodeExport(
      {
        connections: { of: () => Promise.resolve(this.#connection()) },
        journal: {
          asked: (_account, domain, deed) => Promise.resolve(this.#line('asked', `${deed} ${domain}`)),
          answered: (access, outcome) => {
            const line = this.#line('answered', `${access} ${outcome}`);
            return Promise.resolve(line.ok ? ok(null) : line);
          },
        },
        announce: (codeExport) => {
          this.announced.push(codeExport);
          this.announcedAtMs.push(this.time.timer.nowMs());
        },
        timer: this.time.timer,
        now: this.time.now,
        onBug: (thrown) => {
          this.bugs.push(thrown);
          return 'BUG';
        },
      },
      { id: 's1', account: { id: 'a1', label: 'Acme' }, path: '/codes.age', domains, file: this.#file() },
    );
  }

  outcomeOf(domains: readonly string[]): Promise<CodeExport> {
    return this.time.outcomeOf(this.start(domains).ended);
  }

  #connection(): Result<CodeExportConnection> {
    if (this.connecting !== null) return fail(this.connecting);
    return ok({
      client: clientOf({
        readEppCode: async ({ domain }, { onAnswer } = {}) => {
          this.happened.push(`GET ${domain}`);
          const said = await (this.said.get(domain)?.shift() ?? `code-of-${domain}`);
          if (typeof said === 'string' || (said.kind === 'refused' && !this.refusesBefore))
            onAnswer?.({ operation: 'readEppCode', status: 200, answer: '' });
          if (typeof said !== 'string') return fail(said);
          return said === 'emailed'
            ? ok({ kind: 'emailed-to-registrant', answer: '' })
            : ok({ kind: 'code', code: new Secret(said), answer: '' });
        },
        readCredits: () => {
          this.happened.push('credits');
          return Promise.resolve(
            this.credits === null ? ok({ amount: '1.00', shown: '1.00', answer: '' }) : fail(this.credits),
          );
        },
      }),
      throttle: { lane: aFreeLane },
      ended: this.ending.signal,
    });
  }

  #line(line: 'asked' | 'answered', what: string): Result<number> {
    if (this.journalFails?.line === line && this.#lines >= this.journalFails.at)
      return fail({ kind: 'storage', fault: 'full' });
    this.#lines += 1;
    this.happened.push(`${line} ${what}`);
    return ok(this.#lines);
  }

  #file(): EncryptedFile {
    return {
      ready: this.ready,
      put: (text) => {
        if (this.#put.length >= this.fileFullAt) return fail({ kind: 'storage', fault: 'full' });
        this.happened.push('put');
        this.#put.push(text.reveal());
        return ok(null);
      },
      keep: () => {
        if (this.keeping.ok) this.happened.push('keep');
        return Promise.resolve(this.keeping);
      },
      discard: () => {
        this.happened.push('discard');
        return Promise.resolve();
      },
    };
  }
}

/** So many domains, `name-0.com` first. */
const someDomains = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `name-${number}.com`);

describe('create code export', () => {
  const refused: AppError = { kind: 'refused', why: 'validation', status: 400, said: 'Domain is locked' };
  const rate: AppError = { kind: 'refused', why: 'rate', status: 429, said: '' };

  describe('a code export', () => {
    it('asks for each code once, one after the other, and puts a row of each into the file', async () => {
      const world = new CodeExportWorld();
      const codeExport = await world.outcomeOf(someDomains(3));
      expect(codeExport).toMatchObject({ state: 'done', total: 3, asked: 3, error: null, waitsFor: null });
      expect(world.asked).toEqual(someDomains(3));
      expect(world.file.join('')).toBe(
        'domain,code,outcome,message,retrieved_at\n' +
          'name-0.com,code-of-name-0.com,code,,2026-03-01T10:30:00.000Z\n' +
          'name-1.com,code-of-name-1.com,code,,2026-03-01T10:30:00.000Z\n' +
          'name-2.com,code-of-name-2.com,code,,2026-03-01T10:30:00.000Z\n',
      );
    });

    it('has a line of the journal before each asking, and one after it that says what came', async () => {
      const world = new CodeExportWorld();
      world.said.set('name-1.com', [refused]);
      await world.outcomeOf(someDomains(2));
      expect(world.happened).toEqual([
        'put',
        ...['asked save name-0.com', 'GET name-0.com', 'put', 'answered 1 code'],
        ...['asked save name-1.com', 'GET name-1.com', 'put', 'answered 3 refused'],
        'keep',
      ]);
    });

    it('says of each domain that was asked what came of it, and counts', async () => {
      const world = new CodeExportWorld();
      world.said.set('name-1.com', [refused]);
      world.said.set('name-2.com', ['emailed']);
      world.said.set('name-3.com', [{ kind: 'unreadable', status: 200, why: 'wrong-shape' }]);
      world.said.set('name-4.com', [lost]);
      const live = world.start(someDomains(6));
      const codeExport = await world.time.outcomeOf(live.ended);
      expect(codeExport.outcomes).toEqual({
        code: 2,
        emailed: 1,
        refused: 1,
        unclear: 1,
        'no-answer': 1,
        'not-sent': 0,
      });
      expect(codeExport.state).toBe('done');
      expect(live.rows('failed', 1, 2)).toEqual({
        rows: [
          { index: 2, domain: 'name-2.com', outcome: 'emailed', error: null },
          {
            index: 3,
            domain: 'name-3.com',
            outcome: 'unclear',
            error: expect.objectContaining({}) as unknown,
          },
        ],
        total: 4,
      });
      expect(live.rows('all', 4, 500)).toMatchObject({ rows: [{ index: 4 }, { index: 5 }], total: 6 });
      expect(world.file).toHaveLength(7);
      expect(world.file[2]).toMatch(/^name-1\.com,,refused,.*Domain is locked.*,2026/);
    });

    it('asks for nothing before it is sure that it can be encrypted', async () => {
      const world = new CodeExportWorld();
      world.ready = Promise.reject(new Error('No memory for the key'));
      expect(await world.outcomeOf(someDomains(2))).toMatchObject({
        state: 'failed',
        error: { kind: 'bug', incidentId: 'BUG' },
      });
      expect(world.happened).toEqual(['discard']);
    });

    it('is told of at most every 100 ms, and always at its end', async () => {
      const world = new CodeExportWorld();
      const domains = someDomains(1_000);
      for (const domain of domains) world.said.set(domain, [world.time.timer.sleep(3).then(() => 'code')]);
      const live = world.start(domains);
      await world.time.outcomeOf(live.ended);
      const gaps = world.announcedAtMs
        .slice(1, -1)
        .map((at, index) => at - (world.announcedAtMs[index] ?? 0));
      expect(Math.min(...gaps, 100)).toBe(100);
      expect(world.announced.at(-1)).toMatchObject({ state: 'done', asked: 1_000 });
    });
  });

  describe('a code export whose way is gone', () => {
    it('waits, says why, and asks for the same domain once the credit can be read again', async () => {
      const world = new CodeExportWorld();
      world.said.set('name-1.com', [offline]);
      world.credits = offline;
      const live = world.start(someDomains(3));
      await world.time.until(() => live.codeExport().waitsFor !== null);
      expect(live.codeExport().waitsFor).toEqual(offline);
      await world.time.pass(120_000);
      const tries = world.happened.filter((each) => each === 'credits').length;
      expect(tries).toBeGreaterThan(2);
      expect(world.asked).toEqual(['name-0.com', 'name-1.com']);
      world.credits = null;
      expect(await world.time.outcomeOf(live.ended)).toMatchObject({ state: 'done', waitsFor: null });
      expect(world.asked).toEqual(['name-0.com', 'name-1.com', 'name-1.com', 'name-2.com']);
      expect(world.announced.some(({ waitsFor }) => waitsFor?.kind === 'unreachable')).toBe(true);
    });

    it('never repeats a request that may have reached the service, however many are lost', async () => {
      const world = new CodeExportWorld();
      for (const domain of someDomains(20)) world.said.set(domain, [lost]);
      const codeExport = await world.outcomeOf(someDomains(30));
      expect(world.asked).toEqual(someDomains(30));
      expect(codeExport).toMatchObject({ state: 'done', outcomes: { 'no-answer': 20, code: 10 } });
    });

    it('asks again for a code whose asking was refused before it was sent', async () => {
      const world = new CodeExportWorld();
      world.refusesBefore = true;
      world.said.set('name-0.com', [rate]);
      expect(await world.outcomeOf(someDomains(1))).toMatchObject({ outcomes: { refused: 0, code: 1 } });
      expect(world.happened).toContain('answered 1 not-sent');
    });
  });

  describe('a code export that cannot go on', () => {
    it.each<[string, AppError]>([
      ['no key', { kind: 'no-key' }],
      ['a locked keychain', { kind: 'keychain', fault: 'locked' }],
    ])('for %s fails, and keeps the file of what was fetched', async (_name, error) => {
      const world = new CodeExportWorld();
      world.said.set('name-2.com', [error]);
      const live = world.start(someDomains(4));
      expect(await world.time.outcomeOf(live.ended)).toMatchObject({ state: 'failed', error, asked: 2 });
      expect(world.file).toHaveLength(3);
      expect(live.rows('all', 2, 1).rows).toEqual([
        { index: 2, domain: 'name-2.com', outcome: null, error: null },
      ]);
      expect(world.happened).toContain('answered 5 not-sent');
    });

    it('before its first code leaves no file', async () => {
      const world = new CodeExportWorld();
      world.connecting = { kind: 'no-account' };
      expect(await world.outcomeOf(someDomains(4))).toMatchObject({
        state: 'failed',
        error: { kind: 'no-account' },
      });
      expect(world.happened).toEqual(['put', 'discard']);
    });

    it('for a login that is refused shows it no second time, and says so in the file', async () => {
      const world = new CodeExportWorld();
      const credentials: AppError = {
        kind: 'refused',
        why: 'credentials',
        status: 403,
        said: 'Invalid token',
      };
      world.said.set('name-0.com', [credentials]);
      expect(await world.outcomeOf(someDomains(4))).toMatchObject({ state: 'failed', error: credentials });
      expect(world.asked).toEqual(['name-0.com']);
      expect(world.file).toHaveLength(2);
    });

    it('for a journal that takes no line before asks for nothing', async () => {
      const world = new CodeExportWorld();
      world.journalFails = { line: 'asked', at: 0 };
      expect(await world.outcomeOf(someDomains(4))).toMatchObject({
        state: 'failed',
        error: { kind: 'storage', fault: 'full' },
      });
      expect(world.asked).toEqual([]);
      expect(world.happened).toEqual(['put', 'discard']);
    });

    it('for a journal that takes no line after has the code that came in its file', async () => {
      const world = new CodeExportWorld();
      world.journalFails = { line: 'answered', at: 3 };
      expect(await world.outcomeOf(someDomains(4))).toMatchObject({
        state: 'failed',
        file: 'there',
        error: { kind: 'storage', fault: 'full' },
        outcomes: { code: 2 },
      });
      expect(world.asked).toEqual(someDomains(2));
      expect(world.file.at(-1)).toContain('code-of-name-1.com');
    });

    it('for a file that takes no more asks for no more', async () => {
      const world = new CodeExportWorld();
      world.fileFullAt = 2;
      world.keeping = { ok: false, error: { kind: 'storage', fault: 'full' } };
      expect(await world.outcomeOf(someDomains(4))).toMatchObject({
        state: 'failed',
        error: { kind: 'storage', fault: 'full' },
      });
      expect(world.asked).toEqual(someDomains(2));
    });
  });

  describe('a code export that is stopped', () => {
    it('asks for no more, waits for what is on its way, and keeps the file', async () => {
      const world = new CodeExportWorld();
      const answer = Promise.withResolvers<string>();
      world.said.set('name-1.com', [answer.promise]);
      const live = world.start(someDomains(4));
      await world.time.until(() => world.asked.length === 2);
      live.stop();
      answer.resolve('late-code');
      expect(await world.time.outcomeOf(live.ended)).toMatchObject({
        state: 'stopped',
        asked: 2,
        error: null,
      });
      expect(world.file.at(-1)).toContain('late-code');
      expect(live.isRunning()).toBe(false);
    });

    it('before anything was asked leaves no file', async () => {
      const world = new CodeExportWorld();
      world.ready = new Promise(() => undefined);
      const live = world.start(someDomains(3));
      live.stop();
      expect(await live.ended).toMatchObject({ state: 'stopped', asked: 0, file: 'none' });
      expect(world.happened.at(-1)).toBe('discard');
    });
  });
});

describe('a row of the file', () => {
  const aRow = (changes: Partial<CodeRow> = {}): CodeRow => ({
    domain: 'example.com',
    outcome: 'code',
    code: new Secret('s3cr3t'),
    error: null,
    at: '2026-03-01T10:30:00.000Z',
    ...changes,
  });

  const read = (row: CodeRow): Record<string, string> => {
    const [record] = parse(codeRowsHead + codeRow(row).reveal(), { columns: true, record_delimiter: '\n' });
    return record as Record<string, string>; // With columns, csv-parse makes an object of texts.
  };

  it.each([
    '=cmd()',
    '-aB3',
    '+1',
    '@x',
    'a,b',
    'say "x"',
    "'quoted'",
    ' led by a space',
    'two\nlines',
    'carriage\rreturn',
    'é€😀',
    '0012',
    '<&amp;>',
    '\\',
    '""',
  ])('has the code %j as it came, to the byte', (code) => {
    expect(read(aRow({ code: new Secret(code) }))['code']).toBe(code);
  });

  it("makes the service's own words safe, which are no code", () => {
    const said = '=HYPERLINK("http://evil.example")\r\nsecond';
    const error = { kind: 'refused', why: 'other', status: 400, said } as const;
    const { message = '' } = read(aRow({ code: null, outcome: 'refused', error }));
    expect(message).not.toMatch(/^=/);
    expect(message).not.toMatch(/[\r\n]/);
    expect(message).toContain('HYPERLINK');
  });

  it('has the service’s own words once and in their letters alone, without what isolates them on the page', () => {
    const message = (said: string) =>
      read(
        aRow({
          code: null,
          outcome: 'refused',
          error: { kind: 'refused', why: 'validation', status: 400, said },
        }),
      )['message'];
    const plain = message('הדומיין נעול');
    expect(plain).toContain('The service said: “הדומיין נעול” (HTTP 400).');
    expect(plain).not.toMatch(/[\u200E\u202A-\u202E\u2066-\u2069]/u);
    expect(message('\u202Bהדומיין\u202C \u2067נעול\u2069')).toBe(plain);
  });

  it('says that a code was e-mailed', () => {
    expect(read(aRow({ code: null, outcome: 'emailed' }))).toMatchObject({
      code: '',
      outcome: 'emailed',
      message: 'The service says it e-mailed the code to the registrant.',
    });
  });

  it('prints as a secret', () => {
    expect(String(codeRow(aRow()))).toBe('[secret]');
  });
});

describe('a code export says of its file', () => {
  const full: AppError = { kind: 'storage', fault: 'full' };

  it('that it is there once all is in it, and not before', async () => {
    const world = new CodeExportWorld();
    world.said.set('name-1.com', [world.time.timer.sleep(200).then(() => 'code')]);
    const codeExport = await world.outcomeOf(someDomains(2));
    expect(codeExport).toMatchObject({ state: 'done', file: 'there' });
    const [last, ...before] = [...world.announced].reverse();
    expect(last?.file).toBe('there');
    expect(new Set(before.map(({ file }) => file))).toEqual(new Set(['none']));
  });

  it.each<AppError>([full, { kind: 'invalid-input', field: 'path', reason: 'The folder is gone' }])(
    'that there is none where it cannot be put in its place: $kind',
    async (error) => {
      const world = new CodeExportWorld();
      world.keeping = { ok: false, error };
      expect(await world.outcomeOf(someDomains(2))).toMatchObject({ asked: 2, file: 'none', error });
    },
  );
});
