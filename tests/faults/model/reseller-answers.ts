import type { PracticeDomain } from '../../../electron/main/practice/operations/domains.ts';
import type { AnswerFault } from '../../../electron/main/practice/faults/fault.ts';
import { readLabel } from '../../../electron/main/practice/findings.ts';
import { resultOf } from '../../../electron/main/practice/operations/lookup.ts';
import type { Route } from '../../../electron/main/practice/operations/table.ts';
import { decimal, json } from '../../../electron/main/practice/wire.ts';
import { bodyOf, contradictions, sentences } from './sentences.ts';
import type { Happening } from './steps.ts';
import type { Trouble } from './troubles.ts';

/** The name that a look-up is about; Namedesk asks for one TLD when it looks before an order. */
export function lookedUp(body: string): string {
  const form = new URLSearchParams(body);
  return `${form.get('searchTerm') ?? ''}.${(form.get('tldsToInclude[]') ?? '').replace(/^\./, '')}`;
}

export function premiumAnswer(name: string, price: string | null): AnswerFault | null {
  const dot = name.indexOf('.');
  const label = readLabel(name.slice(0, dot));
  if (!label.isValid) return null;
  const ordinary = { register: { price: '9.90' }, transfer: { price: '9.90' }, renew: { price: '12.50' } };
  const found = {
    ...resultOf(label, name.slice(dot + 1), 'premium'),
    pricing: { '1': ordinary },
    shortestPeriod: { period: 1, ...ordinary },
    premiumCostPricing: price === null ? [] : { register: price, renew: price, CurrencyCode: 'USD' },
  };
  const body = JSON.stringify([found]);
  return { kind: 'answer', next: () => ({ status: 200, body }) };
}

/** A name that this login has, with what a year of its renewal costs. */
export function renewalAnswer(name: string, cents: number): AnswerFault | null {
  const dot = name.indexOf('.');
  const label = readLabel(name.slice(0, dot));
  if (!label.isValid) return null;
  const prices = { register: {}, transfer: {}, renew: { price: decimal(cents) } };
  const found = {
    ...resultOf(label, name.slice(dot + 1), 'taken'),
    pricing: { '1': prices },
    shortestPeriod: { period: 1, ...prices },
  };
  return said(200, JSON.stringify([found]));
}

const catcher = {
  Registrant: { Contact_Name: 'Drop Catcher Ltd', City: 'Reno', Email: 'owner@dropcatch.example' },
  Admin: {},
  Tech: {},
  Billing: {},
};

/** What is answered about a name that somebody else has bought. */
export function soldAnswer(route: Route, body: string, isCaught: boolean): AnswerFault | null {
  if (isCaught && route.operation === 'contact-read') return said(200, JSON.stringify(catcher));
  if (route.operation === 'register') {
    const { status, body: text } = json({ error: { message: 'Domain already exists' } }, 400);
    return { kind: 'answer', next: () => ({ status, body: text }) };
  }
  if (route.operation !== 'lookup') return null;
  const name = lookedUp(body);
  const dot = name.indexOf('.');
  const label = readLabel(name.slice(0, dot));
  if (!label.isValid) return null;
  const found = JSON.stringify([resultOf(label, name.slice(dot + 1), 'taken')]);
  return { kind: 'answer', next: () => ({ status: 200, body: found }) };
}

export function answerFaultOf(trouble: Trouble): AnswerFault | null {
  if (trouble.kind === 'says')
    return said(trouble.status, bodyOf(sentences[trouble.sentence]?.words ?? '', trouble.form));
  if (trouble.kind === 'both') return said(trouble.status, contradictions[trouble.body] ?? '');
  if (trouble.kind === 'page') return { kind: 'status', status: trouble.status };
  return trouble.kind === 'busy' ? { kind: 'status', status: 429, retryAfterS: trouble.retryAfterS } : null;
}

const said = (status: number, body: string): AnswerFault => ({
  kind: 'answer',
  next: () => ({ status, body }),
});

/** A domain after something that happened at the registry or in the provider's panel. */
export function changed(
  domain: PracticeDomain,
  happening: Exclude<Happening, 'sold' | 'caught' | 'transfer'>,
): PracticeDomain {
  switch (happening) {
    case 'lock':
      return { ...domain, isLocked: !domain.isLocked };
    case 'nameservers': {
      const hosts = ['ns1.elsewhere.example', 'ns2.elsewhere.example'];
      const isThere = domain.nameservers.join() === hosts.join();
      const back = ['ns1.practice-dns.example', 'ns2.practice-dns.example'];
      return { ...domain, nameservers: isThere ? back : hosts };
    }
    case 'contacts': {
      const { Registrant } = domain.contacts;
      const City = Registrant.City === 'Cork' ? 'Dublin' : 'Cork';
      return { ...domain, contacts: { ...domain.contacts, Registrant: { ...Registrant, City } } };
    }
    case 'expiry':
      return { ...domain, expiryOn: `${Number(domain.expiryOn.slice(0, 4)) + 1}${domain.expiryOn.slice(4)}` };
  }
}
