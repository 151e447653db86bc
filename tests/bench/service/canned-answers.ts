/**
 * Answers to look-ups, made once and only filled with the label: ten findings each, shaped exactly as the API document
 * shows a lookup result.
 *
 * Source: Domain Reseller API v2.2, "Lookup result".
 */
export interface CannedAnswers {
  /** The JSON for one label, whatever TLDs were asked. */
  readonly answerFor: (label: string) => string;
}

const mark = '\uE000';

export function createCannedAnswers(tlds: readonly string[]): CannedAnswers {
  const parts = JSON.stringify(tlds.map(resultUnder)).split(mark);
  return { answerFor: (label) => parts.join(label) };
}

/** Every second name is free, every other one reserved: the two texts that the document publishes. */
function resultUnder(tld: string, index: number) {
  const isAvailable = index % 2 === 0;
  return {
    domainName: `${mark}.${tld}`,
    idnDomainName: `${mark}.${tld}`,
    tld,
    tldNoDots: tld.replaceAll('.', ''),
    sld: mark,
    idnSld: mark,
    status: isAvailable ? 'available for registration' : 'reserved',
    legacyStatus: isAvailable ? 'available' : 'unavailable',
    score: 1,
    isRegistered: !isAvailable,
    isAvailable,
    isValidDomain: true,
    domainErrorMessage: '',
    pricing: { 1: { register: {}, transfer: {}, renew: {} } },
    shortestPeriod: { period: 1, register: {}, transfer: {}, renew: {} },
    group: '',
    minLength: 0,
    maxLength: 0,
    isPremium: false,
    premiumCostPricing: [],
  };
}
