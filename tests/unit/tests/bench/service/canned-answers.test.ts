import { describe, expect, it } from 'vitest';
import { createCannedAnswers } from '../../../../bench/service/canned-answers.ts';

/** Source: Domain Reseller API v2.2, "Lookup result". */
const documented = [
  'domainName',
  'idnDomainName',
  'tld',
  'tldNoDots',
  'sld',
  'idnSld',
  'status',
  'legacyStatus',
  'score',
  'isRegistered',
  'isAvailable',
  'isValidDomain',
  'domainErrorMessage',
  'pricing',
  'shortestPeriod',
  'group',
  'minLength',
  'maxLength',
  'isPremium',
  'premiumCostPricing',
];

describe('a canned answer', () => {
  const results: unknown = JSON.parse(createCannedAnswers(['com', 'co.uk']).answerFor('bakery'));

  it('has a result for each TLD with every field of the document and no other', () => {
    expect(results).toHaveLength(2);
    for (const result of results as readonly object[]) expect(Object.keys(result)).toEqual(documented);
  });

  it('speaks of the label that was asked', () => {
    expect(results).toMatchObject([
      { domainName: 'bakery.com', sld: 'bakery', tld: 'com', tldNoDots: 'com', isAvailable: true },
      { domainName: 'bakery.co.uk', sld: 'bakery', tld: 'co.uk', tldNoDots: 'couk', isAvailable: false },
    ]);
  });
});
