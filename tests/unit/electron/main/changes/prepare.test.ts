import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { review as reviewSchema } from '#shared/areas/change-schemas.ts';
import { type ChangeAsk, verificationOf } from '#shared/changes/index.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { ReadPart } from '#shared/changes/parts.ts';
import { changeKinds } from '#shared/domain/change-kinds.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { seenText } from '../../../../../electron/main/changes/kinds/index.ts';
import { differingFields } from '../../../../../electron/main/changes/personal.ts';
import { observedIn } from '../../../../../electron/main/changes/present.ts';
import { nothingAsked } from '../../../../../electron/main/changes/weigh.ts';
import { stepsOf } from '../../../../../renderer/src/changes/ChangeFlow.tsx';
import { statusWords } from '../../../../../renderer/src/changes/ChangeStatus.tsx';
import { accountId, asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { changeSteps } from '../../../../support/changes/change-rows.ts';
import { testRows } from '../../../../support/rows.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { outcomes, registrant } from '../../../../support/changes/a-service.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';

testRows(
  changeSteps,
  `
# What a review shows
a review of a lock shows before and after
  review lock; shows Registrar lock: locked > unlocked, changed; POSTs none
a review of nameservers shows one line for each, on both sides
  there are nameservers a.example.org ns2.example.net; review nameservers; shows Nameserver 1: a.example.org > a.example.org
  shows Nameserver 2: ns2.example.net > b.example.org, changed
a review of nameservers that are more than before shows the new one alone
  there are nameservers a.example.org; review nameservers; shows Nameserver 2:  > b.example.org, changed
a review of contacts shows every field that is sent, and which differ
  review contacts; shows Registrant: Name: Ada Lovelace > Ada Lovelace; shows Registrant: City: London > Oxford, changed
  shows Registrant: E-mail: ada@example.com > ada@example.com
a review of a renewal shows the expiry that is known and the one to expect, marked as such
  it was known to expire 2028-02-29 by sync at 2026-01-01; review renew; shows Expires on: 2028-02-29 > 2029-02-28, expected, changed
a review of a reading by the service calls an expected expiry expected
  it was known to expire 2028-02-29 by expected at 2026-01-01; review sync; shows Expiry date: 2028-02-29, expected > what the service answers, changed
a review of a reading by the service promises no proof where the registry {publishes no expiry|cannot be asked|publishes one}
  its registry last showed active{, and no expiry|, and cannot be asked|}; review sync
  {says no-expiry-published: .com publishes no expiry|says no-expiry-published: .com can’t be asked for its expiry|does not say no-expiry-published}
a review of a renewal says how to know an expiry that is not known
  review renew; shows Expires on: - > Not known. Have the service read it again, or set its expiry, to see it here., changed
a review of {child-register|child-modify|child-delete|child-delete} shows the address that is {known|given|known|not known}
  {its child is known|its child is not known|its child is known|its child is not known}
  review {child-register|child-modify|child-delete|child-delete}
  shows Address of ns1.example.com: {192.0.2.1 > 192.0.2.1|192.0.2.1 > 192.0.2.2, changed|192.0.2.1 > , changed|- > , changed}
a review has the price of {the whole period as it was looked up|no period that was not looked up}, and the credit
  free; review register for {1|2}; price {10.00|unknown}; credit 500.00
a review of what costs nothing has neither price nor credit
  review lock; no costs
a review is made without what the service refuses to show
  lock cannot be read: refused permission; review lock; shows Registrar lock: - > unlocked, changed; says not-read-before
a review is made without what the portfolio cannot say
  its host is used by 7; the portfolio cannot be read; review child-delete; does not say host-in-use
  shows Address of ns1.example.com: - > , changed
a review is not made where {the lock is out of reach|there is no key|the name is refused|the name cannot be read}
  {lock|lock|finding|finding} cannot be read: {unreachable offline|no-key|refused permission|unreadable not-json}
  review {lock|lock|register|register}; fails {unreachable offline|no-key|refused permission|unreadable not-json}

# What it warns of
a review warns that {a registrant’s change may need approval|nobody knows what a sync does|the price is not given}
  review {contacts|sync|renew}; says {registrant-change-may-need-approval|effects-unknown|price-not-given}
a review warns of IPv6 {for a new child nameserver|as a new address}
  review {child-register|child-modify} to 2001:db8::1; says ipv6-unknown
a review warns of a host that other domains use, and not of one that nobody uses
  review child-delete; does not say host-in-use; its host is used by 7; review child-delete; says host-in-use: d4.example and 2 more
  review child-modify; says host-in-use
a review warns before a renewal that its registry is about to delete it: {redemption period|pending delete|pending restore}
  its registry last showed {redemption period|pending delete|pending restore}; review renew; says being-deleted; review lock
  does not say being-deleted
a review does not warn of a deletion where its registry shows another status
  its registry last showed client transfer prohibited; review renew; does not say being-deleted
a review warns of a credit that may not do, and of none that does
  free; review register; does not say credit-may-not-do; credit is 9.99; review register; says credit-may-not-do
`,
);

const warned = async (ask: ChangeAsk, change: (world: ChangesWorld) => void = () => undefined) => {
  const world = new ChangesWorld();
  change(world);
  return (await world.review(ask)).remarks.map(({ id }) => id);
};

const lines = async (ask: ChangeAsk, change: (world: ChangesWorld) => void = () => undefined) => {
  const world = new ChangesWorld();
  change(world);
  const review = await world.review(ask);
  return review.lines.map(({ label, before, after, isChanged }) => [label, before, after, isChanged]);
};

describe('a review', () => {
  it.each(Object.values(asks))('of %o is as the page expects it, and writes nothing', async (ask) => {
    const world = new ChangesWorld();
    if (ask.kind === 'register') world.service.free(domain);
    const review = await world.review(ask);
    expect(reviewSchema.parse(review)).toEqual(review);
    expect(review).toMatchObject({
      accountId,
      accountLabel: 'Acme',
      isPractice: false,
      domain,
      kind: ask.kind,
    });
    expect(world.service.writes).toEqual([]);
    expect(world.announced).toEqual([]);
  });

  it('of a registration shows period, nameservers, filled fields and what else is ordered', async () => {
    const ask: ChangeAsk = {
      ...asks.register,
      periodYears: 2,
      addons: { idProtection: true, dnsManagement: false },
      idnLanguage: 'ger',
      domainFields: { vat: 'DE1' },
    };
    const shown = await lines(ask, (world) => world.service.free(domain));
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
      (world) => world.service.free(domain),
    );
    expect(shown).toContainEqual(['Admin', null, 'as the registrant', true]);
    expect(shown).toContainEqual(['Tech: city', null, 'Kiel', true]);
    expect(shown.map(([label]) => label)).not.toContain('Admin: e-mail');
  });

  it('H24 says of a credit that can be two amounts that it is not shown, and compares nothing with it', async () => {
    const world = new ChangesWorld();
    const credits = { amount: null, shown: '“1.234”', answer: '' };
    world.service.methods.readCredits = () => Promise.resolve(ok(credits));
    const review = await world.review(asks.renew);
    expect(review.credit).toBeNull();
    expect(review.remarks.map(({ text }) => text)).toContain('The service did not show the current credit.');
  });

  it('is not made of more fields than it can show', async () => {
    const fields = Array.from({ length: 201 }, (_, index) => ({ name: `Field ${index}`, value: '' }));
    const world = new ChangesWorld();
    const ask: ChangeAsk = { kind: 'contacts', roles: [{ name: 'Registrant', fields }] };
    expect(await world.changes.prepare(accountId, domain, ask)).toMatchObject({
      error: { kind: 'invalid-input', field: 'roles' },
    });
  });

  it('shows a long value cut, and sends it whole', async () => {
    const domainFields = { long: 'x'.repeat(2_000) };
    const world = new ChangesWorld();
    world.service.free(domain);
    const review = await world.review({ ...asks.register, domainFields });
    expect(reviewSchema.safeParse(review).success).toBe(true);
    expect(review.sent.fields.at(-1)?.value.endsWith('…')).toBe(true);
  });
});

describe('a review warns', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-05-06T20:00:00.000Z', '2026-05-07'],
    ['America/Los_Angeles', '2026-05-06T05:00:00.000Z', '2026-05-05'],
  ])('of an earlier renewal by its day in the user’s time zone: %s', (zone, createdAt, day) => {
    const kind = join(import.meta.dirname, '../../../../../electron/main/changes/kinds/renew.ts');
    const last = { id: 'the third', number: 3, state: 'confirmed', settledAs: null, createdAt };
    const facts = {
      ask: asks.renew,
      earlier: { ...nothingAsked.earlier, last, lastSent: last, ownEffect: last },
      team: { past: null, trouble: null },
      present: null,
      price: null,
      known: { domain: null },
    };
    // By a process of its own: a process knows one time zone.
    const script = `
    const { renew } = await import(${JSON.stringify(kind)});
    const [{ text }] = renew.weigh({ ...${JSON.stringify(facts)}, now: new Date() });
    process.stdout.write(text);`;
    const text = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
    expect(text).toBe(`Renewed before, as change 3 of ${day}.`);
  });

  it.each([
    ['Email', 'ada at example.com'],
    ['Country', 'Germany'],
    ['Phone', '0451 555'],
  ])('of an unusual %s: %s, and names no value', async (name, value) => {
    const world = new ChangesWorld();
    const ask: ChangeAsk = { kind: 'contacts', roles: [{ name: 'Registrant', fields: [{ name, value }] }] };
    const { remarks } = await world.review(ask);
    const { text = '' } = remarks.find(({ id }) => id === 'unusual-value') ?? {};
    expect(text).toContain(`Registrant: ${contactLabelOf(name)}`);
    expect(text).not.toContain(value);
  });

  it('of unusual values of a registration, not of empty ones', async () => {
    const { registrant } = asks.register.contacts;
    const ask: ChangeAsk = {
      ...asks.register,
      contacts: { registrant: { ...registrant, email: '?', country: 'de', phonenumber: '' } },
    };
    const world = new ChangesWorld();
    world.service.free(domain);
    const unusual = (await world.review(ask)).remarks.filter(({ id }) => id === 'unusual-value');
    expect(unusual.map(({ text }) => text.split(' looks')[0])).toEqual(['Registrant: e-mail']);
  });

  it('before a renewal that the domain was not found when it was last asked for', async () => {
    const [before, at, after] = ['2026-11-01', '2026-11-02', '2026-11-03'].map(
      (day) => `${day}T00:00:00.000Z`,
    );
    const trouble = (why: 'not-found' | 'permission') =>
      ({ part: 'lock', error: { kind: 'refused', why, status: 400, said: '' }, at: at ?? '' }) as const;
    const lock = (time = '', source: 'read' | 'change' = 'read') =>
      ({ value: 'locked', at: time, source }) as const;
    const expiresOn = (source: 'typed' | 'import' | 'sync') => ({
      value: '2027-01-01',
      at: after ?? '',
      source,
    });
    const unread = { lock: null, nameservers: null, registrant: null, expiresOn: null };
    const warnedOf = (of: Partial<Domain>, kind: 'renew' | 'lock' = 'renew') =>
      warned(asks[kind], (world) => void (world.known = aDomain(domain, { ...unread, ...of })));
    const notFound = [trouble('not-found')];
    expect(await warnedOf({ troubles: notFound })).toContain('not-found');
    for (const source of ['typed', 'import'] as const)
      expect(
        await warnedOf({ troubles: notFound, lock: lock(before), expiresOn: expiresOn(source) }),
        source,
      ).toContain('not-found');
    expect(await warnedOf({ troubles: notFound }, 'lock'), 'which reads it now').not.toContain('not-found');
    for (const known of [
      {},
      { troubles: [trouble('permission')] },
      { troubles: [...notFound, { ...trouble('permission'), part: 'nameservers' as const }] },
      { troubles: notFound, nameservers: { ...lock(after), value: [] } },
      { troubles: notFound, lock: lock(after, 'change') },
      { troubles: notFound, expiresOn: expiresOn('sync') },
    ])
      expect(await warnedOf(known), JSON.stringify(known)).not.toContain('not-found');
  });
});

describe('the contacts that come back', () => {
  it('differ by the fields that are not as sent; one that is not there counts as empty', () => {
    expect(differingFields(asks.contacts.roles, asks.contacts.roles)).toEqual([]);
    expect(differingFields(asks.contacts.roles, [registrant])).toEqual(['City for the registrant']);
    const blank = [{ name: 'Registrant', fields: [{ name: 'State', value: ' ' }] }];
    expect(differingFields(blank, [])).toEqual([]);
  });

  it('(G12) are told from others by a digest that has to have the key', () => {
    const keyed = (text: string): string => createHash('sha256').update(`key ${text}`).digest('hex');
    const seen = (contacts: readonly ContactFields[] | null, by: typeof keyed | null) =>
      seenText(asks.contacts, { before: {}, contacts }, by);
    const spaced = [
      { ...registrant, fields: registrant.fields.map((field) => ({ ...field, value: ` ${field.value} ` })) },
    ];
    expect(seen([registrant], keyed)).toMatch(/^[0-9a-f]{64}$/);
    expect(seen(spaced, keyed)).toBe(seen([registrant], keyed));
    expect(seen(asks.contacts.roles, keyed)).not.toBe(seen([registrant], keyed));
    expect([seen([registrant], null), seen(null, keyed)]).toEqual(['', '']);
  });
});

describe('what is read', () => {
  type Kind = (typeof changeKinds)[number];

  const distinct = (parts: readonly ReadPart[]): readonly ReadPart[] => [...new Set(parts)].toSorted();

  function aWorld(kind: Kind): ChangesWorld {
    const world = new ChangesWorld();
    if (kind === 'register') world.service.free(domain);
    return world;
  }

  /** What is read before a change is sent, and what from then on, in an hour; over all that a service can answer. */
  async function readOf(kind: Kind): Promise<{ before: ReadPart[]; after: ReadPart[] }> {
    const read = { before: [] as ReadPart[], after: [] as ReadPart[] };
    for (const outcome of outcomes) {
      for (const isApplied of [true, false]) {
        const world = aWorld(kind);
        const shown = (): Promise<RegistryReading> => {
          world.service.reads.push('registry');
          const at = world.time.now().toISOString();
          return Promise.resolve(aReading({ at, changedAt: null }));
        };
        world.ask({ read: shown, readOfChange: shown });
        world.service.behaviours.push({ outcome, isApplied });
        let sentAfter = Number.POSITIVE_INFINITY;
        world.service.onWrite = () => Promise.resolve(void (sentAfter = world.service.reads.length));
        valueOf(await world.apply(asks[kind]));
        await world.time.pass(3_600_000);
        read.before.push(...world.service.reads.slice(0, sentAfter));
        read.after.push(...world.service.reads.slice(sentAfter));
      }
    }
    return read;
  }

  describe.each(changeKinds)('F14 of a %s', (kind) => {
    const table = verificationOf(kind);

    it('is read what the table of its sentences says, before it and after it', async () => {
      const read = await readOf(kind);
      // Of a renewal, the price is looked up too: no sentence is about that read.
      const price = kind === 'renew' ? (['finding'] as const) : [];
      expect(distinct(read.before)).toEqual(distinct([...table.before, ...price]));
      expect(distinct(read.after)).toEqual(distinct(table.readBack));
    });

    it('every screen says the sentences of that table', async () => {
      const world = aWorld(kind);
      world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
      const { id } = valueOf(await world.apply(asks[kind]));
      await world.time.pass(10);
      const uncertain = await world.find(id);
      const { words } = table;
      expect(stepsOf(uncertain, [])[2]?.text).toBe(words.step);
      const confirmed = { ...uncertain, state: 'confirmed', error: null, proof: 'answer' } as const;
      const refused = { ...uncertain, state: 'refused', proof: 'answer' } as const;
      expect(statusWords(confirmed).how).toEqual([`Accepted by the service. ${words.answerAlone}`]);
      expect(statusWords(refused).how).toEqual([words.answerAlone]);
      expect(statusWords(uncertain).how.includes(words.answerAlone)).toBe(table.readBack.length === 0);
    });

    it('a yes that only the answer shows has nothing beside it that contradicts', async () => {
      for (const isPaid of [true, false]) {
        const world = aWorld(kind);
        world.service.behaviours.push({ outcome: 'done', isApplied: table.isProvable || isPaid });
        const change = await world.settled(asks[kind]);
        expect(change.state).toBe('confirmed');
        expect(change.evidence.filter(({ speaks }) => speaks === 'against')).toEqual([]);
      }
    });
  });
});

describe('one gate', () => {
  /** The methods of the client that change something, and what calls one of them through an order. */
  const writing =
    /\.(writeContacts|writeLock|writeNameservers|registerChildNameserver|modifyChildNameserver|deleteChildNameserver)\b|\bclient\)?\.(register|renew|sync)\b/;

  const sources = globSync('electron/main/**/*.ts').filter(
    (file) => !/^electron\/main\/(reseller|practice)\//.test(file),
  );
  const thatHave = (pattern: RegExp): readonly string[] =>
    sources.filter((file) => pattern.test(readFileSync(file, 'utf8')));

  it('F1 the client’s writing methods are named by the kinds of change alone, and these are asked by the orders', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(thatHave(writing).filter((file) => !file.startsWith('electron/main/changes/kinds/'))).toEqual([]);
    const kinds =
      'lock|nameservers|contacts|register|renew|sync|child\\w*|\\w*[kK]inds?\\w*(\\([^)]*\\)|\\[[^\\]]*\\])?';
    expect(thatHave(new RegExp(`\\b(${kinds})\\.request\\(`))).toEqual(['electron/main/changes/order.ts']);
  });

  it('F1 an order is written by the gate alone', () => {
    expect(thatHave(/\border\.write\(/)).toEqual(['electron/main/changes/gate.ts']);
  });

  it('F1 the journal is asked for `sending` by the ledger alone, and the ledger by the gate', () => {
    expect(thatHave(/\bjournal\.send\(/)).toEqual(['electron/main/changes/ledger.ts']);
    expect(thatHave(/\bledger\.send\(/)).toEqual(['electron/main/changes/gate.ts']);
  });
});

it('what is read before a change tells the portfolio what is not there, and not that a key was refused', () => {
  const refused = (why: 'not-found' | 'credentials') =>
    ({ kind: 'refused', why, status: 403, said: '' }) as const;
  const read = {
    before: { readAt: '2026-11-21T09:00:00.000Z' },
    contacts: null,
    finding: null,
  };
  const troubles = [
    { part: 'lock', error: refused('credentials') },
    { part: 'contacts', error: refused('not-found') },
  ] as const;
  expect(observedIn({ ...read, troubles })?.troubles).toEqual([troubles[1]]);
  expect(observedIn({ ...read, troubles: [troubles[0]] })).toBeNull();
});
