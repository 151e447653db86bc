import { describe, expect, it } from 'vitest';
import { maskedAnswer, redactSecrets, sanitize } from '../../../../../electron/main/reseller/mask.ts';
import { readReply } from '../../../../../electron/main/reseller/reply.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';

const answered = (text: string) => readReply({ kind: 'answered', status: 200, headers: {}, text });

describe('a kept answer', () => {
  it('is the text as it came where nothing personal is in it', () => {
    expect(maskedAnswer(answered('[ "a" ]'), 'open')).toBe('[ "a" ]');
  });

  it('client mistake 7: keeps names and structure of a personal answer, and none of its values', () => {
    const body = {
      Registrant: { Phone: 49_123_456, Email: 'a@b.example', Empty: '' },
      success: true,
      list: ['x'],
    };
    expect(JSON.parse(maskedAnswer(answered(JSON.stringify(body)), 'personal'))).toEqual({
      Registrant: { Phone: '[masked]', Email: '[masked]', Empty: '' },
      success: true,
      list: ['[masked]'],
    });
  });

  it('keeps nothing of a personal answer that is not JSON', () => {
    expect(maskedAnswer(answered('Ada Lovelace, London'), 'personal')).toBe(
      '[20 characters that are not JSON]',
    );
  });

  it('is cut at 64 KiB', () => {
    expect(maskedAnswer(answered('x'.repeat(100_000)), 'open')).toHaveLength(65_536);
  });

  it('is empty where no answer came', () => {
    expect(maskedAnswer({ kind: 'cancelled' }, 'open')).toBe('');
  });
});

describe("a service's words", () => {
  it.each([
    ['lose their markup', '<b>Warning</b>:\n no <i>way</i>', 'Warning : no way'],
    ['lose e-mail addresses', 'Sent to ada@lovelace.example.', 'Sent to [e-mail]'],
    ['lose control characters', 'a\u0000b\u202Ec', 'a b c'],
    ["keep the caller's address", 'IP 203.0.113.7 is not allowed', 'IP 203.0.113.7 is not allowed'],
  ])('%s', (_name, words, said) => {
    expect(sanitize(words, [])).toBe(said);
  });

  it('lose what was sent as a secret', () => {
    expect(sanitize('“+49.1234” is no phone number', [new Secret('+49.1234')])).toBe(
      '“[masked]” is no phone number',
    );
  });

  it('are cut at 300 characters', () => {
    expect(sanitize('x'.repeat(10_000), [])).toHaveLength(300);
  });

  it('keep words that equal a very short secret', () => {
    expect(redactSecrets('DE is a country', [new Secret('DE')])).toBe('DE is a country');
  });
});
