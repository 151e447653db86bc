import { describe, expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { type FindingKind, notGiven, type PeriodPrices } from '#shared/domain/finding.ts';
import {
  asAsking,
  asEnded,
  countsOf,
  domainsWith,
  emptyRows,
  isInOrder,
  mostUsefulFirst,
  orderOf,
  questionOf,
  type Rows,
  sameQuestion,
  shownRows,
  withAnswers,
  withKnown,
  withOwned,
} from '../../../../../renderer/src/search/rows.ts';
import { aFinding } from '../../../../support/fake-world.ts';

function question(text: string, tlds: readonly string[]) {
  const read = names.parseQuery(text, names.knownTldSet(tlds));
  if (!read.ok) throw new Error(read.error.reason);
  return questionOf(read.value, tlds, names);
}

const rowsOf = (...tlds: readonly string[]): Rows => emptyRows(question('harbour', tlds).names);

const found = (...pairs: readonly (readonly [tld: string, kind: FindingKind])[]) =>
  pairs.map(([tld, kind]) => aFinding(`harbour.${tld}`, kind));

describe('the question', () => {
  it('puts a TLD that was typed first, listed or not', () => {
    expect(question('harbour.shop', ['com', 'net']).names.map((name) => name.domain)).toEqual([
      'harbour.shop',
      'harbour.com',
      'harbour.net',
    ]);
    expect(question('harbour.net', ['com', 'net']).names.map((name) => name.tld)).toEqual(['net', 'com']);
  });

  it('asks every name once, however its TLD is written', () => {
    expect(question('harbour', ['com', '.com', '.COM']).names).toHaveLength(1);
  });

  it('has both forms of an internationalised name', () => {
    expect(question('bäckerei', ['de']).names[0]).toEqual({
      domain: 'xn--bckerei-5wa.de',
      unicode: 'bäckerei.de',
      tld: 'de',
      isTyped: false,
    });
  });

  it('is the same when only the writing differs', () => {
    expect(sameQuestion(question('harbour', ['com']), question('HARBOUR', ['com']))).toBe(true);
    expect(sameQuestion(question('harbour', ['com']), question('harbour', ['net']))).toBe(false);
  });
});

const prices = (register: string, renew: string, currency: string | null): PeriodPrices => ({
  period: 1,
  register: { kind: 'given', amount: register, currency },
  transfer: notGiven,
  renew: { kind: 'given', amount: renew, currency },
});

describe('the order of the findings', () => {
  it('is available first, then premium, and keeps the order of the TLDs among equals', () => {
    const rows = withAnswers(
      rowsOf('com', 'net', 'org', 'io', 'dev'),
      found(['com', 'taken'], ['net', 'available'], ['org', 'premium'], ['io', 'available']),
    );
    expect(orderOf(rows, mostUsefulFirst)).toEqual([
      'harbour.net',
      'harbour.io',
      'harbour.org',
      'harbour.com',
      'harbour.dev',
    ]);
  });

  it('has the user’s own names after those that can be bought, whatever was found of them, in each order', () => {
    const rows = withOwned(
      withAnswers(
        rowsOf('com', 'net', 'org', 'io'),
        found(['com', 'available'], ['net', 'taken'], ['org', 'premium'], ['io', 'unknown']),
      ),
      new Set(['harbour.com', 'harbour.net']),
    );
    expect(orderOf(rows, mostUsefulFirst)).toEqual(
      ['org', 'com', 'net', 'io'].map((tld) => `harbour.${tld}`),
    );
    const priced = withAnswers(rowsOf('com', 'net'), [
      { ...aFinding('harbour.com', 'available'), prices: [prices('1.00', '1.00', null)] },
      { ...aFinding('harbour.net', 'available'), prices: [prices('2.00', '2.00', null)] },
    ]);
    const byPrice = { by: 'register', isDescending: false } as const;
    expect(orderOf(priced, byPrice)).toEqual(['harbour.com', 'harbour.net']);
    expect(orderOf(withOwned(priced, new Set(['harbour.com'])), byPrice)).toEqual([
      'harbour.net',
      'harbour.com',
    ]);
  });

  it('has a domain that was typed as a whole first, whatever was found, and though its TLD is not chosen', () => {
    const rows = withAnswers(
      emptyRows(question('harbour.de', ['com', 'net']).names),
      found(['de', 'taken'], ['net', 'available']),
    );
    expect(orderOf(rows, mostUsefulFirst)).toEqual(['harbour.de', 'harbour.net', 'harbour.com']);
  });

  it('knows whether what is shown is still in order', () => {
    const rows = withAnswers(rowsOf('com', 'net'), found(['net', 'available']));
    expect(isInOrder(rows, ['harbour.com', 'harbour.net'], mostUsefulFirst)).toBe(false);
    expect(isInOrder(rows, orderOf(rows, mostUsefulFirst), mostUsefulFirst)).toBe(true);
  });

  it.each([
    ['register', false, ['shop', 'net', 'com', 'org', 'io', 'dev', 'de']],
    ['register', true, ['shop', 'com', 'net', 'org', 'io', 'dev', 'de']],
    ['renew', false, ['shop', 'com', 'net', 'org', 'io', 'dev', 'de']],
    ['renew', true, ['shop', 'net', 'com', 'org', 'io', 'dev', 'de']],
  ] as const)(
    'by the price to %s, descending: %s, has names without one last, and each currency by itself',
    (by, isDescending, tlds) => {
      const rows = withAnswers(
        emptyRows(question('harbour.shop', ['de', 'dev', 'io', 'org', 'com', 'net']).names),
        [
          aFinding('harbour.shop', 'taken'),
          aFinding('harbour.de', 'taken', { prices: [prices('1', '1', 'USD')] }),
          aFinding('harbour.dev', 'available'),
          aFinding('harbour.io', 'available', { prices: [prices('2', '2', 'EUR')] }),
          aFinding('harbour.org', 'available', { prices: [prices('9', '9', null)] }),
          aFinding('harbour.com', 'available', { prices: [prices('12.5', '8', 'USD')] }),
          aFinding('harbour.net', 'premium', { prices: [prices('9.9', '20', 'USD')] }),
        ],
      );
      expect(orderOf(rows, { by, isDescending })).toEqual(tlds.map((tld) => `harbour.${tld}`));
    },
  );
});

describe('what arrives', () => {
  it('from the local store does not cover an answer of this search', () => {
    const answered = withAnswers(rowsOf('com'), found(['com', 'available']));
    const row = withKnown(answered, found(['com', 'taken'])).get('harbour.com');
    expect([row?.finding.kind, row?.source]).toEqual(['available', 'service']);
  });

  it('for a name that was not asked is passed over', () => {
    expect([...withAnswers(rowsOf('com'), found(['net', 'available'])).keys()]).toEqual(['harbour.com']);
  });

  it('too late leaves the row with what was known, and says that nothing new came', () => {
    const known = withKnown(rowsOf('com'), found(['com', 'taken']));
    const asked = new Set(['harbour.com']);
    const row = asEnded(asAsking(known, asked), asked, false).get('harbour.com');
    expect([row?.finding.kind, row?.source, row?.asking, row?.missed]).toEqual([
      'taken',
      'stored',
      false,
      true,
    ]);
  });

  it('after a stop on purpose is not missed', () => {
    const asked = new Set(['harbour.com']);
    expect(asEnded(asAsking(rowsOf('com'), asked), asked, true).get('harbour.com')?.missed).toBe(false);
  });
});

describe('the filter', () => {
  const rows = withAnswers(rowsOf('com', 'net', 'org'), found(['com', 'taken'], ['net', 'available']));

  it('shows one finding alone', () => {
    const shown = shownRows(rows, orderOf(rows, mostUsefulFirst), 'available');
    expect(shown.map((row) => row.name.domain)).toEqual(['harbour.net']);
    expect(domainsWith(rows, 'unchecked')).toEqual(['harbour.org']);
  });

  it('counts every finding', () => {
    expect(countsOf(rows)).toMatchObject({ available: 1, taken: 1, unchecked: 1, premium: 0 });
  });
});
