import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import type { AnswerVerdict } from '#shared/domain/journal.ts';
import type { Result } from '#shared/result.ts';
import { answeredBy } from '../../../../../electron/main/changes/gate.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';
import type { OperationName } from '../../../../../electron/main/reseller/operation.ts';
import { doubtInWords, reasonOfNo } from '../../../../../electron/main/reseller/refusals.ts';
import { bodyOf, definedNo, forms, sentences } from '../../../../faults/model/sentences.ts';
import { type Meant, noes } from '../../../../support/changes/noes.ts';
import { calls, callsFor, writeNames } from '../../../../support/fuzz/calls.ts';
import { aClient, answered } from './a-client.ts';

const statuses = [200, 400, 401, 403, 404, 422, 429, 500, 502, 503] as const;

/** The field's ways to write one sentence. */
const shapes: readonly ((said: string) => string)[] = [
  (said) => JSON.stringify({ error: said }),
  (said) => JSON.stringify({ error: { message: said, code: 1001 } }),
  (said) => JSON.stringify({ status: 'error', message: said }),
];

interface Told {
  readonly result: Result<object>;
  readonly verdict: AnswerVerdict;
}

/** One write that is answered so, as the journal gets it. */
async function told(name: OperationName, body: string, status: number, domain?: string): Promise<Told> {
  const kept: { answer: KeptAnswer | null } = { answer: null };
  const { client } = aClient({ answer: () => answered(body, status) });
  const call = domain === undefined ? calls[name] : callsFor({ domain, newDomain: domain })[name];
  const result = await call(client, { onAnswer: (answer) => (kept.answer = answer) });
  return { result, verdict: answeredBy(1, result, kept.answer, name === 'register').verdict };
}

const errorOf = ({ result }: Told): AppError | null => (result.ok ? null : result.error);

function expected(meant: Meant, name: OperationName, status: number): AnswerVerdict {
  if (status >= 500 || meant === 'exists' || meant === 'pending' || meant === 'doubt') return 'uncertain';
  if (meant !== 'rate') return 'refused';
  return status === 429 && name !== 'register' ? 'refused-unconfirmed' : 'uncertain';
}

describe('F2 what a service says to a write', () => {
  it(`is a no only where it is defined: ${noes.length} sentences, each in three forms, of nine writes, under ten statuses`, async ({
    annotate,
  }) => {
    const wrong: string[] = [];
    let [answers, believed] = [0, 0];
    for (const [said, meant] of noes) {
      for (const name of writeNames) {
        for (const status of statuses) {
          for (const shape of shapes) {
            const { verdict } = await told(name, shape(said), status);
            answers += 1;
            if (verdict === 'refused') believed += 1;
            if (verdict !== expected(meant, name, status))
              wrong.push(`${name} ${status} ${said}: ${verdict}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(noes.length).toBeGreaterThanOrEqual(60);
    await annotate(
      `figure: ${noes.length} sentences, ${answers} answers to writes: ${believed} a no, none of them undefined`,
    );
  }, 60_000);

  it.each(noes.filter(([, meant]) => !['doubt', 'pending', 'exists', 'rate'].includes(meant)))(
    '“%s” is a no for %s, and quotes it',
    async (said, why) => {
      const { result, verdict } = await told('renew', JSON.stringify({ error: said }), 200);
      expect(result).toEqual({ ok: false, error: { kind: 'refused', why, status: 200, said } });
      expect(verdict).toBe('refused');
    },
  );

  it.each(noes.filter(([, meant]) => meant === 'doubt'))('“%s” is a doubt, and is quoted', async (said) => {
    const error = errorOf(await told('renew', JSON.stringify({ error: said }), 200));
    expect(error).toEqual({ kind: 'uncertain', why: 'unclear-refusal', said });
  });

  it.each(noes.filter(([, meant]) => meant === 'pending'))('“%s” is pending', async (said) => {
    for (const body of shapes.map((shape) => shape(said))) {
      expect(errorOf(await told('register', body, 200))).toEqual({ kind: 'uncertain', why: 'pending', said });
    }
  });

  it.each(noes.filter(([, meant]) => meant === 'exists'))(
    '“%s” is a doubt about whose it is for a registration, and no no for any other write',
    async (said) => {
      const body = JSON.stringify({ error: said });
      expect(errorOf(await told('register', body, 400))).toMatchObject({ kind: 'uncertain', why: 'exists' });
      expect(errorOf(await told('registerChildNameserver', body, 400))).toMatchObject({
        kind: 'uncertain',
        why: 'unclear-refusal',
      });
    },
  );
});

it('F2 the sentences of the model are a no where that calls them one, and nowhere else', async () => {
  const wrong: string[] = [];
  for (const { words, means } of sentences) {
    for (const form of forms.filter((each) => each !== 'plain-text')) {
      for (const status of [200, 400, 403, 404, 422, 429]) {
        const { verdict } = await told('renew', bodyOf(words, form), status);
        if ((verdict === 'refused') !== definedNo.has(means)) wrong.push(`${status} ${words}: ${verdict}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

describe('F2 words of doubt', () => {
  it.each([
    ['beside the error', { error: 'Invalid request', message: 'cURL error 28: Operation timed out' }],
    ['deep in the error', { error: { message: 'Invalid request', cause: ['Gateway Timeout'] } }],
    ['in another member', { error: 'Required parameter missing', debug: 'no response from registrar' }],
  ])('count wherever they stand: %s', async (_where, body) => {
    for (const status of [200, 400]) {
      expect((await told('renew', JSON.stringify(body), status)).verdict).toBe('uncertain');
    }
  });

  it('count in a page under a status of a no', async () => {
    const page = '<html><head><title>504 Gateway Time-out</title></head></html>';
    expect((await told('renew', page, 400)).verdict).toBe('uncertain');
  });

  it.each([
    ['{"success":true,"message":"Command completed successfully; action pending"}', 'pending'],
    ['{"status":"success","message":"Order placed; the registrar timed out"}', 'answer-not-understood'],
    ['{"success":true,"status":"Pending"}', 'pending'],
  ])('turn a yes into a doubt: %s', async (body, why) => {
    expect(errorOf(await told('renew', body, 200))).toMatchObject({ kind: 'uncertain', why });
  });

  it('are not looked for in what a sync tells of the domain', async () => {
    const body = JSON.stringify({ success: true, active: true, status: 'pendingDelete' });
    expect((await told('sync', body, 200)).verdict).toBe('claimed');
  });

  it('leave an ordinary yes one', async () => {
    for (const body of [
      '"success"',
      '{"success":true}',
      '{"status":"success","message":"","success":"success"}',
    ]) {
      for (const name of writeNames) expect((await told(name, body, 200)).verdict).toBe('claimed');
    }
  });

  it.each([
    ['pending-orders.com', 'Domain pending-orders.com not found', 'refused'],
    ['timeout-gateway.com', 'TIMEOUT-GATEWAY.COM: the field phonenumber is required', 'refused'],
    ['invalid-required.com', 'Renewal of invalid-required.com failed', 'uncertain'],
    ['xn--bckerei-5wa.com', 'Renewal of bäckerei.com failed', 'uncertain'],
  ])('and of a no are not taken from the name itself: %s', async (domain, said, verdict) => {
    expect((await told('renew', JSON.stringify({ error: said }), 200, domain)).verdict).toBe(verdict);
  });

  it('nor from what was sent: a registrant called Missing Timeout', async () => {
    const said = 'Order for companyname of Ada was not accepted';
    // Each field of the registrant holds its own name, and is silenced before the words are judged.
    expect((await told('register', JSON.stringify({ error: said }), 400)).verdict).toBe('uncertain');
    const email = JSON.stringify({ error: 'email of Ada is not valid' });
    expect((await told('register', email, 400)).verdict).toBe('refused');
  });
});

describe('F2 a status', () => {
  it.each([400, 401, 403, 404, 422, 429])(
    '%i without words is a no that has to be read back',
    async (status) => {
      expect((await told('renew', '', status)).verdict).toBe('refused-unconfirmed');
      expect((await told('register', '', status)).verdict).toBe('uncertain');
    },
  );

  it('defines nothing for words that nobody knows', () => {
    for (const status of [200, 400, 401, 403, 404, 422]) {
      expect(reasonOfNo('renew', status, 'Registry closed')).toBe('other');
    }
  });

  it('429 is sent once, with Retry-After too', async () => {
    const { client, sent } = aClient({ answer: () => answered('', 429, { 'retry-after': '1' }) });
    for (const name of writeNames) {
      const before = sent.length;
      await calls[name](client);
      expect(sent.length - before).toBe(1);
    }
  });
});

it('F2 nothing in doubt is found in no words', () => {
  expect(doubtInWords('')).toBeNull();
});
