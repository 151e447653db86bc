import { describe, expect, expectTypeOf, it } from 'vitest';
import { createLogger, type Logger } from '../../../../../electron/main/log/logger.ts';
import type { FieldsOf } from '../../../../../electron/main/log/events.ts';

const aLog = () => {
  const lines: string[] = [];
  const logger = createLogger(
    { write: (line) => lines.push(line) },
    () => new Date('2026-02-21T14:05:06.007Z'),
  );
  return { logger, lines };
};

describe('the logger', () => {
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
