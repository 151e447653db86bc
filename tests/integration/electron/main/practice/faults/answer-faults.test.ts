import { describe, expect, it } from 'vitest';
import type { AnswerFault } from '../../../../../../electron/main/practice/faults/fault.ts';
import { refusals } from '../../../../../../electron/main/practice/faults/refusals.ts';
import type { Heard } from '../ask.ts';
import { servicesOfThisFile } from '../running.ts';
import { askSample } from '../samples.ts';

const start = servicesOfThisFile();

const versionWith = async (fault: AnswerFault): Promise<Heard> =>
  askSample(await start({ faults: [{ fault }] }), 'version');

describe('a fault of the answer', () => {
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
