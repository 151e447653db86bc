import { describe, expect, it } from 'vitest';
import { review as reviewSchema } from '#shared/areas/change-schemas.ts';
import type { ChangeAsk } from '#shared/domain/change.ts';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';

const warned = async (ask: ChangeAsk, change: (desk: ChangingDesk) => void = () => undefined) => {
  const desk = new ChangingDesk();
  change(desk);
  return (await desk.review(ask)).warnings.map(({ id }) => id);
};

const lines = async (ask: ChangeAsk, change: (desk: ChangingDesk) => void = () => undefined) => {
  const desk = new ChangingDesk();
  change(desk);
  const review = await desk.review(ask);
  return review.lines.map(({ label, before, after, isChanged }) => [label, before, after, isChanged]);
};

describe('a review', () => {
  it.each(Object.values(asks))('of %o is as the page expects it, and writes nothing', async (ask) => {
    const desk = new ChangingDesk();
    if (ask.kind === 'register') desk.service.free(domain);
    const review = await desk.review(ask);
    expect(reviewSchema.parse(review)).toEqual(review);
    expect(review).toMatchObject({
      accountId,
      accountLabel: 'Acme',
      isPractice: false,
      domain,
      kind: ask.kind,
    });
    expect(desk.service.writes).toEqual([]);
    expect(desk.announced).toEqual([]);
  });

  it('of a lock shows before and after', async () => {
    expect(await lines(asks.lock)).toEqual([['Registrar lock', 'locked', 'unlocked', true]]);
  });

  it('of nameservers shows one line for each, on both sides', async () => {
    const ask: ChangeAsk = {
      kind: 'nameservers',
      nameservers: ['ns1.example.net', 'B.example.org', 'c.example.org'],
    };
    expect(await lines(ask)).toEqual([
      ['Nameserver 1', 'ns1.example.net', 'ns1.example.net', false],
      ['Nameserver 2', 'ns2.example.net', 'b.example.org', true],
      ['Nameserver 3', '', 'c.example.org', true],
    ]);
  });

  it('of contacts shows every field that is sent, and which differ', async () => {
    expect(await lines(asks.contacts)).toEqual([
      ['Registrant: Contact_Name', 'Ada Lovelace', 'Ada Lovelace', false],
      ['Registrant: City', 'London', 'Oxford', true],
      ['Registrant: Email', 'ada@example.com', 'ada@example.com', false],
    ]);
  });

  it('of a registration shows period, nameservers, filled fields and what else is ordered', async () => {
    const ask: ChangeAsk = {
      ...asks.register,
      periodYears: 2,
      addons: { idProtection: true, dnsManagement: false },
      idnLanguage: 'ger',
      domainFields: { vat: 'DE1' },
    };
    const shown = await lines(ask, (desk) => desk.service.free(domain));
    expect(shown).toEqual(
      expect.arrayContaining([
        ['Register for', null, '2 years', true],
        ['Nameserver 1', null, 'ns1.example.net', true],
        ['Registrant: e-mail', null, 'ada@example.com', true],
        ['DNS management', null, 'off', true],
        ['ID protection', null, 'on', true],
        ['Language of the name', null, 'ger', true],
        ['vat', null, 'DE1', true],
      ]),
    );
    expect(shown.map(([label]) => label)).not.toContain('Registrant: full name');
  });

  it('of a registration says of a role that it is a copy, and shows one that is not', async () => {
    const { registrant } = asks.register.contacts;
    const tech = { ...registrant, city: 'Kiel' };
    const shown = await lines(
      { ...asks.register, contacts: { registrant, admin: registrant, tech } },
      (desk) => desk.service.free(domain),
    );
    expect(shown).toContainEqual(['Admin', null, 'as the registrant', true]);
    expect(shown).toContainEqual(['Tech: city', null, 'Kiel', true]);
    expect(shown.map(([label]) => label)).not.toContain('Admin: e-mail');
  });

  it('of a child nameserver shows the address that is known', async () => {
    const child = { host: `ns1.${domain}`, addresses: ['192.0.2.1'], at: '', source: 'typed' } as const;
    const known = (desk: ChangingDesk): void => void (desk.children = [child]);
    expect(await lines(asks['child-register'], known)).toEqual([
      [`Address of ns1.${domain}`, '192.0.2.1', '192.0.2.1', false],
    ]);
    expect(await lines(asks['child-modify'])).toEqual([
      [`Address of ns1.${domain}`, '192.0.2.1', '192.0.2.2', true],
    ]);
    expect(await lines(asks['child-delete'], known)).toEqual([
      [`Address of ns1.${domain}`, '192.0.2.1', '', true],
    ]);
    expect(await lines(asks['child-delete'])).toEqual([[`Address of ns1.${domain}`, null, '', true]]);
  });

  it('has the price of the whole period as it was looked up, and the credit', async () => {
    const desk = new ChangingDesk();
    desk.service.free(domain);
    expect(await desk.review(asks.register)).toMatchObject({
      price: { kind: 'given', amount: '10.00' },
      credit: { amount: '500.00' },
      finding: { kind: 'available' },
    });
    expect(await desk.review({ ...asks.register, periodYears: 2 })).toMatchObject({
      price: { kind: 'not-given' },
    });
    expect(await desk.review(asks.lock)).toMatchObject({ price: null, credit: null, finding: null });
  });

  it('is made without what the service refuses to show', async () => {
    const desk = new ChangingDesk();
    desk.service.failing.set('lock', { kind: 'refused', why: 'permission', status: 403, said: '' });
    const review = await desk.review(asks.lock);
    expect(review.lines).toEqual([
      { label: 'Registrar lock', before: null, after: 'unlocked', isChanged: true },
    ]);
    expect(review.warnings.map(({ id }) => id)).toContain('not-read-before');
  });

  it.each([
    ['lock', { kind: 'unreachable', why: 'offline' }],
    ['lock', { kind: 'no-key' }],
    ['finding', { kind: 'refused', why: 'permission', status: 403, said: '' }],
    ['finding', { kind: 'unreadable', status: 200, why: 'not-json' }],
  ] as const)('is not made where the %s cannot be had: %o', async (part, error) => {
    const desk = new ChangingDesk();
    desk.service.failing.set(part, error);
    const ask = part === 'finding' ? asks.register : asks.lock;
    expect(await desk.changes.prepare(accountId, domain, ask)).toEqual({ ok: false, error });
  });

  it('is not made of more fields than it can show', async () => {
    const fields = Array.from({ length: 201 }, (_, index) => ({ name: `Field ${index}`, value: '' }));
    const desk = new ChangingDesk();
    const ask: ChangeAsk = { kind: 'contacts', roles: [{ name: 'Registrant', fields }] };
    expect(await desk.changes.prepare(accountId, domain, ask)).toMatchObject({
      error: { kind: 'invalid-input', field: 'roles' },
    });
  });

  it('shows a long value cut, and sends it whole', async () => {
    const domainFields = { long: 'x'.repeat(2_000) };
    const desk = new ChangingDesk();
    desk.service.free(domain);
    const review = await desk.review({ ...asks.register, domainFields });
    expect(reviewSchema.safeParse(review).success).toBe(true);
    expect(review.sent.fields.at(-1)?.value.endsWith('…')).toBe(true);
  });
});

describe('a review warns', () => {
  it.each([
    ['that a registrant’s change may need approval', asks.contacts, 'registrant-change-may-need-approval'],
    ['that nobody knows what a sync does', asks.sync, 'effects-unknown'],
    ['that the price is not given', asks.renew, 'price-not-given'],
    ['that the domain is not in the portfolio', asks.lock, 'not-in-portfolio'],
    ['that nothing changes', { kind: 'lock', state: 'locked' }, 'nothing-changes'],
    [
      'of a host inside the domain',
      { kind: 'nameservers', nameservers: [`NS9.${domain}`, 'a.example.org'] },
      'host-inside-without-child',
    ],
    ['of IPv6', { ...asks['child-register'], address: '2001:db8::1' }, 'ipv6-unknown'],
    ['of IPv6 that is new', { ...asks['child-modify'], newAddress: '2001:db8::1' }, 'ipv6-unknown'],
  ] as const satisfies readonly (readonly [string, ChangeAsk, string])[])('%s', async (_name, ask, id) => {
    expect(await warned(ask)).toContain(id);
  });

  it.each([
    ['Email', 'ada at example.com'],
    ['Country', 'Germany'],
    ['Phone', '0451 555'],
  ])('of an unusual %s: %s, and names no value', async (name, value) => {
    const desk = new ChangingDesk();
    const ask: ChangeAsk = { kind: 'contacts', roles: [{ name: 'Registrant', fields: [{ name, value }] }] };
    const { warnings } = await desk.review(ask);
    const { text = '' } = warnings.find(({ id }) => id === 'unusual-value') ?? {};
    expect(text).toContain(`Registrant: ${name}`);
    expect(text).not.toContain(value);
  });

  it('of unusual values of a registration, not of empty ones', async () => {
    const { registrant } = asks.register.contacts;
    const ask: ChangeAsk = {
      ...asks.register,
      contacts: { registrant: { ...registrant, email: '?', country: 'de', phonenumber: '' } },
    };
    const desk = new ChangingDesk();
    desk.service.free(domain);
    const unusual = (await desk.review(ask)).warnings.filter(({ id }) => id === 'unusual-value');
    expect(unusual.map(({ text }) => text.split(' has')[0])).toEqual(['registrant: email']);
  });

  it('of a host that is known not as inside without child', async () => {
    const child = { host: `ns9.${domain}`, addresses: [], at: '', source: 'typed' } as const;
    const ask: ChangeAsk = { kind: 'nameservers', nameservers: [`ns9.${domain}`, 'a.example.org'] };
    expect(await warned(ask, (desk) => void (desk.children = [child]))).not.toContain(
      'host-inside-without-child',
    );
  });

  it('of a host that other domains use', async () => {
    const use = (desk: ChangingDesk): void => {
      desk.usersOfHost = Array.from({ length: 7 }, (_, index) => `d${index}.example`);
    };
    const desk = new ChangingDesk();
    use(desk);
    const { warnings } = await desk.review(asks['child-delete']);
    expect(warnings.find(({ id }) => id === 'host-in-use')?.text).toContain('d4.example and 2 more');
    expect(await warned(asks['child-modify'], use)).toContain('host-in-use');
    expect(await warned(asks['child-delete'])).not.toContain('host-in-use');
  });

  it('of a credit that may not do', async () => {
    const poor = (desk: ChangingDesk): void => {
      desk.service.free(domain);
      desk.service.credit = 9.99;
    };
    expect(await warned(asks.register, poor)).toContain('credit-may-not-do');
    expect(await warned(asks.register, (desk) => desk.service.free(domain))).not.toContain(
      'credit-may-not-do',
    );
  });
});
