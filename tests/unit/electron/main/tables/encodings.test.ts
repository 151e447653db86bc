import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../../electron/main/tables/encodings.ts';
import { aNamesFile } from '../../../../support/tables/table-files.ts';

describe('bytes as text', () => {
  const german = 'bäckerei\nmüller-söhne\nstraße\ncafé-crème\nfrühstück\n';
  const russian = 'пекарня\nхлеб\nмосква-хлеб\nпривет\nздравствуйте\n';
  const japanese = 'パン屋\n東京\n花屋さん\nお菓子の店\n美味しいパン\n';

  // The files were made by iconv; see tests/fixtures/names/README.md.
  it.each([
    ['utf-8', 'utf-8', japanese],
    ['utf-8-marked', 'utf-8', german],
    ['utf-16le-marked', 'utf-16le', russian],
    ['utf-16le', 'utf-16le', german],
    ['utf-16be', 'utf-16be', german],
    ['windows-1250', 'windows-1250', 'piekarnia\nżółw\nłódź-chleb\nświeże-bułki\nźródło\n'],
    ['windows-1251', 'windows-1251', russian],
    ['windows-1252', 'windows-1252', german],
    ['koi8-r', 'koi8-r', russian],
    ['shift_jis', 'shift_jis', japanese],
    ['euc-jp', 'euc-jp', japanese],
    ['iso-2022-jp', 'iso-2022-jp', japanese],
    ['euc-kr', 'euc-kr', '빵집\n서울빵집\n한국어\n꽃가게\n'],
    ['gb18030', 'gb18030', '面包店\n北京面包\n上海花店\n中国茶叶\n'],
    ['big5', 'big5', '麵包店\n台北花店\n中國茶葉\n'],
  ])('in %s are found to be so', (file, encoding, text) => {
    expect(decodeText(aNamesFile(`${file}.txt`), null)).toMatchObject({
      ok: true,
      value: { encoding, text },
    });
  });

  it('are read as the user says, where the guess was wrong', () => {
    const read = decodeText(aNamesFile('iso-8859-7.txt'), 'iso-8859-7');
    expect(read).toMatchObject({
      ok: true,
      value: { encoding: 'iso-8859-7', text: 'αρτοποιείο\nψωμί\nελλάδα\n' },
    });
  });

  it('are read by their mark, whatever the user says (Encoding Standard, "decode")', () => {
    expect(decodeText(aNamesFile('utf-8-marked.txt'), 'windows-1252')).toMatchObject({
      value: { encoding: 'utf-8', text: german },
    });
  });

  it('that are none in the chosen encoding are shown as such, and not left out', () => {
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0x62), 'utf-8')).toMatchObject({
      value: { text: 'a\uFFFDb' },
    });
  });

  it('are windows-1252 where nothing else fits', () => {
    expect(decodeText(Uint8Array.of(0x80, 0x0a), null)).toMatchObject({ value: { text: '€\n' } });
  });

  it.each([
    ['an encoding that nobody knows', Uint8Array.of(0x61), 'klingon', 'encoding', 'klingon'],
    ['UTF-32', aNamesFile('utf-32le-marked.txt'), null, 'file', 'UTF-32'],
  ])('are refused: %s', (_case, bytes, wanted, field, words) => {
    const refused = decodeText(bytes, wanted);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
    expect(JSON.stringify(refused)).toContain(words);
  });
});

/** The bytes of a text in an encoding of one byte for each character, as its decoder has them. */
function inEncoding(encoding: string, text: string): Uint8Array {
  const all = Array.from(
    new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
  );
  return Uint8Array.from(Array.from(text, (character) => all.indexOf(character)));
}

const tableOf = (clients: readonly string[]): string =>
  ['Domain;Client', ...clients.map((client, index) => `shop${index}.com;${client}`)].join('\r\n');

describe('the few names in a table are enough to tell its encoding', () => {
  // Names as people of these countries bear them; the spelling of each language is that of CLDR's exemplar characters.
  it.each([
    [
      'windows-1250',
      'Polish',
      ['Łukasz Żółć', 'Paweł Wiśniewski', 'Święty Spokój sp. z o.o.', 'Ćma i Ważka'],
    ],
    ['windows-1250', 'Czech', ['Jiří Dvořák', 'Kateřina Nováková', 'Růžena Černá', 'Tomáš Říha']],
    ['windows-1250', 'Hungarian', ['Erdős Gábor', 'Szűcs Lőrinc', 'Nagy Erzsébet', 'Kőszegi Bt.']],
    ['windows-1250', 'Romanian', ['Ştefan Popescu', 'Ionuţ Bălan', 'Ţepeş SRL']],
    ['windows-1250', 'Croatian', ['Marko Marković', 'Đurić d.o.o.', 'Šimić']],
    ['windows-1250', 'Croatian, of one letter', ['Marković', 'Petrović']],
    ['windows-1250', 'Slovene', ['Kovačič', 'Zupančič', 'Potočnik']],
    ['windows-1250', 'one Czech name', ['Kučera']],
    ['windows-1250', 'one Polish name', ['Michał']],
    ['windows-1250', 'Polish names amid German ones', ['Müller', 'Jäger', 'Größe', 'Łukasz', 'Paweł']],
    ['windows-1254', 'Turkish', ['Şükrü Yılmaz', 'Gülşen Çağlar', 'İsmail Öztürk', 'Uğur Şimşek']],
    ['windows-1257', 'Lithuanian', ['Žukauskas', 'Šimkus', 'Kazlauskienė', 'Gintarų sodas']],
    ['windows-1257', 'Latvian', ['Bērziņš', 'Kalniņš', 'Rīgas ziedi']],
    ['iso-8859-2', 'Polish as Unix has it', ['Łukasz Żółć', 'Paweł Wiśniewski', 'Dąbrowska']],
    ['windows-1251', 'Russian', ['Иван Петров', 'ООО Ромашка', 'Пётр']],
    ['windows-1251', 'Ukrainian', ['Ірина Шевченко', 'Їжак', 'Олександр']],
    ['ibm866', 'Russian as DOS has it', ['Иван Петров', 'ООО Ромашка', 'Пётр']],
    ['windows-1252', 'German', ['Müller', 'Söhne', 'Straße']],
    ['windows-1252', 'Spanish', ['José Muñoz', '¿Qué pasa?', 'María']],
    ['windows-1252', 'French', ['Café Crème', 'Hélène Lefèvre', 'Château d’Eau', 'Nº 5']],
    ['windows-1252', 'Portuguese', ['João Conceição', 'Ações Lda', 'São Paulo']],
    ['windows-1252', 'Italian', ['Nicolò Caffè', 'Libertà', 'Perché']],
    ['windows-1252', 'Catalan', ['València', 'Mèlia', 'Gràcia']],
    ['windows-1252', 'Dutch', ['Crème', 'België', 'Daniël']],
    ['windows-1252', 'Swedish', ['Åke Söderström', 'Björk']],
    ['windows-1252', 'Icelandic', ['Þórður Jónsson', 'Sigríður', 'Guðmundur Þór']],
    ['windows-1252', 'Danish', ['Søren Åkjær', 'Bjørn', 'Æblehaven']],
    ['windows-1252', 'pounds and marks', ['£500 deal', 'Foo™ Ltd', '© 2020 Café']],
  ])('%s: %s', (encoding, _language, clients) => {
    const text = tableOf(clients);
    expect(decodeText(inEncoding(encoding, text), null)).toMatchObject({ value: { encoding, text } });
  });

  // The bytes are those of CP850.TXT and CP852.TXT.
  it.each([
    ['ibm850', 'German', 'M\x81ller\nS\x94hne\nGr\x94\xe1e', 'Müller\nSöhne\nGröße'],
    ['ibm850', 'French', 'Caf\x82 Cr\x8ame\nH\x82l\x8ane', 'Café Crème\nHélène'],
    ['ibm852', 'Polish', '\x9dukasz \xbd\xa2\x88\x86\nPawe\x88', 'Łukasz Żółć\nPaweł'],
  ])('%s, as a spreadsheet writes CSV for MS-DOS: %s', (encoding, _language, bytes, text) => {
    const read = decodeText(Buffer.from(bytes, 'latin1'), null);
    expect(read).toMatchObject({ value: { encoding, text } });
    expect(decodeText(Buffer.from(bytes, 'latin1'), encoding.toUpperCase())).toMatchObject({
      value: { text },
    });
  });

  it('and where two fit, the other one is there with what it reads otherwise', () => {
    const read = decodeText(inEncoding('windows-1254', tableOf(['Yılmaz', 'Meyer'])), null);
    expect(read).toMatchObject({
      value: {
        encoding: 'windows-1252',
        alternatives: [{ encoding: 'windows-1254', readings: new Map([['Yýlmaz', 'Yılmaz']]) }],
      },
    });
  });

  it('and no other one is there where none fits as well, or the encoding was chosen', () => {
    const bytes = inEncoding('windows-1250', tableOf(['Łukasz Żółć', 'Paweł Wiśniewski', 'Ćma i Ważka']));
    expect(decodeText(bytes, null)).toMatchObject({ value: { alternatives: [] } });
    expect(decodeText(bytes, 'windows-1252')).toMatchObject({
      value: { encoding: 'windows-1252', alternatives: [] },
    });
  });
});

describe('UTF-8 with bad bytes', () => {
  const utf8 = (text: string): Uint8Array => Buffer.from(text);
  const whole = utf8('münchen.de;Grüße\nköln.de;');

  it.each([
    ['a byte of another encoding in a note', [...utf8('M'), 0xfc, ...utf8('ller\n')], 'M\uFFFDller\n'],
    ['a character that is cut at the end', [...utf8('Gr'), 0xc3], 'Gr\uFFFD'],
    ['a character that is cut amid the file', [0xc3, ...utf8('\nb.de;x')], '\uFFFD\nb.de;x'],
  ])('stays UTF-8: %s', (_case, bytes, end) => {
    expect(decodeText(Uint8Array.from([...whole, ...bytes]), null)).toMatchObject({
      value: { encoding: 'utf-8', alternatives: [], text: `münchen.de;Grüße\nköln.de;${end}` },
    });
  });

  it('stays UTF-8 with as little as one whole character and one cut at the end', () => {
    const bytes = Uint8Array.from([...utf8('a;ü\nb;'), 0xe2, 0x82]);
    expect(decodeText(bytes, null)).toMatchObject({ value: { encoding: 'utf-8', text: 'a;ü\nb;\uFFFD' } });
  });

  it('is not seen in another encoding where a pair of bytes is UTF-8 by chance', () => {
    const text = tableOf(['Müller', 'Jäger', 'Ã©', 'Söhne', 'Größe']);
    expect(decodeText(inEncoding('windows-1252', text), null)).toMatchObject({
      value: { encoding: 'windows-1252', text },
    });
  });

  it.each([
    ['with a mark', [0xef, 0xbb, 0xbf, 0x61], true],
    ['without', [0x61], false],
  ])('is told to be marked or not: %s', (_case, bytes, isMarked) => {
    expect(decodeText(Uint8Array.from(bytes), null)).toMatchObject({ value: { isMarked } });
  });
});
