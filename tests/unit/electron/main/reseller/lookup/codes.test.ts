import { describe, expect, it } from 'vitest';
import { cellCode, kindOfCell } from '../../../../../../shared/domain/cell.ts';
import type { Finding } from '../../../../../../shared/domain/finding.ts';
import { ok } from '../../../../../../shared/result.ts';
import { concludeRead } from '../../../../../../electron/main/reseller/conclude.ts';
import { parseJson } from '../../../../../../electron/main/reseller/json.ts';
import { askedTld, askedTlds } from '../../../../../../electron/main/reseller/lookup/asked.ts';
import { codesIn, findingsIn } from '../../../../../../electron/main/reseller/lookup/codes.ts';
import { lookup } from '../../../../../../electron/main/reseller/operations/lookup.ts';
import { readReply } from '../../../../../../electron/main/reseller/reply.ts';
import { createCases } from '../../../../../support/fuzz/cases.ts';
import { plainCodes, rearranged } from '../../../../../support/fuzz/plain-reading.ts';
import { asked } from '../../../../../support/fuzz/true-answers.ts';

const answeredAt = '2026-02-21T14:00:00.000Z';
const seed = Number(process.env['NAMEDESK_SEED'] ?? 20_261_121);
const count = Number(process.env['NAMEDESK_CASES'] ?? 1_500);
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
  const reply = readReply({ kind: 'answered', status: 200, headers: {}, text: text.replace(/^\uFEFF/, '') });
  const call = { path: [], form: null };
  const result = concludeRead({ operation: lookup, input: { label, tlds }, call, answeredAt }, reply);
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
  }, 60_000);

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

  it('are read past a byte order mark, as the transport does', () => {
    const text = '\uFEFF[{"domainName":"example.com","isAvailable":true}]';
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
