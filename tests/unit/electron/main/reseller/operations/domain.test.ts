import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../../electron/main/reseller/json.ts';
import { readEppCode, sync } from '../../../../../../electron/main/reseller/operations/domain.ts';

describe('epp code and sync', () => {
  const domain = 'example.com';
  const success = (value: object) => ({ kind: 'success', value });
  const unclear = { kind: 'unclear', why: 'wrong-shape' };

  describe('the transfer code', () => {
    const shown = (body: Json) => {
      const judgement = readEppCode.judge(body, { domain }, '');
      if (judgement.kind !== 'success') return judgement.kind;
      return judgement.value.kind === 'code' ? `code ${judgement.value.code.reveal()}` : judgement.value.kind;
    };

    it.each<[string, Json, string]>([
      ['an object', { eppcode: 'aB3$x' }, 'code aB3$x'],
      ['an object with success beside', { success: true, eppcode: 'aB3$x' }, 'code aB3$x'],
      ['a bare string', 'aB3$x', 'code aB3$x'],
      ['HTML entities, decoded', { eppcode: 'a&amp;b&lt;c&#39;&quot;' }, 'code a&b<c\'"'],
      ['entities decoded once only', { eppcode: 'a&amp;amp;b' }, 'code a&amp;b'],
      ['a number', { eppcode: 12345 }, 'code 12345'],
      ['success alone', { success: true }, 'emailed-to-registrant'],
      ['success in words', 'success', 'emailed-to-registrant'],
      ['success with an empty code', { success: 'true', eppcode: '' }, 'emailed-to-registrant'],
      ['a sentence', 'The code was not found', 'unclear'],
      ['an empty string', '', 'unclear'],
      ['an empty object', {}, 'unclear'],
      ['an empty array', [], 'unclear'],
      ['an empty code', { eppcode: '' }, 'unclear'],
      ['a null code', { eppcode: null }, 'unclear'],
      ['an object for a code', { eppcode: { x: 1 } }, 'unclear'],
      ['H21 signs of every kind, as they came', { eppcode: 'a&b<c>d"e\'f\\g' }, 'code a&b<c>d"e\'f\\g'],
      ['H21 an old name of an entity without its semicolon', { eppcode: 'x&ltR9!a7' }, 'code x&ltR9!a7'],
      ['H21 another of them', { eppcode: 'Ab&copy7Zq' }, 'code Ab&copy7Zq'],
      ['H21 a number of an entity without its semicolon', { eppcode: 'A&#38b7&#x26c' }, 'code A&#38b7&#x26c'],
      ['H21 entities by number', { eppcode: 'A&#038;b&#39;9' }, "code A&b'9"],
      ['H21 white space around it', { eppcode: '\u00a0Ab12cd! \n' }, 'code Ab12cd!'],
      ['H21 digits', { eppcode: 48213977 }, 'code 48213977'],
      ['H21 digits with zeros before, as a text', { eppcode: '00482139' }, 'code 00482139'],
      ['H21 other letters', { eppcode: 'Größe7!' }, 'code Größe7!'],
      ['H21 braces that are no JSON', { eppcode: '{Ab12]cd}' }, 'code {Ab12]cd}'],
      ['H21 signs as in an address for mail', { eppcode: 'Ab12@cd!.9' }, 'code Ab12@cd!.9'],
      ['H21 more digits than a number keeps', { eppcode: 12345678901234567890 }, 'unclear'],
      ['H21 a fraction', { eppcode: 1234.5 }, 'unclear'],
      ['H21 a negative number', { eppcode: -12345 }, 'unclear'],
      ['H21 a sentence', { eppcode: 'Please contact support to obtain the code' }, 'unclear'],
      ['H21 a blank inside as an entity', { eppcode: 'Ab&nbsp;12' }, 'unclear'],
      ['H21 a blank from far away', { eppcode: 'Ab\u300012' }, 'unclear'],
      ['H21 a CDATA section', { eppcode: '<![CDATA[Ab-12!x]]>' }, 'unclear'],
      ['H21 markup around it', { eppcode: '<b>Ab-12!x</b>' }, 'unclear'],
      ['H21 markup around it, as entities', { eppcode: '&lt;b&gt;Ab-12!x&lt;/b&gt;' }, 'unclear'],
      ['H21 a line break behind it', { eppcode: 'Ab-12!x<br/>' }, 'unclear'],
      ['H21 JSON in a text', '{"eppcode":"Ab12-xyz"}', 'unclear'],
      ['H21 JSON that was cut', '{"eppcode":"Ab12-x', 'unclear'],
      ['H21 a list in a text', { eppcode: '["Ab12-xyz"]' }, 'unclear'],
      ['H21 a text in a text', { eppcode: '"Ab12-xyz"' }, 'unclear'],
      ['H21 an address for mail', { eppcode: 'jane.roe@old.example' }, 'unclear'],
      ['H21 a web address', { eppcode: 'https://panel.example/codes' }, 'unclear'],
      ['H21 the domain', { eppcode: 'Example.com' }, 'unclear'],
      ['H21 a text of any length', { eppcode: 'x1'.repeat(200) }, 'unclear'],
      ['H21 a code under another name', { success: true, domainPassword: 'Zx9!kk' }, 'unclear'],
      ['H21 a success with a word for none', { success: true, eppcode: 'N/A' }, 'unclear'],
      [
        'H21 a sentence that says that it was e-mailed',
        { eppcode: 'The code has been sent to the registrant by e-mail.' },
        'emailed-to-registrant',
      ],
      ['H21 the same, bare', 'EPP code was e-mailed to the owner', 'emailed-to-registrant'],
      [
        'H21 a sentence that it could not be e-mailed',
        { eppcode: 'The code was not sent by e-mail' },
        'unclear',
      ],
      ['H21 a sentence that it will be', { eppcode: 'It will be e-mailed once it has been sent' }, 'unclear'],
      [
        'H21 the words of an error, though a mail is named',
        { eppcode: 'Error: was sent no e-mail' },
        'unclear',
      ],
    ])('from %s', (_name, body, expected) => {
      expect(shown(body)).toBe(expected);
    });

    it.each([
      ...[
        'NA',
        'N/A',
        'n.a.',
        'None',
        'null',
        'false',
        '-',
        '—',
        '***',
        '...',
        'Unauthorized',
        'UNAVAILABLE',
        'not_available',
      ],
      ...[
        '[hidden]',
        'undefined',
        '0',
        'error',
        'keine',
        'aucun',
        'ninguno',
        'нет',
        'なし',
        '&#78;&#47;A',
        'xxxxxxxx',
      ],
    ])('H21 a word for none is no code, under its name and bare: %s', (word) => {
      expect([shown({ eppcode: word }), shown(word)]).toEqual(['unclear', 'unclear']);
    });

    it.each([
      ['zero-width spaces', '\u200bAb12cd!\u200b'],
      ['a soft hyphen', 'Ab12\u00adcd!'],
      ['a mark of direction', '\u202eAb12cd!'],
      ['a filler', 'Ab12\u3164cd!'],
      ['a variation selector', 'Ab12\ufe0fcd!'],
      ['a control character', 'Ab12\u0007cd!'],
      ['one as an entity', 'Ab12&shy;cd!'],
      ['a character that was lost', 'Ab\ufffd12cd!'],
      ['one that no character has', 'Ab&#0;12cd!'],
    ])('H21 what cannot be seen in it is said: %s', (_name, code) => {
      const said = { kind: 'unclear', why: 'unsafe-text' };
      expect(readEppCode.judge({ eppcode: code }, { domain }, '')).toEqual(said);
      expect(readEppCode.judge(code, { domain }, '')).toEqual(said);
    });

    it('does not print', () => {
      expect(JSON.stringify(readEppCode.judge('aB3$x', { domain }, ''))).toContain('"code":"[secret]"');
    });
  });

  describe('sync', () => {
    const nothing = { active: null, expired: null, transferredAway: null, expiresOn: null };

    it.each<[string, Json, object | null]>([
      [
        'all of it',
        { active: true, expirydate: '2027-01-31', expired: false, transferredAway: false },
        { active: true, expired: false, transferredAway: false, expiresOn: '2027-01-31' },
      ],
      [
        'PHP’s booleans',
        { active: '1', expired: '', transferredAway: '0' },
        { ...nothing, active: true, expired: false, transferredAway: false },
      ],
      ['the date alone', { expirydate: '2027-01-31' }, { ...nothing, expiresOn: '2027-01-31' }],
      ['a date with a time', { expirydate: '2027-01-31 00:00:00' }, { ...nothing, expiresOn: '2027-01-31' }],
      ['success alone', { success: true }, nothing],
      ['success in words', 'success', nothing],
      ['a date that is none', { expirydate: '0000-00-00' }, null],
      [
        'H24 the first day of computers',
        { active: true, expirydate: '1970-01-01' },
        { ...nothing, active: true },
      ],
      [
        'H24 a year before any expiry',
        { active: true, expirydate: '1984-12-31' },
        { ...nothing, active: true },
      ],
      [
        'H24 the first that can be one',
        { expirydate: '1985-01-01' },
        { ...nothing, expiresOn: '1985-01-01' },
      ],
      [
        'H24 a day that no month has',
        { active: true, expirydate: '2027-02-31' },
        { ...nothing, active: true },
      ],
      [
        'H24 a leap day in another year',
        { active: true, expirydate: '2027-02-29' },
        { ...nothing, active: true },
      ],
      ['H24 a leap day', { expirydate: '2028-02-29' }, { ...nothing, expiresOn: '2028-02-29' }],
      [
        'H24 a month that no year has',
        { active: true, expirydate: '2027-13-01' },
        { ...nothing, active: true },
      ],
      ['H24 a negative year', { active: true, expirydate: '-0001-11-30' }, { ...nothing, active: true }],
      ['H24 the last that can be one', { expirydate: '2100-12-31' }, { ...nothing, expiresOn: '2100-12-31' }],
      [
        'H24 a year after any expiry',
        { active: true, expirydate: '9999-12-31' },
        { ...nothing, active: true },
      ],
      [
        'H24 flags as texts',
        { active: 'true', expired: 'False', transferredAway: 'false' },
        { ...nothing, active: true, expired: false, transferredAway: false },
      ],
      ['H24 transferred away, as a text', { transferredAway: 'true' }, { ...nothing, transferredAway: true }],
      ['H24 cancelled', { active: false, cancelled: true }, { ...nothing, active: false, cancelled: true }],
      ['H24 cancelled, as a text', { canceled: '1' }, { ...nothing, cancelled: true }],
      ['an empty array', [], null],
      ['an empty object', {}, null],
      ['words that nobody knows', { active: 'maybe' }, null],
    ])('from %s', (_name, body, expected) => {
      expect(sync.judge(body, { domain }, '')).toEqual(expected === null ? unclear : success(expected));
    });

    it('a refusal stays one, whatever stands beside it', () => {
      expect(sync.judge({ error: 'No such domain', active: '' }, { domain }, '').kind).toBe('refusal');
    });
  });
});
