import { describe, expect, it } from 'vitest';
import { toReadResult } from '../../../../../../electron/main/reseller/decode.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  textOf,
} from '../../../../../../electron/main/reseller/json.ts';
import {
  askedTld,
  askedTlds,
  decide,
  entriesIn,
} from '../../../../../../electron/main/reseller/lookup/answer.ts';
import { codesIn, findingsIn, quickCodesIn } from '../../../../../../electron/main/reseller/lookup/codes.ts';
import { lookup } from '../../../../../../electron/main/reseller/operations/lookup.ts';
import { readReply } from '../../../../../../electron/main/reseller/reply.ts';
import type { Finding } from '../../../../../../shared/domain/finding.ts';
import { cellCode, kindOfCell } from '../../../../../../shared/domain/session.ts';
import { ok } from '../../../../../../shared/result.ts';
import { createCases, trueAnswer } from '../../../../../support/fuzz/cases.ts';
import { createRandom, type Random } from '../../../../../support/fuzz/random.ts';
import { asked } from '../../../../../support/named-operations.ts';
import { seed } from '../../../../../support/seed.ts';
import { aLabelsOf } from '../../../../../../shared/domain/domain-name.ts';
import { bareTld } from '../../../../../../shared/domain/plain-name.ts';
import { isKnownRefusal, refusalIn } from '../../../../../../electron/main/reseller/refusals.ts';

/**
 * The codes of a look-up's answer by the rule alone: every entry is held against every name that was asked for. Slow, and
 * what any faster reading has to agree with.
 */
function plainCodes(text: string, label: string, tlds: readonly string[]): readonly number[] {
  const all = (cause: 'refused' | 'unreadable') => tlds.map(() => cellCode('unknown', cause));
  const parsed = parseJson(text);
  if (!parsed.ok) return all(isKnownRefusal(text) ? 'refused' : 'unreadable');
  if (refusalIn(parsed.value) !== null) return all('refused');
  const entries = entriesIn(parsed.value);
  if (entries === null) return all('unreadable');
  return tlds.map((tld) =>
    codeOf(
      entries.filter((entry) => isObject(entry)),
      label,
      tld,
      tlds,
    ),
  );
}

function codeOf(entries: readonly JsonObject[], label: string, tld: string, tlds: readonly string[]): number {
  const answers = entries.filter((entry) => isAbout(entry, label, tld, tlds));
  const codes = new Set(answers.map(codeOfEntry));
  if (codes.size === 0) return cellCode('unknown', 'not-in-answer');
  const [only = 0] = codes;
  return codes.size === 1 ? only : cellCode('unknown', 'no-decision');
}

function codeOfEntry(entry: JsonObject): number {
  const { kind, cause } = decide(entry);
  return cellCode(kind, cause);
}

/** An entry is about a name when it names it; or, where it names none, when its label and its TLD are the name's. */
function isAbout(entry: JsonObject, label: string, given: string, tlds: readonly string[]): boolean {
  const tld = bareTld(given);
  const said = (field: string): string => nameIn(entry, field);
  const name = said('domainName') || said('idnDomainName');
  if (name !== '' && name !== label) return name === `${label}.${aLabelsOf(tld)}`;
  const sld = said('sld') || said('idnSld');
  if (sld !== '' && sld !== label) return false;
  const ownTld = aLabelsOf(bareTld(textOf(entry, 'tld')));
  if (ownTld !== '') return ownTld === aLabelsOf(tld);
  const noDots = bareTld(textOf(entry, 'tldNoDots'));
  const fitting = new Set(tlds.map(bareTld).filter((each) => each.replaceAll('.', '') === noDots));
  return noDots !== '' && fitting.size === 1 && fitting.has(tld);
}

const nameIn = (entry: JsonObject, field: string): string =>
  aLabelsOf(textOf(entry, field).trim().toLowerCase().replace(/\.$/, ''));

/** What an answer holds, whole or in part, as something else to read: in another order, doubled, without names. */
function rearranged(body: Json): readonly Json[] {
  if (!Array.isArray(body)) return [body];
  const entries = body as readonly Json[]; // Array.isArray says any[]; the body is JSON.
  return [
    entries,
    entries.toReversed(),
    [...entries, ...entries],
    entries.slice(1),
    entries.map((entry) => (isObject(entry) ? { ...entry, domainName: '' } : entry)),
    entries.map((entry) => (isObject(entry) ? { ...entry, domainName: textOf(entry, 'sld') } : entry)),
    entries.map((entry) =>
      isObject(entry) ? { ...entry, domainName: textOf(entry, 'domainName').toUpperCase() } : entry,
    ),
  ];
}

describe('codes', () => {
  const answeredAt = '2026-02-21T14:00:00.000Z';
  const count = Number(process.env['NAMEDESK_CASES'] ?? 500);
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

  /** The look-up answers of the fuzz generators, each also in other orders and with its names left out. */
  function* generated(): Generator<string> {
    const caseOf = createCases(seed);
    for (let index = 0; index < count; index += 1) {
      const { operation, text } = caseOf(index);
      if (operation !== 'lookup') continue;
      yield text;
      const parsed = parseJson(text);
      if (parsed.ok) for (const body of rearranged(parsed.value)) yield JSON.stringify(body);
    }
  }

  /** What the client says of the same answer, as it came over the wire. */
  function clientSays(text: string, label: string, tlds: readonly string[]) {
    const reply = readReply({
      kind: 'answered',
      status: 200,
      headers: {},
      text: text.replace(/^\uFEFF/, ''),
    });
    const call = { path: [], form: null };
    const result = toReadResult({ operation: lookup, input: { label, tlds }, call, answeredAt }, reply);
    if (result.ok) return ok(result.value.findings.map(({ finding }) => finding));
    return result;
  }

  const codeOf = ({ kind, cause }: Pick<Finding, 'kind' | 'cause'>): number => cellCode(kind, cause);

  function codesOfClient(text: string, label: string, tlds: readonly string[]): readonly number[] {
    const said = clientSays(text, label, tlds);
    if (said.ok) return said.value.map(codeOf);
    const cause = said.error.kind === 'refused' ? 'refused' : 'unreadable';
    return tlds.map(() => cellCode('unknown', cause));
  }

  describe(`a look-up’s codes (NAMEDESK_SEED=${seed})`, () => {
    it.each([
      ['the names that it was asked for', asked.label, asked.tlds],
      ['one name asked for twice', asked.label, ['com', '.com', 'net', 'co.uk']],
      ['TLDs that are one without their dots', asked.label, ['co.uk', 'couk', 'com']],
      ['one TLD', asked.label, ['co.uk']],
      ['another name', 'xn--exmple-cua', ['com', 'net']],
    ])(
      'C17 are those of the plain rule and of the client, for %s',
      (_name, label, tlds) => {
        const tldsAsked = askedTlds(tlds.map(askedTld));
        const kinds = new Set<string>();
        let read = 0;
        const different: string[] = [];
        for (const text of generated()) {
          const codes = [...codesIn(bytesOf(text), label, tldsAsked).codes];
          const plain = plainCodes(text.toWellFormed().replace(/^\uFEFF/, ''), label, tlds);
          const client = codesOfClient(text.toWellFormed(), label, tlds);
          if (String(codes) !== String(plain) || String(codes) !== String(client)) different.push(text);
          codes.forEach((code) => kinds.add(kindOfCell(code)));
          read += 1;
        }
        expect(different).toEqual([]);
        expect(read).toBeGreaterThan(count);
        expect([...kinds].toSorted()).toEqual(label === asked.label ? allKinds : ['unknown']);
      },
      60_000,
    );

    it('C17 say the same as the findings with prices that are read later', () => {
      const tldsAsked = askedTlds(asked.tlds.map(askedTld));
      const different: string[] = [];
      for (const text of generated()) {
        const codes = [...codesIn(bytesOf(text), asked.label, tldsAsked).codes];
        const findings = findingsIn(bytesOf(text), asked.label, tldsAsked, answeredAt);
        const client = clientSays(text.toWellFormed(), asked.label, asked.tlds);
        const isLike = !client.ok || JSON.stringify(findings) === JSON.stringify(client.value);
        if (!isLike || String(findings.map(codeOf)) !== String(codes)) different.push(text);
      }
      expect(different).toEqual([]);
    });

    it('C16 are unknown for an answer that nests too deeply, though its entries stand as asked', () => {
      const deep = (levels: number): string =>
        `[{"domainName":"example.com","isAvailable":true,"group":${'['.repeat(levels)}${']'.repeat(levels)}}]`;
      const com = askedTlds([askedTld('com')]);
      expect([...codesIn(bytesOf(deep(62)), 'example', com).codes]).toEqual([cellCode('available', null)]);
      expect([...codesIn(bytesOf(deep(63)), 'example', com).codes]).toEqual([
        cellCode('unknown', 'unreadable'),
      ]);
    });

    it('C17 are no decision for a name asked twice whose two entries contradict each other', () => {
      const text =
        '[{"domainName":"example.com","isAvailable":true},{"domainName":"example.com","isAvailable":false}]';
      const { codes } = codesIn(bytesOf(text), 'example', askedTlds(['com', '.com'].map(askedTld)));
      const undecided = cellCode('unknown', 'no-decision');
      expect([...codes]).toEqual([undecided, undecided]);
    });

    it('are read past byte order marks, as the transport does', () => {
      const text = '\uFEFF\uFEFF[{"domainName":"example.com","isAvailable":true}]';
      const { codes } = codesIn(bytesOf(text), 'example', askedTlds([askedTld('com')]));
      expect([...codes]).toEqual([cellCode('available', null)]);
    });

    it('come with the words of a refusal, and without a body to compare', () => {
      const refusal = bytesOf('{"error":"Invalid API Token for a@b.example"}');
      const read = codesIn(refusal, 'example', askedTlds([askedTld('com')]));
      expect(read).toMatchObject({ said: 'Invalid API Token for [e-mail]', body: undefined });
      expect([...read.codes]).toEqual([cellCode('unknown', 'refused')]);
    });
  });

  const allKinds = ['available', 'invalid', 'premium', 'reserved', 'taken', 'unknown'];
});

describe('quick codes', () => {
  const count = Number(process.env['NAMEDESK_CASES'] ?? 4_000);
  const tlds = askedTlds(asked.tlds.map(askedTld));
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

  /** Null where it is left to `codesIn`. */
  const quick = (bytes: Uint8Array): readonly number[] | null => {
    const codes = quickCodesIn(bytes, asked.label, tlds);
    return codes === null ? null : [...codes];
  };
  const careful = (bytes: Uint8Array): readonly number[] => [...codesIn(bytes, asked.label, tlds).codes];

  /** What the two readings differ in; empty where the quick one says the same, or nothing. */
  function difference(bytes: Uint8Array): readonly string[] {
    const codes = quick(bytes);
    if (codes === null || String(codes) === String(careful(bytes))) return [];
    return [Buffer.from(bytes).toString('latin1')];
  }

  /** An answer as documented, written with spaces, in lines or without either. */
  function documented(random: Random): string {
    return JSON.stringify(trueAnswer('lookup', random), null, random.pick([0, 1, '\t']));
  }

  const pieces = [
    ...[
      '"',
      '\\',
      '\\u0041',
      '\\u00g0',
      '\\q',
      '\\/',
      '\u0000',
      '\n',
      ' ',
      '\t',
      '\u00a0',
      '\uFEFF',
      '\u{1f600}',
    ],
    ...'{ } [ ] , : - 0 01 1e5 1. .5 +1 true false null nul {} example .com'.split(' '),
    ...'"error":"no", "error":null, "isAvailable":true, "isPremium":0, "isPremium":"", "status":7,'.split(
      ' ',
    ),
    ...'"status":"reserved", "isValidDomain":null, "domainName":"example.com", "__proto__":{},'.split(' '),
    ...'"isRegistered":true, "isRegistered":"1", "legacyStatus":"error", "domainErrorMessage":"failed",'.split(
      ' ',
    ),
    ...'"status":"Reserved", "score":1, "premiumCostPricing":{}, "premiumCostPricing":{"a":1,"a":1},'.split(
      ' ',
    ),
    ...'"isAvailabl\\u0065":false, "statu\\u0073":"reserved", "premiumCostPricing":[1],'.split(' '),
  ].map(bytesOf);
  const notText = [[0x80], [0xff], [0xe2, 0x22], [0xc3], [0xed, 0xa0, 0x80]].map((bytes) =>
    Uint8Array.from(bytes),
  );

  /** One to three pieces put in, taken out or put over what was there. */
  function spoiled(bytes: Uint8Array, random: Random): Uint8Array {
    let spoilt = Buffer.from(bytes);
    for (let times = 1 + random.int(3); times > 0; times -= 1) {
      const at = random.int(spoilt.length);
      const piece = random.pick([...pieces, ...notText, new Uint8Array()]);
      const gone = random.pick([0, 1, piece.length, random.int(40)]);
      spoilt = Buffer.concat([spoilt.subarray(0, at), piece, spoilt.subarray(at + gone)]);
    }
    return spoilt;
  }

  describe(`a look-up’s codes, read quickly (NAMEDESK_SEED=${seed})`, () => {
    it('C17 are read of every answer that is as documented, and are those of the careful reading', () => {
      const random = createRandom(seed);
      const kinds = new Set<string>();
      for (let index = 0; index < 500; index += 1) {
        const bytes = bytesOf(documented(random));
        const codes = quick(bytes);
        expect(codes).toEqual(careful(bytes));
        codes?.forEach((code) => kinds.add(kindOfCell(code)));
      }
      expect([...kinds].toSorted()).toEqual(['available', 'invalid', 'premium', 'reserved', 'taken']);
    });

    it('C17 are those of the careful reading, or none, whatever is put into an answer or taken out', () => {
      const random = createRandom(seed);
      const different: string[] = [];
      let read = 0;
      for (let index = 0; index < count; index += 1) {
        const bytes = spoiled(bytesOf(documented(random)), random);
        different.push(...difference(bytes));
        if (quick(bytes) !== null) read += 1;
      }
      expect(different).toEqual([]);
      expect(read).toBeGreaterThan(count / 20);
      expect(read).toBeLessThan(count);
    });

    it('C17 are those of the careful reading, or none, for the answers of the fuzz generators', () => {
      const caseOf = createCases(seed);
      const different: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const { operation, text } = caseOf(index);
        if (operation !== 'lookup') continue;
        const parsed = parseJson(text);
        const others = parsed.ok ? rearranged(parsed.value).map((body) => JSON.stringify(body)) : [];
        for (const each of [text, ...others]) different.push(...difference(bytesOf(each)));
      }
      expect(different).toEqual([]);
    });

    const entry = '"domainName":"example.com","isAvailable":true,"isPremium":false';
    const com = askedTlds([askedTld('com')]);

    it.each([
      ['a member that decides and comes twice', `[{${entry},"isAvailable":true}]`],
      ['an error beside the answer', `[{${entry},"error":true}]`],
      ['an empty error', `[{${entry},"error":null}]`],
      ['a name of a member that is written with escapes', `[{${entry},"err\\u006fr":"no"}]`],
      ['another name', '[{"domainName":"example.net","isAvailable":true,"isPremium":false}]'],
      ['no word on the price', '[{"domainName":"example.com","isAvailable":true}]'],
      ['a cut answer', `[{${entry}}`],
      ['more than was asked for', `[{${entry}},{${entry}}]`],
      ['something behind the answer', `[{${entry}}]x`],
      ['a byte order mark', `\uFEFF[{${entry}}]`],
      ['H22 a registered name that is available', `[{${entry},"isRegistered":true}]`],
      ['H22 a flag that is no boolean', `[{${entry},"isRegistered":"1"}]`],
      ['H22 words of a failure', `[{${entry},"domainErrorMessage":"Connection timed out"}]`],
      ['H22 a status of a failure', `[{${entry},"legacyStatus":"error"}]`],
      ['H22 premium prices', `[{${entry},"premiumCostPricing":{"register":"2500.00"}}]`],
      ['H22 a member that decides nothing and comes twice', `[{${entry},"score":1,"score":1}]`],
      ['H22 one that comes twice deeper', `[{${entry},"pricing":{"1":{},"1":{}}}]`],
      ['H22 one that comes twice, once with escapes', `[{${entry},"score":1,"scor\\u0065":1}]`],
      ['levels without end', `[{${entry},"group":${'['.repeat(70)}${']'.repeat(70)}}]`],
    ])('C17 are left to the careful reading for %s', (_what, text) => {
      expect(quickCodesIn(bytesOf(text), 'example', com)).toBeNull();
    });

    it.each([
      ...'01 - 1. .5 +1 -01 nul True "a\\q" "\\u12g4" " {"a"} {a:1} [1,] {"a":1,} {"a":1'.split(' '),
      ...['"a\nb"', '[1 2]', '{"a":1 "b":2}', '', "'a'"],
    ])('C16 are left to the careful reading where %j is no JSON', (value) => {
      expect(parseJson(value).ok).toBe(false);
      expect(quickCodesIn(bytesOf(`[{${entry},"group":${value}}]`), 'example', com)).toBeNull();
    });

    it.each([...'0 -0 10.05 "a\\n\\/\\u00e9" "é" {} [] {"a":[1,{"b":null}]}'.split(' '), ' [ 1 , 2 ] '])(
      'are read past %j in a member that decides nothing',
      (value) => {
        const codes = quickCodesIn(bytesOf(`[{${entry},"group":${value}}]`), 'example', com);
        expect([...(codes ?? [])]).toEqual([cellCode('available', null)]);
      },
    );

    it('are read of an answer in the middle of other bytes', () => {
      const whole = bytesOf(`]][{${entry}}]]]`);
      const codes = quickCodesIn(whole.subarray(2, -2), 'example', com);
      expect([...(codes ?? [])]).toEqual([cellCode('available', null)]);
    });
  });
});
