import type { Shape } from '../shape.ts';

const prices: Shape = { members: { register: 'object', transfer: 'object', renew: 'object' } };

/** Source: Domain Reseller API v2.2, "Lookup result". */
export const documentedLookup: Shape = {
  each: {
    members: {
      domainName: 'string',
      idnDomainName: 'string',
      tld: 'string',
      tldNoDots: 'string',
      sld: 'string',
      idnSld: 'string',
      status: 'string',
      legacyStatus: 'string',
      score: 'number',
      isRegistered: 'boolean',
      isAvailable: 'boolean',
      isValidDomain: 'boolean',
      domainErrorMessage: 'string',
      pricing: { map: prices },
      shortestPeriod: {
        members: { period: 'number', register: 'object', transfer: 'object', renew: 'object' },
      },
      group: 'string',
      minLength: 'number',
      maxLength: 'number',
      isPremium: 'boolean',
      premiumCostPricing: 'array',
    },
  },
};
