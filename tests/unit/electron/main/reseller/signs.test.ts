import { describe, expect, it } from 'vitest';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { WriteOutcome } from '#shared/domain/change.ts';
import { toWriteResult } from '../../../../../electron/main/reseller/decode.ts';
import type { Json } from '../../../../../electron/main/reseller/json.ts';
import { readReply } from '../../../../../electron/main/reseller/reply.ts';
import { operations } from '../../../../support/named-operations.ts';
import { drawAnswer } from '../../../../support/answers-of-writes.ts';
import { createRandom } from '../../../../support/fuzz/random.ts';
import { plainYeses, takenBackByHand } from '../../../../support/plain-yeses.ts';
import { seed } from '../../../../support/seed.ts';
import { drawNoWithYes, drawYes } from '../../../../support/yeses-in-ten-languages.ts';

const input = { domain: 'example.com', periodYears: 1 };
const form = [['domain', input.domain] as const, ['regperiod', '1'] as const];
const call = { path: ['order', 'domains', 'renew'], form };
const asked = { operation: operations.renew, input, call, answeredAt: '2026-03-01T10:30:00.000Z' };

const renewed = (body: Json, status = 200) =>
  toWriteResult(asked, readReply({ kind: 'answered', status, headers: {}, text: JSON.stringify(body) }));

const outcomeOf = (body: Json, status?: number): WriteOutcome => renewed(body, status).outcome;

const synced = (body: Json): WriteOutcome =>
  toWriteResult(
    { ...asked, operation: operations.sync, call: { path: ['domains', 'example.com', 'sync'], form: [] } },
    readReply({ kind: 'answered', status: 200, headers: {}, text: JSON.stringify(body) }),
  ).outcome;

describe('answers drawn from a grammar', () => {
  it('(G1, G5) are never done where they hold a no, and never refused where they hold a yes', async ({
    annotate,
  }) => {
    const draws = Number(process.env['NAMEDESK_ANSWERS'] ?? 100_000);
    const random = createRandom(seed);
    const wrong: string[] = [];
    const counted = { done: 0, refused: 0, 'refused-unconfirmed': 0, uncertain: 0, unsent: 0 };
    for (let draw = 0; draw < draws; draw += 1) {
      const { body, status, says } = drawAnswer(random);
      const outcome = outcomeOf(body, status);
      counted[outcome] += 1;
      const expected = says.yes && says.no ? 'uncertain' : says.yes ? 'done' : 'refused';
      if (outcome !== expected) wrong.push(`${status} ${JSON.stringify(body)}: ${outcome}, not ${expected}`);
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    await annotate(
      `figure: ${draws} answers drawn: ${counted.done} done, none with a no; ${counted.refused} refused, none with a yes; ${counted.uncertain} uncertain`,
    );
  });
});

describe('answers in ten languages, drawn', () => {
  const draws = Number(process.env['NAMEDESK_ANSWERS'] ?? 100_000);

  it('H1 are done only where everything beside the yes is known', async ({ annotate }) => {
    const random = createRandom(seed);
    const wrong: string[] = [];
    let [strange, ordinary] = [0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const { body, isStrange } = drawYes(random);
      if (isStrange) strange += 1;
      else ordinary += 1;
      const outcome = outcomeOf(body);
      if (outcome !== (isStrange ? 'uncertain' : 'done')) wrong.push(`${JSON.stringify(body)}: ${outcome}`);
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    await annotate(
      `figure: ${draws} answers that say yes: of ${strange} with something that nobody knows none done, of ${ordinary} ordinary ones none uncertain`,
    );
  }, 300_000);

  it('H1 are not refused where they hold a yes', () => {
    const random = createRandom(seed);
    const wrong: string[] = [];
    for (let draw = 0; draw < draws / 10; draw += 1) {
      const body = drawNoWithYes(random);
      const outcome = outcomeOf(body, random.pick([200, 400, 403, 422]));
      if (outcome !== 'uncertain') wrong.push(`${JSON.stringify(body)}: ${outcome}`);
    }
    expect(wrong.slice(0, 20)).toEqual([]);
  }, 300_000);
});

describe('the plain answers of seven families', () => {
  it.each(plainYeses)('H1 are what they were: %s', (_family, expected, answers) => {
    expect(answers.map((body) => [body, outcomeOf(body)])).toEqual(answers.map((body) => [body, expected]));
  });

  it('H1 to other operations stay done', () => {
    const answered = (body: Json) =>
      readReply({ kind: 'answered', status: 200, headers: {}, text: JSON.stringify(body) });
    const lock = (body: Json): WriteOutcome => {
      const form = [['lockstatus', 'locked'] as const];
      return toWriteResult(
        {
          ...asked,
          operation: operations.writeLock,
          input: { domain: input.domain, state: 'locked' },
          call: { path: ['domains', input.domain, 'lock'], form },
        },
        answered(body),
      ).outcome;
    };
    expect(
      [
        'locked',
        'success',
        { success: true, message: 'Domain is now locked.' },
        { success: true, locked: true },
      ].map(lock),
    ).toEqual(['done', 'done', 'done', 'done']);
    expect(lock({ success: true, message: 'Domain is now unlocked.' })).toBe('uncertain');
    const nameserver = 'ns1.example.com';
    const remove = (body: Json): WriteOutcome =>
      toWriteResult(
        {
          ...asked,
          operation: operations.deleteChildNameserver,
          input: { domain: input.domain, nameserver },
          call: {
            path: ['domains', input.domain, 'nameservers', 'delete'],
            form: [['nameserver', nameserver]],
          },
        },
        answered(body),
      ).outcome;
    expect(remove({ success: true, message: `Nameserver ${nameserver} deleted successfully` })).toBe('done');
  });
});

describe('what takes a yes back', () => {
  it.each(takenBackByHand)('H1 makes it uncertain: %j', (body) => {
    expect(outcomeOf(body)).toBe('uncertain');
  });

  it('H1 is not that a sync reports a state, but what it says of itself', () => {
    expect(synced({ active: false, cancelled: true })).toBe('done');
    expect(synced({ active: true, message: 'Domain synced, expires on 2027-05-06' })).toBe('done');
    expect(synced({ active: true, status: 'redemptionPeriod' })).toBe('done');
    expect(synced({ active: true, errno: 28 })).toBe('uncertain');
    expect(synced({ active: true, message: 'No domain found' })).toBe('uncertain');
    expect(synced({ active: true, message: 'Bitte Konto aufladen' })).toBe('uncertain');
  });
});

describe('a no beside a yes', () => {
  it.each<Json>([
    { success: true, errors: ['not enough credits'] },
    { success: true, message: 'Renewal failed: not enough credits' },
    { success: true, result: { error: 'not enough credits' } },
    { success: true, data: { success: false } },
    { success: true, results: [{ status: 'failed' }] },
    { success: true, orderid: 0 },
    { success: true, order: { id: null } },
    { status: 'success', success: null },
    { success: true, errors: {} },
    { success: true, items: [[[{ not_enough_credits: true }]]] },
  ])('(G1) makes it uncertain: %j', (body) => {
    expect(renewed(body)).toMatchObject({ outcome: 'uncertain', error: { why: 'says-both' } });
  });

  it.each<Json>([
    { success: true, errors: [] },
    { success: true, error: '' },
    { success: true, error: null, errors: false, failed: 0 },
    { success: true, message: 'example.com renewed until 2027-05-06', orderid: 4711, deleted_at: null },
    { success: true, message: 'failed-orders.com', domain: 'example.com', result: null, data: [] },
  ])('(G1) is not an empty list, text, null or zero of errors: %j', (body) => {
    const isOther = JSON.stringify(body).includes('failed-orders.com');
    expect(outcomeOf(body)).toBe(isOther ? 'uncertain' : 'done');
  });

  it('(G1) is not looked for in what a sync reports on the domain, but in its errors and flags', () => {
    expect(synced({ active: false, expired: true, transferredAway: false, status: 'expired' })).toBe('done');
    expect(synced({ active: '', expired: 0, transferredAway: '0', expirydate: '2027-05-06' })).toBe('done');
    expect(synced({ active: true, errors: ['not enough credits'] })).toBe('uncertain');
    expect(synced({ active: true, data: { success: false } })).toBe('uncertain');
  });

  it.each<[Json, WriteOutcome]>([
    [{ active: false, cancelled: true }, 'done'],
    [{ active: 'false', cancelled: '1', expirydate: '2027-05-06' }, 'done'],
    [{ canceled: true }, 'done'],
    [{ transferredAway: 'true' }, 'done'],
    [{ cancelled: true, error: 'Domain not found' }, 'refused'],
    [{ cancelled: true, message: 'Sync failed' }, 'uncertain'],
  ])('H24 that a domain was cancelled is what a sync reports, and no failure: %j is %s', (body, is) => {
    expect(synced(body)).toBe(is);
  });

  it.each<[string, Json, WriteOutcome]>([
    ['done', { success: true, results: [{ status: 'failed' }] }, 'uncertain'],
    ['done', { active: true, result: 'SYNC_ERROR' }, 'uncertain'],
    ['refused', { result: 'success', status: 'failed', message: 'regperiod is invalid' }, 'uncertain'],
    ['uncertain', { success: true, status: 'ok', result: 'inactive' }, 'done'],
  ])(
    '(G1, G5) that a sync failed or succeeded is no state of a domain, and is not %s: %j',
    (_not, body, is) => {
      expect(synced(body)).toBe(is);
    },
  );
});

describe('a yes inside a no', () => {
  it.each<Json>([
    { error: 'Domain renewed successfully, but invoice template not found' },
    { error: 'Domain not found', data: { success: true } },
    { error: 'Insufficient funds', orderid: 4711 },
    { status: 'error', message: 'Order completed. Invalid field: phone' },
    { success: false, message: 'Invalid period', result: 'ok' },
  ])('(G5) makes it uncertain: %j', (body) => {
    expect(renewed(body)).toMatchObject({ outcome: 'uncertain', error: { why: 'says-both' } });
  });

  it.each([
    'Domain is not registered',
    'Domain could not be renewed: invalid period',
    'Contact must be completed: phone is required',
  ])('(G5) is no word that another takes back: %s', (said) => {
    expect(outcomeOf({ error: `Invalid field: ${said}` })).toBe('refused');
  });

  it.each([
    'Invoice template not found',
    'Template of the domain’s invoice not found',
    'Payment method is invalid',
    'Client not found',
    'Template missing',
    'Currency is not valid',
  ])('(G5) what a service does afterwards is no defined no: %s', (said) => {
    expect(renewed({ error: said })).toMatchObject({
      outcome: 'uncertain',
      error: { why: 'unclear-refusal' },
    });
  });
});

describe('a member that is given twice', () => {
  it.each([
    ['{"success":false,"error":"not enough credits","success":true,"error":""}', 200],
    ['{"success":true,"message":"Not renewed","message":"OK"}', 200],
    ['{"success":true,"data":[{"id":17,"id":18}]}', 200],
    ['{"error":"Insufficient funds","success":true,"success":false}', 400],
    ['{"error":"","error":"Insufficient funds"}', 402],
  ])('H1 makes an answer uncertain: %s', (text, status) => {
    const reply = readReply({ kind: 'answered', status, headers: {}, text });
    expect(toWriteResult(asked, reply)).toMatchObject({
      outcome: 'uncertain',
      error: { why: 'answer-not-understood' },
    });
  });
});

describe('the words of both sides', () => {
  it('(G1, G5) stand in the sentence on the screen', () => {
    const result = renewed({ success: true, errors: ['not enough credits'] });
    if (result.ok) throw new Error('It says both');
    expect(sentencesFor(result.error).happened.replace(/[\u2066-\u2069]/g, '')).toBe(
      'The answer says both yes (“success: true”) and no (“not enough credits”).',
    );
  });

  it('(G8) are words of fixed lists alone where the answer may hold personal data', () => {
    const operation = { ...operations.renew, answers: 'personal' } as const;
    const text = JSON.stringify({
      success: true,
      note: 'Ada Lovelace of 12 Elm Street could not be reached',
    });
    const result = toWriteResult(
      { ...asked, operation },
      readReply({ kind: 'answered', status: 200, headers: {}, text }),
    );
    expect(result).toMatchObject({ error: { why: 'says-both', yes: 'success: true', no: 'not' } });
    expect(JSON.stringify(result)).not.toContain('Elm');
  });
});
