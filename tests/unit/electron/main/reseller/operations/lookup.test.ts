import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { Json } from '../../../../../../electron/main/reseller/json.ts';
import { encodeForm } from '../../../../../../electron/main/reseller/form.ts';
import { inNotation, lookup } from '../../../../../../electron/main/reseller/operations/lookup.ts';

const at = '2026-03-01T10:00:00.000Z';

function judged(body: Json, tlds: readonly string[] = ['com', 'co.uk'], label = 'example') {
  const judgement = lookup.judge(body, { label, tlds }, at);
  if (judgement.kind !== 'success') throw new Error(judgement.kind);
  return judgement.value;
}

const kinds = (body: Json, tlds?: readonly string[], label?: string) =>
  judged(body, tlds, label).findings.map(({ finding }) => finding.kind);

const free = { isAvailable: true, isValidDomain: true };

describe('the look-up request', () => {
  const sent = (label: string, tlds: readonly string[], premiumEnabled = false): string | null => {
    const call = lookup.ask({ label, tlds }, { ...defaultAccountOptions, premiumEnabled });
    return call.ok ? encodeForm(call.value.form ?? []) : null;
  };

  it('C19 is the published one', () => {
    expect(sent('example', ['com'])).toBe('searchTerm=example&tldsToInclude%5B%5D=com&premiumEnabled=0');
  });

  it('C19 sends TLDs as given, the leading dot neither added nor taken away', () => {
    expect(sent('example', ['.com', 'co.uk'], true)).toBe(
      'searchTerm=example&tldsToInclude%5B%5D=.com&tldsToInclude%5B%5D=co.uk&premiumEnabled=1',
    );
  });

  it('sends an internationalised label as an A-label', () => {
    expect(sent('Bäckerei', ['de'])).toContain('searchTerm=xn--bckerei-5wa&');
  });

  it.each([
    ['no TLD, which might mean all of them', 'example', []],
    ['a full name', 'example.com', ['com']],
    ['nothing', '', ['com']],
    ['a space', 'a b', ['com']],
    ['a label that is too long', 'a'.repeat(64), ['com']],
  ])('is refused before it is sent with %s', (_name, label, tlds) => {
    expect(sent(label, tlds)).toBeNull();
  });

  it.each([
    ['.com', 'without-dot', 'com'],
    ['com', 'with-dot', '.com'],
    ['.co.uk', 'with-dot', '.co.uk'],
  ] as const)('%s %s is %s', (tld, notation, written) => {
    expect(inNotation(tld, notation)).toBe(written);
  });
});

describe('the look-up answer', () => {
  it('has one finding for each TLD asked, in their order, with the whole result behind it', () => {
    const results = [
      { domainName: 'example.co.uk', tld: 'co.uk', isAvailable: false, status: 'registered' },
      { domainName: 'example.com', tld: 'com', ...free },
    ];
    const { findings, notes } = judged(results);
    expect(findings.map(({ finding }) => finding)).toMatchObject([
      { domain: 'example.com', tld: 'com', kind: 'available', cause: null, checkedAt: at },
      { domain: 'example.co.uk', tld: 'co.uk', kind: 'taken', cause: null, checkedAt: at },
    ]);
    expect(findings.map(({ result }) => result)).toEqual([results[1], results[0]]);
    expect(notes).toEqual([]);
  });

  it.each<[string, Json, string]>([
    ['domainName', { domainName: 'example.com' }, 'com'],
    ['domainName in capitals with a final dot', { domainName: 'EXAMPLE.COM.' }, 'com'],
    ['idnDomainName', { idnDomainName: 'example.com' }, 'com'],
    ['the label as domainName and a tld', { domainName: 'example', tld: '.com' }, 'com'],
    ['sld and tld', { sld: 'example', tld: 'co.uk' }, '.co.uk'],
    ['tld alone', { tld: 'com' }, '.com'],
    ['tld with a dot', { tld: '.com' }, 'com'],
    ['tldNoDots', { tldNoDots: 'couk' }, 'co.uk'],
  ])('is matched by %s', (_name, entry, tld) => {
    expect(kinds([{ ...Object(entry), ...free } as Json], [tld])).toEqual(['available']);
  });

  it.each([
    ['Unicode', 'bäckerei.de'],
    ['A-labels', 'xn--bckerei-5wa.de'],
  ])('matches an internationalised name in %s', (_name, domainName) => {
    expect(kinds([{ domainName, ...free }], ['de'], 'bäckerei')).toEqual(['available']);
  });

  it.each<[string, Json]>([
    ['another name', { domainName: 'other.com', tld: 'com' }],
    ['another TLD', { domainName: 'example.net', tld: 'com' }],
    ['another label', { sld: 'other', tld: 'com' }],
    ['a TLD that nobody asked for', { tld: 'net' }],
    ['nothing that names it', {}],
  ])('is never matched by %s', (_name, entry) => {
    const { findings, notes } = judged([{ ...Object(entry), ...free } as Json], ['com']);
    expect(findings[0]?.finding).toMatchObject({ kind: 'unknown', cause: 'not-in-answer' });
    expect(notes).toMatchObject([{ kind: 'stray' }]);
  });

  it('does not guess when a TLD without dots may be two', () => {
    expect(kinds([{ tldNoDots: 'couk', ...free }], ['co.uk', 'couk'])).toEqual(['unknown', 'unknown']);
  });

  it('client mistake 8: a TLD without an answer is unknown', () => {
    expect(kinds([{ domainName: 'example.com', ...free }])).toEqual(['available', 'unknown']);
    expect(kinds([])).toEqual(['unknown', 'unknown']);
  });

  it('a duplicate is noted, and a contradiction answers nothing', () => {
    const yes = { domainName: 'example.com', ...free };
    const no = { domainName: 'example.com', isAvailable: false };
    expect(judged([yes, yes], ['com'])).toMatchObject({
      findings: [{ finding: { kind: 'available' } }],
      notes: [{ kind: 'duplicate', text: 'example.com' }],
    });
    expect(judged([yes, no, yes], ['com'])).toMatchObject({
      findings: [{ finding: { kind: 'unknown', cause: 'no-decision' }, result: null }],
      notes: [{ kind: 'contradiction' }, { kind: 'contradiction' }],
    });
  });

  it('a TLD asked twice is answered twice', () => {
    expect(kinds([{ domainName: 'example.com', ...free }], ['com', '.com'])).toEqual([
      'available',
      'available',
    ]);
  });

  it('strings and errors among the results are noted, not taken for results', () => {
    const { findings, notes } = judged([
      'Registry down',
      { error: 'No route' },
      null,
      5,
      [],
      { domainName: 'example.com', ...free },
    ]);
    expect(findings.map(({ finding }) => finding.kind)).toEqual(['available', 'unknown']);
    expect(notes.map(({ kind, text }) => `${kind}:${text}`)).toEqual([
      'error:Registry down',
      'error:No route',
      'stray:',
      'stray:',
      'stray:',
    ]);
  });

  it('an error that names its domain is that domain’s', () => {
    expect(
      judged([{ domainName: 'example.com', error: 'Registry <b>down</b>' }], ['com']).findings[0]?.finding,
    ).toMatchObject({
      kind: 'unknown',
      cause: 'error-in-answer',
      message: 'Registry down',
    });
  });

  it('an invalid name has the service’s reason', () => {
    const entry = {
      domainName: 'example.com',
      isAvailable: false,
      isValidDomain: false,
      domainErrorMessage: 'Too short',
    };
    expect(judged([entry], ['com']).findings[0]?.finding).toMatchObject({
      kind: 'invalid',
      message: 'Too short',
    });
  });

  it.each<[string, Json]>([
    [
      'an object with numeric names, as PHP writes an array with gaps',
      { '1': { domainName: 'example.com', ...free } },
    ],
    ['one bare result', { domainName: 'example.com', ...free }],
  ])('may be %s', (_name, body) => {
    expect(kinds(body, ['com'])).toEqual(['available']);
  });

  it.each<[string, Json]>([
    ['a string', 'success'],
    ['null', null],
    ['an empty object', {}],
    ['an object of something else', { results: [] }],
  ])('is unclear when it is %s', (_name, body) => {
    expect(lookup.judge(body, { label: 'example', tlds: ['com'] }, at).kind).toBe('unclear');
  });
});
