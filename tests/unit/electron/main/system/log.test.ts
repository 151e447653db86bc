import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { appError } from '#shared/areas/error-schema.ts';
import { NoFile, targetFailure } from '../../../../../electron/main/system/files.ts';
import {
  createLogger,
  type FieldKind,
  type FieldsOf,
  isOfKind,
  type Logger,
  oneOf,
  redact,
} from '../../../../../electron/main/system/log.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { cut, invalidInput } from '../../../../../electron/main/system/texts.ts';

describe('the logger', () => {
  const aLog = () => {
    const lines: string[] = [];
    const logger = createLogger(
      { write: (line) => lines.push(line) },
      () => new Date('2026-02-21T14:05:06.007Z'),
    );
    return { logger, lines };
  };

  it('writes an event as one line of JSON with its time and level', () => {
    const { logger, lines } = aLog();
    logger.note('keychain.failed', { call: 'get', fault: 'locked', durationMs: 29 });
    expect(lines).toEqual([
      '{"at":"2026-02-21T14:05:06.007Z","level":"warning","event":"keychain.failed","call":"get","fault":"locked","durationMs":29}',
    ]);
  });

  it('B10 knows only enumerated events with typed fields', () => {
    expectTypeOf<FieldsOf<'keychain.failed'>['call']>().toEqualTypeOf<'get' | 'set' | 'delete'>();
    expectTypeOf<FieldsOf<'storage.opened'>['durationMs']>().toEqualTypeOf<number>();
    expectTypeOf<'anything at all'>().not.toExtend<Parameters<Logger['note']>[0]>();
  });

  it.each([
    ['a text where a number belongs', { durationMs: 'api-key-1234', version: 1 }],
    ['a field that is not declared', { durationMs: 1, version: 1, key: 'api-key-1234' }],
    ['an object with a text inside', { durationMs: { toJSON: () => 'api-key-1234' }, version: 1 }],
    ['a name from the prototype', { durationMs: 1, version: 1, constructor: 'api-key-1234' }],
  ])('B10 leaves out %s, and counts it', (_name, fields) => {
    const { logger, lines } = aLog();
    // @ts-expect-error the types refuse it; a cast would let it through to here
    logger.note('storage.opened', fields);
    expect(lines.join()).not.toContain('api-key-1234');
    expect(lines.join()).toContain('"refusedFields":1');
  });

  it.each([
    [
      'an id that is no UUID',
      (log: Logger) =>
        log.note('connection.changed', {
          accountId: 'bob@example.com',
          connection: 'online',
          why: 'none',
        }),
    ],
    [
      'a word outside its enumeration',
      // @ts-expect-error the types refuse it
      (log: Logger) => log.note('ipc.refused', { guard: 'api-key-1234' }),
    ],
    [
      'a version with text',
      (log: Logger) => log.note('app.started', { app: '1.0.0-bob', electron: '42.0.0' }),
    ],
  ])('B10 leaves out %s', (_name, note) => {
    const { logger, lines } = aLog();
    note(logger);
    expect(lines.join()).toContain('"refusedFields":1');
    expect(lines.join()).not.toMatch(/bob|api-key/);
  });

  it('writes a bug without its words, under the incident id that it answers with', () => {
    const { logger, lines } = aLog();
    const incidentId = logger.bug(new TypeError('the key is api-key-1234'));
    const line: unknown = JSON.parse(lines.join());
    expect(incidentId).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(line).toMatchObject({ event: 'bug', incidentId, error: { class: 'TypeError' } });
    expect(lines.join()).not.toContain('api-key-1234');
  });
});

describe('a field of the log', () => {
  it.each<[FieldKind, unknown, unknown]>([
    ['number', 12.5, Number.NaN],
    ['boolean', false, 'false'],
    ['id', '3f2b1c9e-0000-4000-8000-0123456789ab', 'api-key-1234'],
    ['incident', 'K7QD-2MXA-9RTB', 'KEY1-KEY2-KEY3'],
    ['version', '42.0.0', '42.0.0-example.com'],
    [oneOf(['get', 'set']), 'set', 'toString'],
  ])('B10 of kind %o takes %o and refuses %o', (kind, fits, doesNot) => {
    expect(isOfKind(kind, fits)).toBe(true);
    expect(isOfKind(kind, doesNot)).toBe(false);
  });
});

describe('redacting', () => {
  const canary = fc.constantFrom(
    'CANARY-1234567890QWERTY',
    'canary@example.com',
    'CANARYKEYINCAPITALS',
    'canary.example.js',
    'ERR-CANARY',
    'https://canary.example/api?token=CANARY',
  );

  /** Texts in which a canary hides, some of them made to look like what a log may keep. */
  const text = canary.chain((secret) =>
    fc.constantFrom(
      secret,
      `connect failed\n    at ${secret} (file:///home/${secret}/${secret}:1:2)`,
      `x\n    at f (${secret}.js:1:2)\n    at g (${secret}.ts:3:4)`,
      JSON.stringify({ headers: { token: secret }, contacts: { Registrant: { Email: secret } } }),
      `POST https://reseller.example/${secret}?key=${encodeURIComponent(secret)}`,
      `username: ${secret}\r\ntoken: ${secret}`,
    ),
  );

  const errorClass = fc.constantFrom(Error, TypeError, RangeError, SyntaxError);

  /** An error with canaries in its message, its cause, and whatever else errors carry. */
  const { thrown } = fc.letrec<{ thrown: unknown }>((tie) => ({
    thrown: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.record({ message: text, stack: text, code: text }),
      fc
        .record({
          make: errorClass,
          message: text,
          cause: tie('thrown'),
          own: fc.record(
            {
              code: text,
              name: text,
              headers: fc.dictionary(text, text),
              body: text,
              path: text,
              stack: text,
            },
            { requiredKeys: [] },
          ),
          laterMessage: fc.option(text, { nil: undefined }),
        })
        .map(({ make, message, cause, own, laterMessage }) => {
          const error: Error = Object.assign(new make(message, { cause }), own);
          if (laterMessage !== undefined) error.message = laterMessage;
          return error;
        }),
      fc.array(text, { minLength: 1, maxLength: 3 }).map(
        (all) =>
          new AggregateError(
            all.map((one) => new Error(one)),
            all[0],
          ),
      ),
    ),
  }));

  it('B10 lets nothing through of 10,000 errors with canaries in every place', async ({ annotate }) => {
    const lines: string[] = [];
    const logger = createLogger({ write: (line) => lines.push(line) }, () => new Date(0));
    fc.assert(
      fc.property(thrown, (error) => {
        lines.length = 0;
        logger.bug(error);
        expect(lines.join()).not.toMatch(/canary/i);
      }),
      { numRuns: 10_000 },
    );
    await annotate('figure: 10,000 errors with canaries, 0 in the log');
  });

  it('keeps class, code, file names with lines, and the same of the cause', () => {
    const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const kept = redact(new RangeError('bad', { cause }));
    expect(kept).toMatchObject({
      class: 'RangeError',
      code: null,
      cause: { class: 'Error', code: 'ECONNRESET' },
    });
    expect(kept.frames[0]).toMatch(/^log\.test\.ts:\d+$/);
  });

  it('keeps the frames of an error without a message', () => {
    expect(redact(new Error()).frames[0]).toMatch(/^log\.test\.ts:\d+$/);
  });

  it('B11 keeps no folder of a path, since folders name the user', () => {
    const frames = redact(new Error('x')).frames.join('\n');
    expect(frames).not.toMatch(/[/\\]/);
    expect(frames).not.toBe('');
  });

  it('takes no frame of a stack whose message was changed, for it cannot tell where the message ends', () => {
    const error = new Error('first');
    expect(error.stack).toContain('first');
    error.message = 'second';
    expect(redact(error).frames).toEqual([]);
  });

  it('names no file that is not a source file', () => {
    const error = Object.assign(new Error('x'), { stack: 'Error: x\n    at f (/home/bob/CANARY_KEY:1:2)' });
    expect(redact(error).frames).toEqual(['elsewhere']);
  });

  it.each([
    ['is its message and nothing more', { stack: 'Error: x' }],
    ['is no text', { stack: ['Error: x', '    at f (/home/bob/CANARY.js:1:2)'] }],
    ['belongs to a message that is no text', { message: { key: 'CANARY' } }],
  ])('takes no frame of a stack that %s', (_name, fields) => {
    expect(redact(Object.assign(new Error('x'), fields)).frames).toEqual([]);
  });

  it('survives an error whose getters throw', () => {
    const error = new Error('x');
    Object.defineProperty(error, 'code', {
      get: () => {
        throw new Error('CANARY');
      },
    });
    expect(redact(error)).toEqual({ class: 'Error', code: null, frames: [], cause: null });
  });

  it('ends a chain of causes that never ends', () => {
    const error = new Error('x');
    error.cause = error;
    expect(JSON.stringify(redact(error)).match(/"class"/g)).toHaveLength(5);
  });

  it('says of a thrown secret only that it was an object', () => {
    expect(redact(new Secret('CANARY'))).toEqual({ class: 'object', code: null, frames: [], cause: null });
  });
});

describe('a secret', () => {
  const secret = new Secret('CANARY-1234');

  it.each([
    ['printed', () => String(secret)],
    ['added to a text', () => ''.concat(secret as unknown as string)],
    ['serialised', () => JSON.stringify({ secret, nested: [secret] })],
    ['inspected, with everything hidden', () => inspect({ secret }, { showHidden: true, depth: 9 })],
    ['listed by its properties', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)])],
    ['copied into another object', () => JSON.stringify(Object.assign({}, secret))],
    ['cloned for another thread', () => inspect(structuredClone({ secret }), { showHidden: true })],
    ['in the message of an error', () => inspect(new Error(`no ${secret.toString()}`))],
  ])('shows nothing when it is %s', (_name, show) => {
    expect(show()).not.toContain('CANARY');
  });

  it('gives its value to whoever asks by name', () => {
    expect(secret.reveal()).toBe('CANARY-1234');
  });
});

describe('why a file could not be put where it was to go', () => {
  const path = '/home/me/lists/names.csv';
  const failed = (code: string): Error => Object.assign(new Error(code), { code });

  it.each([
    ['no right to write', 'EACCES', 'You may not write names.csv in /home/me/lists'],
    ['a system that forbids it', 'EPERM', 'You may not write names.csv'],
    ['a disk that is only read', 'EROFS', 'You may not write names.csv'],
    ['a folder that is gone', 'ENOENT', 'The folder /home/me/lists is not there'],
    ['a folder that is a file', 'ENOTDIR', 'is not there'],
    ['a file that is a folder', 'EISDIR', 'names.csv is a folder'],
    ['a name that is too long', 'ENAMETOOLONG', 'too long'],
    ['a file in use', 'EBUSY', 'in use by another program'],
    ['a disk for small files', 'EFBIG', 'don’t fit in /home/me/lists'],
    ['a broken disk', 'EIO', 'reports an error'],
  ])('is said with the place: %s', (_case, code, words) => {
    const error = targetFailure(failed(code), path);
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'path' });
    expect(error?.kind === 'invalid-input' ? error.reason : '').toContain(words);
  });

  it.each(['ENOSPC', 'EDQUOT'])('is the full disk: %s', (code) => {
    expect(targetFailure(failed(code), path)).toEqual({ kind: 'storage', fault: 'full' });
  });

  it('is that something else stands there', () => {
    expect(targetFailure(new NoFile(), path)).toMatchObject({
      reason: expect.stringContaining('is not a file') as string,
    });
  });

  it.each([
    ['an error of ours', new TypeError('x is undefined')],
    ['a code that nobody knows', failed('EWHATEVER')],
    ['no error at all', 'text'],
  ])('is a bug where it is %s', (_case, thrown) => expect(targetFailure(thrown, path)).toBeNull());
});

describe('texts', () => {
  it.each([
    ['as long as it may be', 'abcd', 4, 'abcd'],
    ['longer', 'abcde', 4, 'abc…'],
    ['longer, with a pair of surrogates at the end', 'ab😀cd', 4, 'ab…'],
  ])('are cut to their bound: %s', (_name, text, most, expected) => {
    expect(cut(text, most)).toBe(expected);
  });

  it('of a person or a file fit into the failure that repeats them', () => {
    const { error } = invalidInput('account', `There is no account "${'x'.repeat(5_000)}".`);
    expect(appError.safeParse(error).success).toBe(true);
  });
});
