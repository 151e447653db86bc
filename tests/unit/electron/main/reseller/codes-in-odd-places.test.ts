import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '../../../../../shared/domain/account.ts';
import { toReadResult } from '../../../../../electron/main/reseller/decode.ts';
import { maskedAnswer } from '../../../../../electron/main/reseller/mask.ts';
import { readEppCode } from '../../../../../electron/main/reseller/operations/domain.ts';
import { readReply } from '../../../../../electron/main/reseller/reply.ts';
import { oddPlaces } from '../../../../support/codes/odd-places.ts';
import { createRandom } from '../../../../support/fuzz/random.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const input = { domain: 'example.com' };
const call = valueOf(readEppCode.ask(input, defaultAccountOptions));
const letters = Array.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789');
const signs = Array.from('!#$%&*+-.:;=?@^_~<>"\'/\\');
const digits = Array.from('23456789');

/** Every six signs in a row, as they stand in JSON text. */
const piecesOf = (code: string): readonly string[] =>
  Array.from({ length: code.length - 5 }, (_, from) =>
    JSON.stringify(code.slice(from, from + 6)).slice(1, -1),
  );

describe('a code where nobody expects it', () => {
  const random = createRandom(20_261_121);
  const aCode = (): string =>
    Array.from({ length: 6 + random.int(26) }, (_, at) =>
      at % 4 === 2 ? random.pick(signs) : random.pick(letters),
    ).join('') + random.pick(digits);

  it('B9 is in nothing that is kept or said of an answer, whatever its place and the status', async ({
    annotate,
  }) => {
    const [statuses, finds] = [[200, 201, 302, 400, 401, 403, 404, 422, 429, 500, 503], [] as string[]];
    let looked = 0;
    for (const [place, written] of Object.entries(oddPlaces)) {
      for (const status of statuses) {
        for (let n = 0; n < 20; n += 1) {
          const code = aCode();
          const reply = readReply({ kind: 'answered', status, headers: {}, text: written(code) });
          const told = toReadResult({ operation: readEppCode, input, call, answeredAt: '' }, reply);
          const all = JSON.stringify([maskedAnswer(reply, readEppCode.answers), told]);
          looked += 1;
          if (piecesOf(code).some((piece) => all.includes(piece))) finds.push(`${place}, ${status}: ${all}`);
        }
      }
    }
    expect(finds).toEqual([]);
    await annotate(`figure: ${looked} codes in odd places, 0 found in answers and words`);
  });

  it.each([
    ['beside a name that nobody knows', { success: true, authinfo: 'aB3#xyz' }],
    ['as the message', { success: true, message: 'aB3#xyz' }],
    ['in an object', { success: true, eppcode: { value: 'aB3#xyz' } }],
    ['in words', { success: true, message: 'The code is aB3#xyz.' }],
    ['as a number', { success: true, pin: 123456 }],
  ])('is no word that it was e-mailed: %s', (_where, body) => {
    expect(readEppCode.judge(body, input, '').kind).toBe('unclear');
  });

  it.each([
    ['in words', { success: true, message: 'The code was sent to the registrant' }],
    ['with an address', { success: true, message: 'Sent to <b>ada@example.com</b>' }],
    ['with the domain', { success: true, domain: 'example.com' }],
    ['with what is empty', { status: 'success', message: '', error: null, eppcode: '' }],
    ['twice', { success: 'success', status: 'success', message: 'success' }],
  ])('a success alone is one: %s', (_how, body) => {
    expect(readEppCode.judge(body, input, '')).toEqual({
      kind: 'success',
      value: { kind: 'emailed-to-registrant' },
    });
  });
});
