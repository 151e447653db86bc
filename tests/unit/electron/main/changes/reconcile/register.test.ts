import { describe, expect, it } from 'vitest';
import { whatOf } from '../../../../../../electron/main/changes/describe/what.ts';
import { personalDigests } from '../../../../../../electron/main/changes/digests.ts';
import { asks } from '../../../../../support/changes/a-changing-desk.ts';
import { failing, finding, look, offline, read, refused } from './a-look.ts';

describe('reading back a registration', () => {
  const what = whatOf(asks.register, { contacts: null, finding: null });
  const personal = personalDigests(asks.register, null, 'salt');
  const ours = [{ name: 'Registrant', fields: [{ name: 'E-Mail', value: 'ada@example.com' }] }];
  const theirs = [{ name: 'registrant', fields: [{ name: 'Email', value: 'eve@example.com' }] }];
  const before = { finding: 'available' } as const;

  const paidFrom = { finding: 'available', credit: '500.00' } as const;

  it.each(['available', 'premium'] as const)('that is %s still: as before', async (kind) => {
    const reads = { finding: read(finding(kind)), credit: read('500.00') };
    expect(await look({ what, before: paidFrom, personal, reads })).toEqual({
      verdict: 'as-before',
      evidence: [
        { label: 'Looked up', before: 'available', after: kind, speaks: 'against' },
        { label: 'Credit', before: '500.00', after: '500.00', speaks: 'against' },
      ],
      error: null,
      contradictsNo: false,
    });
  });

  it.each(['refused', 'refused-unconfirmed', 'uncertain'] as const)(
    'F2 that is available still, with a fallen credit, after “%s”: not as before',
    async (answered) => {
      const reads = { finding: read(finding('available')), credit: read('490.00') };
      const looked = await look({ what, before: paidFrom, personal, answered, reads });
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
    expect(await look({ what, before: paidFrom, personal, answered: 'claimed', reads })).toMatchObject({
      verdict: 'differs',
    });
  });

  it.each(['refused', 'refused-unconfirmed'] as const)(
    'F11 that is taken now and not shown to us, after “%s”, contradicts it',
    async (answered) => {
      for (const contacts of [failing(refused), failing(offline)]) {
        const reads = { finding: read(finding('taken')), contacts, credit: read('500.00') };
        expect(await look({ what, before: paidFrom, personal, answered, reads })).toMatchObject({
          verdict: 'differs',
          contradictsNo: true,
        });
      }
    },
  );

  it.each(['taken', 'reserved'] as const)('that is %s with our registrant: agrees', async (kind) => {
    const reads = { finding: read(finding(kind)), contacts: read(ours) };
    expect(await look({ what, before, personal, reads })).toMatchObject({
      verdict: 'agrees',
      learned: { isRegistered: true },
    });
  });

  it('with our registrant in part: agrees, and names what is otherwise', async () => {
    const fields = [
      ...(ours[0]?.fields ?? []),
      { name: 'Contact_Name', value: 'A. Lovelace' },
      { name: 'Fax', value: '1' },
    ];
    const reads = { finding: read(finding('taken')), contacts: read([{ name: 'Registrant', fields }]) };
    const { verdict, evidence } = await look({ what, before: null, personal, reads });
    expect(verdict).toBe('agrees');
    expect(evidence.at(-1)?.label).toBe('Registrant: Contact_Name is otherwise than it was sent');
  });

  it.each([
    ['claimed', 'no-proof'],
    ['refused', 'differs'],
    ['uncertain', 'differs'],
  ] as const)('that is ours with another registrant, after “%s”: %s', async (answered, verdict) => {
    const reads = { finding: read(finding('taken')), contacts: read(theirs) };
    expect(await look({ what, personal, answered, reads })).toMatchObject({ verdict });
  });

  it.each([
    ['no digests are there', null, ours],
    ['none was sent', { salt: 'salt', roles: [] }, ours],
    ['no registrant comes back', personal, [{ name: 'Admin', fields: [] }]],
    ['it comes back without an address for mail', personal, [{ name: 'Registrant', fields: [] }]],
  ])('is not known to be ours where %s', async (_name, digests, contacts) => {
    const reads = { finding: read(finding('taken')), contacts: read(contacts) };
    expect(await look({ what, personal: digests, reads })).toMatchObject({ verdict: 'differs' });
  });

  it('is not known to be ours by an address for mail that is empty on both sides', async () => {
    const empty = { ...asks.register.contacts.registrant, email: '' };
    const digests = personalDigests({ ...asks.register, contacts: { registrant: empty } }, null, 'salt');
    const contacts = [{ name: 'Registrant', fields: [{ name: 'Email', value: '' }] }];
    const reads = { finding: read(finding('taken')), contacts: read(contacts) };
    expect(await look({ what, personal: digests, reads })).toMatchObject({ verdict: 'differs' });
  });

  it('that is taken and not shown to us proves nothing', async () => {
    const reads = {
      finding: read(finding('taken')),
      contacts: failing(refused),
      credit: failing(offline),
    };
    expect(await look({ what, personal, reads })).toMatchObject({ verdict: 'no-proof', error: null });
  });

  it('that is taken and cannot be asked about is unreadable', async () => {
    const reads = { finding: read(finding('taken')), contacts: failing(offline) };
    expect(await look({ what, personal, reads })).toMatchObject({ verdict: 'unreadable', error: offline });
  });

  it.each(['invalid', 'unknown'] as const)('whose look-up says %s is unreadable', async (kind) => {
    const looked = await look({ what, before, personal, reads: { finding: read(finding(kind)) } });
    expect(looked).toMatchObject({ verdict: 'unreadable', error: { kind: 'unreadable' } });
    expect(looked.evidence).toEqual([
      { label: 'Looked up', before: 'available', after: kind, speaks: 'neither' },
    ]);
  });

  it('that cannot be looked up is unreadable', async () => {
    expect(await look({ what, personal, reads: { finding: failing(offline) } })).toMatchObject({
      verdict: 'unreadable',
      error: offline,
    });
  });
});
