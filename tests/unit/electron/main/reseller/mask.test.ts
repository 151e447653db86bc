import { describe, expect, it } from 'vitest';
import { isOpenName, schemaMismatches } from '../../../../../electron/main/reseller/json.ts';
import {
  maskedAnswer,
  redactSecretBytes,
  redactSpellings,
  wordsOf,
} from '../../../../../electron/main/reseller/mask.ts';
import { outcomeWords } from '../../../../../electron/main/reseller/refusals.ts';
import { readReply } from '../../../../../electron/main/reseller/reply.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { operations } from '../../../../support/named-operations.ts';

const answered = (body: unknown) =>
  readReply({ kind: 'answered', status: 200, headers: {}, text: JSON.stringify(body) });
const kept = (body: unknown, known: readonly string[] = []): unknown =>
  JSON.parse(maskedAnswer(answered(body), 'outcome', known));

describe('G8 the kept answer of a change', () => {
  const canaries = {
    code: 'k7G!p2Xq-9vW',
    email: 'grace.hopper@navy.example',
    phone: '+49.3012345678',
    name: 'Grace Hopper',
  };
  const odd = [
    ...['authinfo', 'pw', 'epp_code', 'owner', 'ownerName', 'holder', 'contact', 'person', 'handle', 'login'],
    ...[
      'user',
      'mail',
      'tel',
      'mobile',
      'fax',
      'street',
      'note2',
      'extra',
      'payload',
      'debug',
      'trace',
      'raw',
    ],
    ...[
      'xml',
      'registryResponse',
      'old',
      'new',
      'before',
      'after',
      'customer',
      'client',
      'reference',
      'ticket',
    ],
    ...['comment', 'remark', 'secret', 'key', 'pin', 'token2', 'k7G!p2Xq-9vW', 'Grace Hopper'],
  ];

  it('(G8) holds no value that stands under a name that is no word of the interface, at any depth', () => {
    for (const name of odd) {
      for (const value of Object.values(canaries)) {
        for (const body of [
          { success: true, [name]: value },
          { data: { [name]: [value, { message: value }] }, success: true },
          { [name]: { [name]: value, status: value } },
          { result: [{ [value]: 'ok', [name]: value }] },
        ]) {
          const text = JSON.stringify(kept(body));
          for (const canary of Object.values(canaries)) expect(text).not.toContain(canary);
        }
      }
    }
    expect(odd).toHaveLength(40);
  });

  it('(G8) keeps words about the outcome, and neither a code, an e-mail address, a phone number nor a name among them', () => {
    expect(
      kept(
        {
          success: true,
          message:
            'Domain example.com renewed until 2027-03-01 for 12.50 EUR, code k7G!p2Xq-9vW sent to grace@navy.example (Grace Hopper, +49 30 1234567)',
        },
        ['example.com'],
      ),
    ).toEqual({
      success: true,
      message:
        'Domain example.com renewed until 2027-03-01 for 12.50 EUR, code [masked] sent to [e-mail] [masked] [masked] [masked])',
    });
  });

  it.each([
    'Domain Renewal Successful',
    'Object status prohibits operation (clientTransferProhibited)',
    'You do not have enough credits',
    'IP 203.0.113.7 is not allowed',
    'Code 2304: invalid_parameter',
    'INVALID DOMAIN',
    'Forbidden',
  ])('keeps the sentence “%s”', (sentence) => {
    expect(outcomeWords(sentence, [])).toBe(sentence);
  });

  it('(G8) masks each word of a value that was sent', () => {
    const sent = [new Secret('Ada Lovelace'), new Secret('12 Long Street')];
    expect(outcomeWords('The name lovelace in long is invalid', [], wordsOf(sent))).toBe(
      'The name [masked] in [masked] is invalid',
    );
  });

  it('(G8) is of no write `open`', () => {
    expect(
      Object.values(operations).filter(({ effect, answers }) => effect === 'write' && answers === 'open'),
    ).toEqual([]);
  });
});

describe('G9 the key and the token in an answer', () => {
  const secrets = [
    new Secret('Key/with"quotes"&more=7f3a9c%20d+e\\z'),
    new Secret(Buffer.from('0f'.repeat(32)).toString('base64')),
  ];
  const each = (text: string, spell: (sign: string) => string): string => Array.from(text, spell).join('');
  const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(2, '0');
  const spellings: Readonly<Record<string, (text: string) => string>> = {
    'as it is in JSON': (text) => JSON.stringify(text).slice(1, -1),
    'with PHP’s slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
    'as JSON escapes': (text) => each(text, (sign) => `\\u00${hex(sign)}`),
    'as some JSON escapes in capitals': (text) =>
      each(text, (sign) =>
        /[a-z]/.test(sign) ? `\\u00${hex(sign).toUpperCase()}` : JSON.stringify(sign).slice(1, -1),
      ),
    'as HTML entities': (text) => each(text, (sign) => `&#${sign.charCodeAt(0)};`),
    'as hexadecimal HTML entities': (text) => each(text, (sign) => `&#x0${hex(sign)};`),
    'as htmlspecialchars writes it': (text) =>
      JSON.stringify(
        text
          .replaceAll('&', '&amp;')
          .replaceAll('"', '&quot;')
          .replaceAll('<', '&lt;')
          .replaceAll("'", '&#039;'),
      ).slice(1, -1),
    'percent-encoded': (text) => encodeURIComponent(text),
    'percent-encoded throughout, twice': (text) => each(text, (sign) => `%25${hex(sign)}`),
    'in Base64': (text) => Buffer.from(text).toString('base64'),
    'in Base64 behind a user, for URLs': (text) => Buffer.from(`user:${text}`).toString('base64url'),
    'as JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(1, -1),
    'as percent signs that JSON escapes': (text) => each(text, (sign) => `\\u0025${hex(sign)}`),
  };
  const places: readonly ((spelled: string) => string)[] = [
    (spelled) => `{"message":"before ${spelled} after","ü":"\\u00fc"}`,
    (spelled) => `[{"${spelled}":[true,{"a":"x"}]}]`,
    (spelled) => `<p>${spelled}`,
  ];

  it.each(Object.entries(spellings))('(G9) is in no answer %s', (_how, spell) => {
    for (const secret of secrets) {
      for (const place of places) {
        const spelled = spell(secret.reveal());
        const text = place(spelled);
        const bytes = new Uint8Array(Buffer.from(text));
        for (const rest of [
          redactSpellings(text, secrets),
          Buffer.from(redactSecretBytes(bytes, secrets)).toString(),
        ]) {
          expect(rest).toContain('[masked]');
          expect(rest).not.toContain(secret.reveal());
          expect(rest).not.toContain(spelled);
          if (!text.startsWith('<')) expect(() => void JSON.parse(rest)).not.toThrow();
        }
      }
    }
  });

  it('leaves an answer without them as it is, whatever it escapes', () => {
    const text = '{"a":"M\\u00fcnchen \\/ \\u0041 &amp; 100% \\n","b":"Key"}';
    const bytes = new Uint8Array(Buffer.from(text));
    expect(redactSpellings(text, secrets)).toBe(text);
    expect(redactSecretBytes(bytes, secrets)).toBe(bytes);
  });
});

describe('G17 names of members', () => {
  it('(G17) that are no words of the interface are not told in a deviation', () => {
    const shape = { members: { status: 'string' } } as const;
    const body = { status: 'x', 'Grace Hopper': 1, graceHopper: { status: 1 }, message: null };
    expect(schemaMismatches(body, shape)).toEqual([
      { path: '*', expected: 'nothing', seen: 'number' },
      { path: '*', expected: 'nothing', seen: 'object' },
      { path: 'message', expected: 'nothing', seen: 'null' },
    ]);
  });

  it('are told where the API document has them', () => {
    const namesIn = (shape: unknown): readonly string[] => {
      if (typeof shape !== 'object' || shape === null) return [];
      const members = 'members' in shape ? Object.entries(shape.members as object) : [];
      const inner = Object.values(shape).flatMap((each) => namesIn(each));
      return [...members.flatMap(([name, each]) => [name, ...namesIn(each)]), ...inner];
    };
    const documented = Object.values(operations).flatMap((operation) => namesIn(operation.documented));
    expect(documented.length).toBeGreaterThan(20);
    expect(documented.filter((name) => !isOpenName(name))).toEqual([]);
  });
});
