import { describe, expect, it } from 'vitest';
import {
  type AnswerFault,
  type DeliveryFault,
  refusals,
} from '../../../../../../electron/main/practice/faults/fault.ts';
import type { Heard } from '../ask.ts';
import { askForBytes, type Bytes } from '../bytes.ts';
import { servicesOfThisFile } from '../running.ts';
import { askSample } from '../samples.ts';

describe('a fault of the answer', () => {
  const start = servicesOfThisFile();

  const versionWith = async (fault: AnswerFault): Promise<Heard> =>
    askSample(await start({ faults: [{ fault }] }), 'version');

  it.each([408, 429, 500, 502, 503])('status %i comes with a page, not with JSON', async (status) => {
    const heard = await versionWith({ kind: 'status', status });
    expect(heard.status).toBe(status);
    expect(heard.headers['content-type']).toMatch(/^text\/html/);
    expect(heard.headers['retry-after']).toBeUndefined();
    expect(heard.json).toThrow(SyntaxError);
  });

  it('status 429 says when to come again where it is told to', async () => {
    const heard = await versionWith({ kind: 'status', status: 429, retryAfterS: 7 });
    expect([heard.status, heard.headers['retry-after']]).toEqual([429, '7']);
  });

  it.each([301, 302, 303, 307, 308] as const)('redirect %i names its location', async (status) => {
    const location = 'http://127.0.0.1:9/elsewhere';
    const heard = await versionWith({ kind: 'redirect', status, location });
    expect([heard.status, heard.headers['location']]).toEqual([status, location]);
  });

  it.each([
    ['error-text', 400, { error: 'The request was refused' }],
    ['error-object', 400, { error: { message: 'The request was refused', code: 1001 } }],
    ['message', 400, { message: 'The request was refused' }],
    ['status-error', 200, { status: 'error', message: 'The request was refused' }],
    ['success-false', 200, { success: false, message: 'The request was refused' }],
    ['empty-array', 400, []],
    ['empty-object', 400, {}],
    ['not-allowed', 403, { error: 'Action is not allowed' }],
    ['address', 403, { error: 'Your IP address 127.0.0.1 is not allowed to use this API' }],
    ['no-credit', 500, { error: 'Reseller does not have enough credits on his account' }],
  ] as const)('refusal %s answers %i', async (refusal, status, value) => {
    const heard = await versionWith({ kind: 'refusal', refusal });
    expect([heard.status, heard.json()]).toEqual([status, value]);
  });

  it.each([
    ['invalid-token', 401, 'Invalid API Token'],
    ['action-not-found', 404, 'Action not found'],
  ] as const)('refusal %s answers %i with a plain text', async (refusal, status, text) => {
    const heard = await versionWith({ kind: 'refusal', refusal });
    expect([heard.status, heard.text]).toEqual([status, text]);
  });

  it.each(Object.keys(refusals) as (keyof typeof refusals)[])(
    'refusal %s comes inside a 200 too',
    async (refusal) => {
      const heard = await versionWith({ kind: 'refusal', refusal, status: 200 });
      expect([heard.status, heard.text]).toEqual([200, refusals[refusal].body]);
    },
  );

  it.each([
    ['[]', []],
    ['{}', {}],
    ['null', null],
    ['true', true],
    ['0', 0],
    ['""', ''],
    ['{"credits":"500.00"}', { credits: '500.00' }],
  ])('json answers %s', async (text, value) => {
    const heard = await versionWith({ kind: 'json', value });
    expect([heard.status, heard.text]).toEqual([200, text]);
  });

  it('json takes another status', async () => {
    expect((await versionWith({ kind: 'json', value: [], status: 500 })).status).toBe(500);
  });

  it.each([
    ['html', /^<!DOCTYPE html>.*<\/html>$/],
    ['php-warning', /^<br \/>\n<b>Warning<\/b>.*<br \/>\n$/s],
    ['php-warning-and-json', /^<br \/>\n<b>Warning<\/b>.*<br \/>\n"2\.2\.0"$/s],
  ] as const)('page %s comes with a 200 and is no JSON', async (page, text) => {
    const heard = await versionWith({ kind: 'page', page });
    expect(heard.status).toBe(200);
    expect(heard.headers['content-type']).toMatch(/^text\/html/);
    expect(heard.text).toMatch(text);
    expect(heard.json).toThrow(SyntaxError);
  });

  it('cut-json ends in the middle, under a length that agrees', async () => {
    const heard = await versionWith({ kind: 'cut-json' });
    expect([heard.status, heard.text, heard.headers['content-length']]).toEqual([200, '"2.', '3']);
  });

  it('empty-body has nothing in it', async () => {
    const heard = await versionWith({ kind: 'empty-body' });
    expect([heard.status, heard.text, heard.headers['content-length']]).toEqual([200, '', '0']);
  });

  it('deep-json is as deep as it was told', async () => {
    expect((await versionWith({ kind: 'deep-json', depth: 100 })).text).toBe(
      '['.repeat(100) + ']'.repeat(100),
    );
  });

  it('huge-body is the right answer and very long', async () => {
    const heard = await versionWith({ kind: 'huge-body', bytes: 6_000_000 });
    expect(heard.text).toHaveLength(6_000_007);
    expect(heard.json()).toBe('2.2.0');
  });

  it('huge-headers are as long as they were told', async () => {
    const heard = await versionWith({ kind: 'huge-headers', bytes: 10_000 });
    expect(heard.headers['x-padding']).toHaveLength(10_000);
    expect(heard.json()).toBe('2.2.0');
  });

  it('answer is whatever its maker says, and knows the operation', async () => {
    const next = (operation: string) => ({ status: 418, body: `nö ${operation} 🌊` });
    const heard = await versionWith({ kind: 'answer', next });
    expect([heard.status, heard.text]).toEqual([418, 'nö version 🌊']);
  });
});

describe('a fault of the delivery', () => {
  const start = servicesOfThisFile();

  /** How long a connection may stay silent before it counts as hanging. */
  const patienceMs = 300;

  const bytesWith = async (fault: DeliveryFault, waitMs?: number): Promise<Bytes> =>
    askForBytes(await start({ faults: [{ fault }] }), 'tlds', waitMs);

  const endings = [
    ['reset', 'reset'],
    ['fin', 'fin'],
    ['hang', 'open'],
  ] as const;

  it('is observable against a delivery in order', async () => {
    const heard = await askForBytes(await start(), 'tlds');
    expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect([heard.body.endsWith('.com.tr"]'), heard.ending]).toEqual([true, 'fin']);
  });

  describe.each(endings)('a break by %s', (by, ending) => {
    it.each(['request-head', 'request'] as const)(
      'after the %s leaves no byte of an answer',
      async (after) => {
        const heard = await bytesWith({ kind: 'break', after, by }, patienceMs);
        expect(heard).toEqual({ head: '', body: '', ending, arrivals: 0 });
      },
    );

    it('after part of the head leaves a head that does not end', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'part-of-head', by }, patienceMs);
      expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect([heard.head.includes('Content-Length: '), heard.body, heard.ending]).toEqual([
        false,
        '',
        ending,
      ]);
    });

    it('after the head leaves a whole head and no body', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'head', by }, patienceMs);
      expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nContent-Length: \d+$/s);
      expect([heard.body, heard.ending]).toEqual(['', ending]);
    });

    it('after part of the body leaves a body shorter than its length says', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'part-of-body', by }, patienceMs);
      expect(heard.body).toMatch(/^\["\.com",/);
      expect([heard.body.length < declaredLength(heard), heard.ending]).toEqual([true, ending]);
    });
  });

  it('drip gives the head at once and then a byte a second', async () => {
    const heard = await bytesWith({ kind: 'drip' }, patienceMs);
    expect(heard.head).toMatch(/Content-Length: \d+$/);
    expect([heard.body, heard.ending]).toEqual(['', 'open']);
  });

  it('drip at a higher rate gives every byte by itself, and then ends', async () => {
    const service = await start({ faults: [{ fault: { kind: 'drip', bytesPerSecond: 100 } }] });
    const heard = await askForBytes(service, 'version');
    expect([heard.body, heard.ending]).toEqual(['"2.2.0"', 'fin']);
    expect(heard.arrivals).toBeGreaterThan(4);
  });

  it.each([
    ['more', 64],
    ['less', -4],
  ] as const)('wrong-content-length declares %s than there is', async (declares, difference) => {
    const heard = await bytesWith({ kind: 'wrong-content-length', declares });
    expect(heard.body.endsWith('.com.tr"]')).toBe(true);
    expect([declaredLength(heard) - heard.body.length, heard.ending]).toEqual([difference, 'fin']);
  });

  it('not-http is no HTTP', async () => {
    const heard = await bytesWith({ kind: 'not-http' });
    expect([heard.head, heard.ending]).toEqual(['220 mail.example ESMTP ready\r\n', 'fin']);
  });

  const declaredLength = ({ head }: Bytes): number => Number(/Content-Length: (\d+)/.exec(head)?.[1]);
});
