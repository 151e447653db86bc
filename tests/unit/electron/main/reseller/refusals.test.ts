import { describe, expect, it } from 'vitest';
import type { WriteOutcome } from '#shared/domain/change.ts';
import type { AppError, RefusalReason } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import type { WriteResult } from '../../../../../electron/main/reseller/decode.ts';
import type { Json } from '../../../../../electron/main/reseller/json.ts';
import {
  errorWords,
  hasError,
  isKnownRefusal,
  plainWords,
  reasonOfNo,
  refusalIn,
  refusalReason,
  saysDone,
} from '../../../../../electron/main/reseller/refusals.ts';
import { doubtInWords } from '../../../../../electron/main/reseller/signs.ts';
import { bodyOf, definedNo, forms, sentences } from '../../../../faults/model/sentences.ts';
import { type Meant, noes } from '../../../../support/known-answers.ts';
import {
  aRegistrant,
  calls,
  callsFor,
  type OperationName,
  operations,
  writeNames,
} from '../../../../support/named-operations.ts';
import { aClient, answered } from './a-client.ts';

describe('why a service refused', () => {
  it.each<[string, number, string, RefusalReason]>([
    ['an invalid token', 401, 'Invalid API Token', 'credentials'],
    ['an invalid token inside a 200', 200, 'Invalid API Token', 'credentials'],
    ['a bare 401', 401, '', 'credentials'],
    ['a bare 403', 403, '', 'credentials'],
    ["the caller's address", 403, 'Access from 203.0.113.7 is not allowed', 'address'],
    ["the caller's address under 401", 401, 'Invalid API Token for IP 203.0.113.7', 'address'],
    ["the caller's IPv6 address", 403, 'Your IP 2001:db8::17 is not whitelisted', 'address'],
    ['a permission', 403, 'Action is not allowed', 'permission'],
    ['a permission inside a 200', 200, 'Action is not allowed', 'permission'],
    ['too little credit', 500, 'Reseller does not have enough credits on his account', 'credit'],
    ['too little credit in other words', 400, 'Insufficient funds', 'credit'],
    ['the rate, by status', 429, '', 'rate'],
    ['the rate, by words', 400, 'Rate limit exceeded', 'rate'],
    ['an existing name', 400, 'Domain already exists', 'exists'],
    ['an unknown path', 404, 'Action not found', 'not-found'],
    ['an unknown domain', 400, 'Domain not found', 'not-found'],
    ['a bad field', 422, '', 'validation'],
    ['a bad field by words', 400, 'regperiod is required', 'validation'],
    ['a bare 400', 400, '', 'validation'],
    ['a server error', 500, '', 'server'],
    ['a redirect', 302, '', 'redirect'],
    ['something else', 418, 'I am a teapot', 'other'],
    ['something else inside a 200', 200, 'Registry closed', 'other'],
  ])('%s', (_name, status, said, why) => {
    expect(refusalReason(status, said)).toBe(why);
  });

  it.each<[OperationName, string, RefusalReason]>([
    ['register', '', 'exists'],
    ['register', 'regperiod is required', 'validation'],
    ['renew', '', 'validation'],
  ])('a 400 on %s with the words “%s”: %s', (operation, said, why) => {
    expect(reasonOfNo(operations[operation], 400, said)).toBe(why);
  });
});

const kindOf = (body: Json): string => saysDone(body).kind;

describe('an answer to a change says done', () => {
  it.each<[string, Json]>([
    ['client mistake 2: the bare string', 'success'],
    ['the bare string with blanks', ' Success\n'],
    ['success: true', { success: true }],
    ['success: 1', { success: 1 }],
    ['success: "1"', { success: '1' }],
    ['the documented status object', { status: 'success', message: '', success: 'success' }],
    ['status and message alone', { status: 'success', message: 'Done' }],
    ['an empty error beside it', { success: true, error: '' }],
    ['a null error beside it', { success: true, error: null }],
    ['an empty list of errors beside it', { success: true, error: [] }],
  ])('by %s', (_name, body) => {
    expect(kindOf(body)).toBe('success');
  });
});

describe('an answer to a change says no', () => {
  it.each<[string, Json, string]>([
    ['client mistake 3: a text under error', { error: 'No such domain' }, 'No such domain'],
    ['an object under error', { error: { message: 'No such domain', code: 5 } }, 'No such domain'],
    ['a list under error', { error: ['One', 'Two'] }, 'One; Two'],
    ['an empty object under error', { error: {} }, ''],
    ['error: true with a message', { error: true, message: 'Nope' }, 'Nope'],
    ['success: false', { success: false, message: 'Nope' }, 'Nope'],
    ['success: 0', { success: 0 }, ''],
    ['status: error', { status: 'error', message: 'Nope' }, 'Nope'],
    ['status: failed', { status: 'Failed' }, ''],
    ['a known refusal as a bare string', 'Action is not allowed', 'Action is not allowed'],
    ['a known refusal under message alone', { message: 'Action not found' }, 'Action not found'],
  ])('by %s', (_name, body, said) => {
    expect(saysDone(body)).toEqual({ kind: 'refusal', said });
  });
});

describe('an answer to a change says neither', () => {
  it.each<[string, Json]>([
    ['an empty array', []],
    ['an empty object', {}],
    ['true', true],
    ['null', null],
    ['a number', 1],
    ['the empty text', ''],
    ['another text', 'Order queued'],
    ['a message alone', { message: 'Order queued' }],
    ['success with a word nobody knows', { success: 'maybe' }],
    ['success as the empty text', { success: '' }],
    ['a yes and an error', { success: true, error: 'Registry said no' }],
    ['a yes and an unreadable error', { success: true, error: {} }],
    ['a yes and a no', { status: 'error', success: true }],
    ['an array with a yes in it', [{ success: true }]],
    ['a yes one level down', { result: { success: true } }],
    ['a yes under a name that neither document nor field notes have', { result: 'success' }],
    ['a no under that name', { result: 'error', message: 'Order queued' }],
  ])('by %s', (_name, body) => {
    expect(kindOf(body)).toBe('unclear');
  });
});

describe('the words of an error', () => {
  it.each<[string, Json | undefined, string, boolean]>([
    ['a text', 'x', 'x', true],
    ['nested objects', { a: { b: 'x' }, c: ['y'] }, 'x; y', true],
    ['a number', 7, '', true],
    ['false', false, '', false],
    ['nothing', undefined, '', false],
    ['H24 PHP’s false as a text', '0', '0', false],
    ['H24 false as a text', ' False ', ' False ', false],
    ['H24 the empty text', '', '', false],
    ['H24 a number as a text', '1', '1', true],
    ['H24 a word that may be one', 'no', 'no', true],
  ])('of %s', (_name, error, words, has) => {
    expect([errorWords(error), hasError(error)]).toEqual([words, has]);
  });

  it('knows a refusal in plain text, but not in a page', () => {
    expect(isKnownRefusal('Error: Invalid API Token.')).toBe(true);
    expect(isKnownRefusal('Invalid API Token'.padEnd(600))).toBe(false);
    expect(refusalIn('Welcome')).toBeNull();
  });
});

describe('the words of a refusal beside which a code may stand', () => {
  it.each([
    ['ordinary words stay', 'The domain was not found.', 'The domain was not found.'],
    ['the name that was asked for stays', 'No such domain: Example.com', 'No such domain: Example.com'],
    [
      "the caller's address stays",
      'IP 203.0.113.7 is not allowed (2001:db8::1)',
      'IP 203.0.113.7 is not allowed (2001:db8::1)',
    ],
    ['short numbers and abbreviations stay', 'Error 2201: EPP says no', 'Error 2201: EPP says no'],
    [
      'hyphens and apostrophes stay',
      'Not allowed: it’s a well-kept "secret".',
      'Not allowed: it’s a well-kept "secret".',
    ],
    ['an e-mail address was taken out before', 'Sent to [e-mail].', 'Sent to [e-mail].'],
    ['letters and digits do not', 'Your code is aB3xYz9.', 'Your code is [masked]'],
    ['signs do not', 'Your code is ab#cd&ef', 'Your code is [masked]'],
    ['capitals within do not', 'Your code is abCdef', 'Your code is [masked]'],
    ['capitals alone do not', 'Your code is ABCDEFGH', 'Your code is [masked]'],
    ['long numbers do not', 'Your code is 123456', 'Your code is [masked]'],
    ['a lone word does not', 'abcdefgh', '[masked]'],
    ['another name does not', 'No such domain: other.com', 'No such domain: [masked]'],
    ['the empty text stays', '', ''],
  ])('B9 %s', (_what, words, expected) => {
    expect(plainWords(words, ['domains', 'example.com', 'eppcode'])).toBe(expected);
  });
});

describe('noes', () => {
  const statuses = [200, 400, 401, 403, 404, 422, 429, 500, 502, 503] as const;

  /** The field's ways to write one sentence. */
  const shapes: readonly ((said: string) => string)[] = [
    (said) => JSON.stringify({ error: said }),
    (said) => JSON.stringify({ error: { message: said, code: 1001 } }),
    (said) => JSON.stringify({ status: 'error', message: said }),
  ];

  interface Told {
    readonly result: Result<object>;
    readonly verdict: WriteOutcome;
  }

  /** One write that is answered so, as the journal gets it. */
  async function outcomeOf(
    name: OperationName,
    body: string,
    status: number,
    domain?: string,
  ): Promise<Told> {
    const { client } = aClient({ answer: () => answered(body, status) });
    const call = domain === undefined ? calls[name] : callsFor({ domain, newDomain: domain })[name];
    // Proof for the cast: `name` is that of a write.
    const result = (await call(client)) as WriteResult<object>;
    return { result, verdict: result.outcome };
  }

  const errorOf = ({ result }: Told): AppError | null => (result.ok ? null : result.error);

  function expected(meant: Meant, name: OperationName, status: number): WriteOutcome {
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
              const { verdict } = await outcomeOf(name, shape(said), status);
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
      // 18,900 answers: on a busy machine they take a while.
    }, 300_000);

    it.each(noes.filter(([, meant]) => !['doubt', 'pending', 'exists', 'rate'].includes(meant)))(
      '“%s” is a no for %s, and quotes it',
      async (said, why) => {
        const { result, verdict } = await outcomeOf('renew', JSON.stringify({ error: said }), 200);
        expect(result).toMatchObject(fail({ kind: 'refused', why, status: 200, said }));
        expect(verdict).toBe('refused');
      },
    );

    it.each(noes.filter(([, meant]) => meant === 'pending'))('“%s” is pending', async (said) => {
      for (const body of shapes.map((shape) => shape(said))) {
        expect(errorOf(await outcomeOf('register', body, 200))).toEqual({
          kind: 'uncertain',
          why: 'pending',
          said,
        });
      }
    });

    it.each(noes.filter(([, meant]) => meant === 'exists'))(
      '“%s” is a doubt about whose it is for a registration, and no no for any other write',
      async (said) => {
        const body = JSON.stringify({ error: said });
        expect(errorOf(await outcomeOf('register', body, 400))).toMatchObject({
          kind: 'uncertain',
          why: 'exists',
        });
        expect(errorOf(await outcomeOf('registerChildNameserver', body, 400))).toMatchObject({
          kind: 'uncertain',
          why: 'unclear-refusal',
        });
      },
    );
  });

  describe('H5 what a service says of something else than the request', () => {
    it.each([
      'SMTP Error: Authentication failed',
      'SMTP Error: Could not authenticate. Authentication failed',
      'Mail server: invalid credentials',
      'PHPMailer: Access denied',
      'Authorization error while sending the invoice email',
      'Permission denied, confirmation email not sent',
      'Invalid credentials for SMS service',
      'Slack: invalid token',
      'Permission denied writing the log',
      'Access denied to template',
      'Audit log: not allowed',
      'mkdir(): Permission denied',
      'fopen(): Permission denied',
      'Permission denied: /var/www/storage/invoices',
      'renew.log is not writable: permission denied',
      'C:\\\\inetpub\\\\cache: Access denied',
      'API key invalid for webhook',
      'Unauthorized (callback)',
      'Hook AfterRenewal: not permitted',
      'You have insufficient credit left for further orders',
      'Credit balance is too low: 2.00 left',
      'Insufficient funds for the next renewal',
      'Not enough credits for future orders',
      'Insufficient funds to settle the invoice',
      'Low balance notification',
      'Domain not found in cart',
      'Domain name missing in reminder list',
      'Domain not found in cache',
      'Invalid expiry date format for domain',
      'Invalid date value',
      'Invalid period in renewal history of domain',
      'The domain must be renewed before 30 days',
      'Domain must be renewed within 30 days after this',
      'Column domain cannot be null: invalid value',
      'The domain field must be unique',
      'Ticket: Action is not allowed',
      'Rechnung: Permission denied',
    ])('is no defined no, whatever its reason: %s', async (said) => {
      for (const name of ['renew', 'register', 'writeLock'] as const)
        for (const shape of shapes)
          for (const status of [200, 400, 401, 403, 404, 422])
            expect((await outcomeOf(name, shape(said), status)).verdict).toBe('uncertain');
    });

    it.each<[string, RefusalReason]>([
      ['Reseller does not have enough credits on his account', 'credit'],
      ['Insufficient funds', 'credit'],
      ['Insufficient funds to place this order', 'credit'],
      ['The client does not have enough credit for this order', 'credit'],
      ['Payment Required', 'credit'],
      ['Invalid API Token', 'credentials'],
      ['Please log in: authentication failed', 'credentials'],
      ['Your API key has expired: unauthorized', 'credentials'],
      ['You do not have permission to renew this domain', 'permission'],
      ['Action is not allowed for this product', 'permission'],
      ['The email address of the registrant is not valid', 'validation'],
      ['The field date of birth is required for this domain', 'validation'],
      ['regperiod must be a number of years from 1 to 10', 'validation'],
      ['Domain does not exist in your account', 'not-found'],
      ['Your IP address 203.0.113.7 is not allowed to use this API', 'address'],
    ])('is not found in a plain refusal: %s', async (said, why) => {
      for (const shape of shapes)
        expect(errorOf(await outcomeOf('renew', shape(said), 200))).toMatchObject({ kind: 'refused', why });
    });
  });

  it('F2 the sentences of the model are a no where that calls them one, and nowhere else', async () => {
    const wrong: string[] = [];
    for (const { words, means } of sentences) {
      for (const form of forms.filter((each) => each !== 'plain-text')) {
        for (const status of [200, 400, 403, 404, 422, 429]) {
          const { verdict } = await outcomeOf('renew', bodyOf(words, form), status);
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
        expect((await outcomeOf('renew', JSON.stringify(body), status)).verdict).toBe('uncertain');
      }
    });

    it('count in a page under a status of a no', async () => {
      const page = '<html><head><title>504 Gateway Time-out</title></head></html>';
      expect((await outcomeOf('renew', page, 400)).verdict).toBe('uncertain');
    });

    it.each([
      ['{"success":true,"message":"Command completed successfully; action pending"}', 'pending'],
      ['{"status":"success","message":"Order placed; the registrar timed out"}', 'answer-not-understood'],
      ['{"success":true,"status":"Pending"}', 'pending'],
    ])('turn a yes into a doubt: %s', async (body, why) => {
      expect(errorOf(await outcomeOf('renew', body, 200))).toMatchObject({ kind: 'uncertain', why });
    });

    it('are not looked for in what a sync tells of the domain', async () => {
      const body = JSON.stringify({ success: true, active: true, status: 'pendingDelete' });
      expect((await outcomeOf('sync', body, 200)).verdict).toBe('done');
    });

    it('are judged by what the operation says of itself, whatever its name', async () => {
      const domain = 'example.com';
      const taken = aClient({ answer: () => answered('{"error":"Domain already exists"}', 400) });
      const nameservers = ['ns1.example.net', 'ns2.example.net'];
      const order = { domain, periodYears: 1, nameservers, contacts: { registrant: aRegistrant } };
      expect(await taken.client.write({ ...operations.register, name: 'order' }, order)).toMatchObject({
        error: { kind: 'uncertain', why: 'exists' },
      });
      const pending = aClient({ answer: () => answered('{"success":true,"status":"pendingDelete"}') });
      expect(await pending.client.write({ ...operations.sync, name: 'compare' }, { domain })).toMatchObject({
        ok: true,
      });
      expect(
        await pending.client.write({ ...operations.renew, name: 'sync' }, { domain, periodYears: 1 }),
      ).toMatchObject({
        error: { kind: 'uncertain', why: 'pending' },
      });
    });

    it('leave an ordinary yes one', async () => {
      for (const body of [
        '"success"',
        '{"success":true}',
        '{"status":"success","message":"","success":"success"}',
      ]) {
        for (const name of writeNames) expect((await outcomeOf(name, body, 200)).verdict).toBe('done');
      }
    });

    it.each([
      ['pending-orders.com', 'Domain pending-orders.com not found', 'refused'],
      ['timeout-gateway.com', 'TIMEOUT-GATEWAY.COM: the field phonenumber is required', 'refused'],
      ['invalid-required.com', 'Renewal of invalid-required.com failed', 'uncertain'],
      ['xn--bckerei-5wa.com', 'Renewal of bäckerei.com failed', 'uncertain'],
    ])('and of a no are not taken from the name itself: %s', async (domain, said, verdict) => {
      expect((await outcomeOf('renew', JSON.stringify({ error: said }), 200, domain)).verdict).toBe(verdict);
    });

    it('nor from what was sent: a registrant called Missing Timeout', async () => {
      const said = 'Order for companyname of Ada was not accepted';
      // Each field of the registrant holds its own name, and is silenced before the words are judged.
      expect((await outcomeOf('register', JSON.stringify({ error: said }), 400)).verdict).toBe('uncertain');
      const email = JSON.stringify({ error: 'email of Ada is not valid' });
      expect((await outcomeOf('register', email, 400)).verdict).toBe('refused');
    });
  });

  describe('F2 a status', () => {
    it.each([400, 422, 429])('%i without words is a no that has to be read back', async (status) => {
      expect((await outcomeOf('renew', '', status)).verdict).toBe('refused-unconfirmed');
      expect((await outcomeOf('register', '', status)).verdict).toBe('uncertain');
    });

    it.each([401, 403, 404, 406])(
      'H23 %i with nothing or a page may be from whatever is on the way: uncertain',
      async (status) => {
        for (const name of ['renew', 'register', 'writeLock'] as const) {
          const { client } = aClient({ answer: () => answered('', status) });
          expect(await calls[name](client)).toMatchObject({ outcome: 'uncertain' });
        }
      },
    );

    it('defines nothing for words that nobody knows', () => {
      for (const status of [200, 400, 401, 403, 404, 422]) {
        expect(reasonOfNo(operations.renew, status, 'Registry closed')).toBe('other');
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
});
