import { describe, expect, it } from 'vitest';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { BeforeState } from '#shared/changes/parts.ts';
import { type CheckedFinding, notGiven } from '#shared/domain/finding.ts';
import { readBackOnce, seenText, whatOf } from '../../../../../electron/main/changes/kinds/index.ts';
import { asks } from '../../../../support/changes/a-changes-world.ts';
import { registrant } from '../../../../support/changes/a-service.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import type { ChangeAsk, ChangeWhat } from '#shared/changes/index.ts';
import type { WriteOutcome, Change } from '#shared/domain/change.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import type { DomainReads } from '../../../../../electron/main/changes/present.ts';

const readAt = '2026-03-01T10:30:00.000Z';
const offline: AppError = { kind: 'unreachable', why: 'offline' };
const refused: AppError = { kind: 'refused', why: 'permission', status: 403, said: '' };

const finding = (kind: CheckedFinding['kind']): CheckedFinding => ({
  domain: 'example.com',
  tld: 'com',
  kind,
  cause: null,
  message: '',
  checkedAt: readAt,
  prices: [],
});

interface Scene {
  readonly what: ChangeWhat;
  readonly before?: Omit<BeforeState, 'readAt'> | null;
  readonly answered?: WriteOutcome;
  readonly sent?: ChangeAsk | null;
  /** What the person saw before it was sent. */
  readonly present?: string;
  readonly reads?: Partial<DomainReads>;
  readonly syncAnswer?: Change['syncAnswer'];
}

const unasked = () => Promise.reject(new Error('Not to be read'));
const nothingRead: DomainReads = {
  lock: unasked,
  nameservers: unasked,
  contacts: unasked,
  credit: unasked,
  finding: unasked,
  registry: () => Promise.resolve(ok(null)),
};

/** Stands for the HMAC under the change’s key. */
const keyed = (text: string): string => `keyed ${text}`;

const readBack = ({
  what,
  before = {},
  answered,
  sent = null,
  present = '',
  reads = {},
  syncAnswer = null,
}: Scene) =>
  readBackOnce(
    { what, before: before === null ? null : { readAt, ...before }, syncAnswer, sentAt: readAt },
    {
      registrars: [],
      sent: sent && { ask: sent, keyed },
      past: {
        digest: '',
        consent: {
          at: readAt,
          service: { baseUrl: 'practice', username: '' },
          present,
          lastEffect: null,
          price: null,
          premiumAccepted: false,
          limits: [],
        },
        answered: answered ?? null,
        isClaimed: answered === 'done',
        isPending: false,
        endedAt: null,
      },
    },
    { ...nothingRead, ...reads },
  );

const read =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value));
const failing = (error: AppError) => () => Promise.resolve(fail(error));

describe('F7 the state that a change depends on', () => {
  it('F7 is another one where the service shows no nameserver than where it shows nothing', () => {
    const seen = (nameservers?: readonly string[]) =>
      seenText(asks.nameservers, { before: nameservers === undefined ? {} : { nameservers } }, null);
    expect([seen(), seen([])]).toEqual(['', 'none']);
    expect(seen(['B.dns.example.', 'a.dns.example'])).toBe(seen(['a.dns.example', 'b.dns.example']));
  });
});

describe('reading back contacts', () => {
  const what = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['City'] }] } as const;
  const sent = asks.contacts;
  const present = seenText(sent, { before: {}, contacts: [registrant] }, keyed);
  const withCity = (city: string): ContactFields => ({
    ...registrant,
    fields: registrant.fields.map((field) => (field.name === 'City' ? { ...field, value: city } : field)),
  });

  it.each([
    ['as they were sent', [withCity(' Oxford ')], 'agrees'],
    ['with another role beside', [{ name: 'Admin', fields: [] }, withCity('Oxford')], 'agrees'],
    ['as they were', [registrant], 'as-before'],
    ['otherwise', [withCity('OXFORD')], 'differs'],
    ['without the role that was written', [{ name: 'data', fields: [] }], 'no-proof'],
  ])('%s: %s', async (_name, now, verdict) => {
    expect(await readBack({ what, sent, present, reads: { contacts: read(now) } })).toMatchObject({
      verdict,
    });
  });

  it('names what differs and shows no value', async () => {
    const { evidence } = await readBack({
      what,
      sent,
      present,
      reads: { contacts: read([withCity('Bath')]) },
    });
    expect(evidence).toEqual([
      {
        label: 'The service shows another City for the registrant',
        before: null,
        after: null,
        speaks: 'against',
      },
    ]);
  });

  it('cannot say that they are as before where that was not read', async () => {
    expect(await readBack({ what, sent, reads: { contacts: read([registrant]) } })).toMatchObject({
      verdict: 'differs',
    });
  });

  it('(G12) prove nothing where what was sent is not known', async () => {
    expect(await readBack({ what, present, reads: { contacts: read([registrant]) } })).toMatchObject({
      verdict: 'no-proof',
    });
  });

  it('that cannot be read shows nothing', async () => {
    expect(await readBack({ what, sent, reads: { contacts: failing(offline) } })).toMatchObject({
      verdict: 'unreadable',
      error: offline,
    });
  });
});

describe('reading back a lock', () => {
  const what = asks.lock;

  it.each([
    ['locked', 'unlocked', 'agrees', 'for'],
    ['locked', 'locked', 'as-before', 'against'],
    [null, 'locked', 'differs', 'against'],
    ['unlocked', 'locked', 'differs', 'against'],
    [undefined, 'unlocked', 'agrees', 'for'],
  ] as const)('that was %s and is %s: %s', async (lock, now, verdict, speaks) => {
    expect(await readBack({ what, before: { lock }, reads: { lock: read(now) } })).toEqual({
      verdict,
      evidence: [{ label: 'Registrar lock', before: lock ?? null, after: now, speaks }],
      error: null,
      observed: { lock: now },
    });
  });

  it('without what was before is compared with what is wanted alone', async () => {
    expect(await readBack({ what, before: null, reads: { lock: read('locked') } })).toMatchObject({
      verdict: 'differs',
    });
  });

  it.each([offline, refused])('that cannot be read shows nothing: %o', async (error) => {
    expect(await readBack({ what, reads: { lock: failing(error) } })).toEqual({
      verdict: 'unreadable',
      evidence: [],
      error,
    });
  });
});

describe('reading back nameservers', () => {
  const what = { kind: 'nameservers', nameservers: ['ns1.bäckerei.example', 'NS2.example.NET.'] } as const;
  const before = { nameservers: ['a.example.org', 'b.example.org'] };

  it.each([
    ['in another order, case and with dots', ['ns2.example.net', 'NS1.xn--bckerei-5wa.example..'], 'agrees'],
    ['as they were, in another order', ['B.example.org.', 'a.example.org'], 'as-before'],
    ['one of them', ['ns2.example.net'], 'differs'],
    ['one more', ['ns2.example.net', 'ns1.xn--bckerei-5wa.example', 'c.example'], 'differs'],
    ['none', [], 'differs'],
  ])('%s: %s', async (_name, now, verdict) => {
    const looked = await readBack({ what, before, reads: { nameservers: read(now) } });
    expect(looked).toMatchObject({ verdict, error: null, observed: { nameservers: now } });
  });

  it.each([null, undefined])('that were not read before (%s) are never as before', async (nameservers) => {
    const reads = { nameservers: read(['a.example.org', 'b.example.org']) };
    expect(await readBack({ what, before: { nameservers }, reads })).toMatchObject({ verdict: 'differs' });
    expect(await readBack({ what, before: null, reads })).toMatchObject({ verdict: 'differs' });
  });

  it('that cannot be read shows nothing', async () => {
    expect(await readBack({ what, reads: { nameservers: failing(refused) } })).toMatchObject({
      verdict: 'unreadable',
      error: refused,
    });
  });
});

describe('C10 reading back what cannot be read proves nothing', () => {
  it.each(['child-register', 'child-modify', 'child-delete'] as const)('%s', async (kind) => {
    expect(await readBack({ what: asks[kind] })).toMatchObject({ verdict: 'no-proof', error: null });
  });

  it('sync, which shows what it was answered', async () => {
    const syncAnswer = { active: true, expired: null, transferredAway: false, expiresOn: '2027-05-06' };
    const { verdict, evidence } = await readBack({ what: asks.sync, syncAnswer });
    expect(verdict).toBe('no-proof');
    expect(evidence.map(({ label, after }) => [label, after])).toEqual([
      ['Expiry date', '2027-05-06'],
      ['Active', 'yes'],
      ['Transferred away', 'no'],
    ]);
  });
});

describe('C10 reading back a renewal proves nothing', () => {
  const what = { ...asks.renew, price: notGiven } as const;

  it.each([
    ['500.00', '490.00', 'for'],
    ['500.00', '500.00', 'against'],
    ['490.00', '500.00', 'neither'],
    [null, '500.00', 'neither'],
  ] as const)('whatever the credit was and is: %s, %s', async (was, now, speaks) => {
    const looked = await readBack({ what, before: { credit: was }, reads: { credit: read(now) } });
    expect(looked.verdict).toBe('no-proof');
    expect(looked.evidence[0]).toEqual({ label: 'Credit', before: was, after: now, speaks });
  });

  it('also where the credit is not shown, which is no evidence', async () => {
    expect(await readBack({ what, before: null, reads: { credit: failing(refused) } })).toMatchObject({
      verdict: 'no-proof',
      evidence: [],
      error: null,
    });
  });

  it.each(['refused', 'refused-unconfirmed'] as const)(
    'F2 but “%s” is not believed where the credit fell',
    async (answered) => {
      const scene = { what, before: { credit: '500.00' }, answered };
      expect(await readBack({ ...scene, reads: { credit: read('490.00') } })).toMatchObject({
        verdict: 'differs',
        contradictsNo: true,
      });
      for (const credit of [read('500.00'), read('510.00'), failing(offline)]) {
        expect(await readBack({ ...scene, reads: { credit } })).toMatchObject({ verdict: 'no-proof' });
      }
    },
  );

  it('F14 and beside a yes, a credit that did not fall speaks against nothing', async () => {
    const scene = { what, before: { credit: '500.00' }, answered: 'done' } as const;
    const looked = await readBack({ ...scene, reads: { credit: read('500.00') } });
    expect(looked.evidence[0]?.speaks).toBe('neither');
  });
});

describe('reading back a registration', () => {
  const what = whatOf(asks.register, { contacts: null, finding: null });
  const sent = asks.register;
  const ours = [{ name: 'Registrant', fields: [{ name: 'E-Mail', value: 'ada@example.com' }] }];
  const theirs = [{ name: 'registrant', fields: [{ name: 'Email', value: 'eve@example.com' }] }];
  const before = { finding: 'available' } as const;

  const paidFrom = { finding: 'available', credit: '500.00' } as const;

  it.each(['available', 'premium'] as const)('that is %s still: as before', async (kind) => {
    const reads = { finding: read(finding(kind)), credit: read('500.00') };
    expect(await readBack({ what, before: paidFrom, sent, reads })).toEqual({
      verdict: 'as-before',
      evidence: [
        { label: 'Looked up', before: 'available', after: kind, speaks: 'against' },
        { label: 'Credit', before: '500.00', after: '500.00', speaks: 'against' },
      ],
      error: null,
      contradictsNo: false,
      charge: 'not-yet',
      credit: 'same',
    });
  });

  it.each(['refused', 'refused-unconfirmed', 'uncertain'] as const)(
    'F2 that is available still, with a fallen credit, after “%s”: not as before',
    async (answered) => {
      const reads = { finding: read(finding('available')), credit: read('490.00') };
      const looked = await readBack({ what, before: paidFrom, sent, answered, reads });
      expect(looked).toMatchObject({ verdict: 'differs', contradictsNo: answered !== 'uncertain' });
      expect(looked.evidence.at(-1)).toEqual({
        label: 'Credit',
        before: '500.00',
        after: '490.00',
        speaks: 'for',
      });
    },
  );

  it('F11 that is available still although the service said done: not as before', async () => {
    const reads = { finding: read(finding('available')), credit: read('500.00') };
    expect(await readBack({ what, before: paidFrom, sent, answered: 'done', reads })).toMatchObject({
      verdict: 'differs',
    });
  });

  it.each(['refused', 'refused-unconfirmed'] as const)(
    'F11 that is taken now and not shown to us, after “%s”, contradicts it',
    async (answered) => {
      for (const contacts of [failing(refused), failing(offline)]) {
        const reads = { finding: read(finding('taken')), contacts, credit: read('500.00') };
        expect(await readBack({ what, before: paidFrom, sent, answered, reads })).toMatchObject({
          verdict: 'differs',
          contradictsNo: true,
        });
      }
    },
  );

  it.each(['taken', 'reserved'] as const)('that is %s with our registrant: agrees', async (kind) => {
    const reads = { finding: read(finding(kind)), contacts: read(ours), credit: failing(refused) };
    expect(await readBack({ what, before, sent, reads })).toMatchObject({
      verdict: 'agrees',
      observed: { isRegistered: true },
    });
  });

  it('that is ours keeps what it left of the credit as evidence', async () => {
    const reads = { finding: read(finding('taken')), contacts: read(ours), credit: read('490.00') };
    const { verdict, evidence } = await readBack({ what, before: paidFrom, sent, reads });
    expect(verdict).toBe('agrees');
    expect(evidence.at(-1)).toEqual({ label: 'Credit', before: '500.00', after: '490.00', speaks: 'for' });
  });

  it('with our registrant in part: agrees, and names what is otherwise', async () => {
    const fields = [
      ...(ours[0]?.fields ?? []),
      { name: 'Contact_Name', value: 'A. Lovelace' },
      { name: 'Fax', value: '1' },
    ];
    const reads = {
      finding: read(finding('taken')),
      contacts: read([{ name: 'Registrant', fields }]),
      credit: failing(refused),
    };
    const { verdict, evidence } = await readBack({ what, before: null, sent, reads });
    expect(verdict).toBe('agrees');
    expect(evidence.at(-1)?.label).toBe('The service shows another Name for the registrant');
  });

  it.each([
    ['done', 'no-proof'],
    ['refused', 'differs'],
    ['uncertain', 'differs'],
  ] as const)('that is ours with another registrant, after “%s”: %s', async (answered, verdict) => {
    const reads = { finding: read(finding('taken')), contacts: read(theirs), credit: failing(refused) };
    expect(await readBack({ what, sent, answered, reads })).toMatchObject({ verdict });
  });

  it.each([
    ['what was sent is not known', null, ours],
    ['no registrant comes back', sent, [{ name: 'Admin', fields: [] }]],
    ['it comes back without an address for mail', sent, [{ name: 'Registrant', fields: [] }]],
  ])('is not known to be ours where %s', async (_name, sentThen, contacts) => {
    const reads = { finding: read(finding('taken')), contacts: read(contacts), credit: failing(refused) };
    expect(await readBack({ what, sent: sentThen, reads })).toMatchObject({ verdict: 'differs' });
  });

  it('is not known to be ours by an address for mail that is empty on both sides', async () => {
    const empty = { ...asks.register.contacts.registrant, email: '' };
    const sentEmpty = { ...asks.register, contacts: { registrant: empty } };
    const contacts = [{ name: 'Registrant', fields: [{ name: 'Email', value: '' }] }];
    const reads = { finding: read(finding('taken')), contacts: read(contacts), credit: failing(refused) };
    expect(await readBack({ what, sent: sentEmpty, reads })).toMatchObject({ verdict: 'differs' });
  });

  it('that is taken and not shown to us proves nothing', async () => {
    const reads = {
      finding: read(finding('taken')),
      contacts: failing(refused),
      credit: failing(offline),
    };
    expect(await readBack({ what, sent, reads })).toMatchObject({ verdict: 'no-proof', error: null });
  });

  it('(G1) that is taken and not shown to us tells whether it was charged', async () => {
    const reads = {
      finding: read(finding('taken')),
      contacts: failing(refused),
      credit: read(paidFrom.credit),
    };
    const price = { kind: 'given', amount: '9.90', currency: null } as const;
    const priced = { ...what, price } as typeof what;
    const result = await readBack({ what: priced, before: paidFrom, sent, answered: 'done', reads });
    expect(result).toMatchObject({ verdict: 'no-proof', charge: 'not-yet' });
  });

  it('that is taken and cannot be asked about is unreadable', async () => {
    const reads = { finding: read(finding('taken')), contacts: failing(offline) };
    expect(await readBack({ what, sent, reads })).toMatchObject({ verdict: 'unreadable', error: offline });
  });

  describe('whose registry is asked', () => {
    const taken = { finding: read(finding('taken')), credit: read(paidFrom.credit) };
    const registered = (registeredAt: string) => ({
      registry: read(aReading({ at: '2026-03-01T10:31:00.000Z', registeredAt })),
    });
    const since = registered('2026-03-01T10:30:10Z');

    it('H2 is proven where it was registered there since, with the registrant that was sent', async () => {
      const ours = [{ name: 'Registrant', fields: [{ name: 'Email', value: 'ada@example.com' }] }];
      const reads = { ...taken, ...since, contacts: read(ours) };
      const result = await readBack({ what, before: paidFrom, sent, answered: 'done', reads });
      expect(result).toMatchObject({ verdict: 'agrees', error: null, registry: { proof: 'proven' } });
      expect(result.evidence).toContainEqual({
        ...{
          label: 'Registered, at the registry',
          before: null,
          after: '2026-03-01T10:30:10Z',
          speaks: 'for',
        },
      });
    });

    it('H2 is not proven where the service shows too little to tell whose it is', async () => {
      const reads = { ...taken, ...since, contacts: read([{ name: 'Owner', fields: [] }]) };
      expect(await readBack({ what, before: paidFrom, sent, answered: 'done', reads })).toMatchObject({
        ...{ verdict: 'no-proof', error: null },
        registry: { proof: 'not-yet', why: 'registrant-not-known' },
      });
    });

    it('H2 is not proven where the account doesn’t have it, or can’t be asked: it may be somebody else’s', async () => {
      const notFound = { ...refused, why: 'not-found' } as const;
      const others = { ...taken, ...since, contacts: failing(notFound) };
      expect(await readBack({ what, before: paidFrom, sent, answered: 'done', reads: others })).toMatchObject(
        { verdict: 'differs', registry: { proof: 'not-yet', why: 'not-in-account' } },
      );
      const away = { ...taken, ...since, contacts: failing(offline) };
      expect(await readBack({ what, sent, reads: away })).toMatchObject({
        ...{ verdict: 'unreadable', error: offline },
        registry: { proof: 'not-yet', why: 'account-not-read' },
      });
    });

    it('stays what it is where it was registered there before', async () => {
      const reads = { ...taken, ...registered('2019-01-01T00:00:00Z'), contacts: failing(refused) };
      expect(await readBack({ what, sent, answered: 'done', reads })).toMatchObject({
        verdict: 'no-proof',
        registry: { proof: 'cannot', why: 'registered-before' },
      });
    });

    it('stays contradicted where the service refused', async () => {
      const reads = { ...taken, ...since, contacts: failing(refused) };
      expect(await readBack({ what, before: paidFrom, sent, answered: 'refused', reads })).toMatchObject({
        verdict: 'differs',
      });
    });
  });

  it.each(['invalid', 'unknown'] as const)('whose look-up says %s is unreadable', async (kind) => {
    const looked = await readBack({ what, before, sent, reads: { finding: read(finding(kind)) } });
    expect(looked).toMatchObject({ verdict: 'unreadable', error: { kind: 'unreadable' } });
    expect(looked.evidence).toEqual([
      { label: 'Looked up', before: 'available', after: kind, speaks: 'neither' },
    ]);
  });

  it('that cannot be looked up is unreadable', async () => {
    expect(await readBack({ what, sent, reads: { finding: failing(offline) } })).toMatchObject({
      verdict: 'unreadable',
      error: offline,
    });
  });
});
