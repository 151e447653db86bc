import { describe, expect, it } from 'vitest';
import { droppedBefore, parseLine } from '../../../../../electron/main/diagnostics/log-view.ts';
import { createLogger, logEvents } from '../../../../../electron/main/system/log.ts';

const at = '2026-02-21T14:05:06.007Z';
const line = (fields: object): string => JSON.stringify({ at, level: 'info', ...fields });

describe('reading a line of the log', () => {
  it('gives what the logger wrote', () => {
    const written: string[] = [];
    const log = createLogger({ write: (text) => written.push(text) }, () => new Date(at));
    log.note('keychain.failed', { call: 'get', fault: 'locked', durationMs: 29 });
    expect(parseLine(written.join())).toEqual({
      at,
      level: 'warning',
      event: 'keychain.failed',
      fields: { call: 'get', fault: 'locked', durationMs: 29 },
      errors: [],
    });
  });

  it('gives a bug with its causes, the outermost first', () => {
    const written: string[] = [];
    const log = createLogger({ write: (text) => written.push(text) }, () => new Date(at));
    const incidentId = log.bug(new TypeError('api-key-1234', { cause: new RangeError('bob@example.com') }));
    const parsed = parseLine(written.join());
    expect(parsed?.fields).toEqual({ incidentId });
    expect(parsed?.errors.map((error) => error.class)).toEqual(['TypeError', 'RangeError']);
    expect(parsed?.errors[0]?.frames[0]).toMatch(/^log-view\.test\.ts:\d+$/);
  });

  it.each([
    ['no JSON', 'api-key-1234'],
    ['half of a line', '{"at":"2026-02-21T14:05:06.007Z","lev'],
    ['a list', '[]'],
    ['an event that is not declared', line({ event: 'api-key-1234' })],
    ['an event from the prototype', line({ event: 'constructor' })],
    ['a text for a time', line({ at: 'api-key-1234', event: 'storage.set-aside' })],
  ])('B10 drops %s', (_name, text) => {
    expect(parseLine(text)).toBeNull();
  });

  it.each([
    ['a field that is not declared', { key: 'api-key-1234' }],
    ['a text where a number belongs', { uptimeMs: 'api-key-1234' }],
    ['an object where a number belongs', { uptimeMs: { text: 'api-key-1234' } }],
    ['a field from the prototype', { constructor: 'api-key-1234' }],
  ])('B10 leaves out %s, and counts it', (_name, fields) => {
    const parsed = parseLine(line({ event: 'app.stopped', ...fields }));
    expect(parsed?.fields).toEqual({ refusedFields: 1 });
    expect(JSON.stringify(parsed)).not.toContain('api-key');
  });

  it('B10 adds what is left out here to what the logger left out', () => {
    const parsed = parseLine(line({ event: 'app.stopped', uptimeMs: 'x', refusedFields: 2 }));
    expect(parsed?.fields).toEqual({ refusedFields: 3 });
  });

  it.each([
    ['a class', { class: 'api-key-1234', code: null, frames: [], cause: null }, []],
    [
      'a code',
      { class: 'Error', code: 'api-key-1234', frames: [], cause: null },
      [{ class: 'Error', code: null, frames: [] }],
    ],
    [
      'a frame',
      { class: 'Error', code: 'ENOENT', frames: ['/home/bob/x.ts:1', 'x.ts:1', 7], cause: null },
      [{ class: 'Error', code: 'ENOENT', frames: ['elsewhere', 'x.ts:1', 'elsewhere'] }],
    ],
    ['no error at all', 'api-key-1234', []],
  ])('B10 keeps nothing of an error that has a text of somebody else for %s', (_name, error, errors) => {
    expect(parseLine(line({ event: 'bug', error }))?.errors).toEqual(errors);
  });

  it('follows no more causes than are written', () => {
    const endless: Record<string, unknown> = { class: 'Error', code: null, frames: [], cause: null };
    const deep = Array.from({ length: 50 }).reduce<object>((cause) => ({ ...endless, cause }), endless);
    expect(parseLine(line({ event: 'bug', error: deep }))?.errors).toHaveLength(5);
  });

  it('gives the level that the event has, whatever stands there', () => {
    expect(parseLine(JSON.stringify({ at, level: 'info', event: 'storage.set-aside' }))?.level).toBe('error');
  });

  it('keeps of a stack no more frames than the logger writes', () => {
    const frames = Array.from({ length: 50 }, (_, n) => `file.ts:${n}`);
    const error = { class: 'Error', code: null, frames, cause: null };
    expect(parseLine(line({ event: 'bug', error }))?.errors[0]?.frames).toEqual(frames.slice(0, 20));
  });

  it('says how many lines the log could not write', () => {
    expect(droppedBefore('{"droppedLines":3}')).toBe(3);
    expect(droppedBefore('{"droppedLines":"3"}')).toBe(0);
    expect(droppedBefore(line({ event: 'bug' }))).toBe(0);
  });

  it('B11 has no kind of field for free text in any event', () => {
    for (const [event, { fields }] of Object.entries(logEvents)) {
      const accepted = Object.keys(fields).filter(
        (name) =>
          parseLine(line({ event, [name]: 'Bob bob@example.com /home/bob' }))?.fields[name] !== undefined,
      );
      expect(accepted, event).toEqual([]);
    }
  });
});
