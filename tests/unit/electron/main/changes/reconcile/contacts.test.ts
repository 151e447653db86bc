import { describe, expect, it } from 'vitest';
import type { ContactFields } from '#shared/domain/change.ts';
import { personalDigests } from '../../../../../../electron/main/changes/digests.ts';
import { asks } from '../../../../../support/changes/a-changing-desk.ts';
import { registrant } from '../../../../../support/changes/a-service.ts';
import { failing, look, offline, read } from './a-look.ts';

describe('reading back contacts', () => {
  const what = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['City'] }] } as const;
  const personal = personalDigests(asks.contacts, [registrant], 'salt');
  const withCity = (city: string): ContactFields => ({
    ...registrant,
    fields: registrant.fields.map((field) => (field.name === 'City' ? { ...field, value: city } : field)),
  });

  it.each([
    ['as they were sent', [withCity(' Oxford ')], 'agrees'],
    ['with another role beside', [{ name: 'Admin', fields: [] }, withCity('Oxford')], 'agrees'],
    ['as they were', [registrant], 'as-before'],
    ['otherwise', [withCity('OXFORD')], 'differs'],
    ['not there', [], 'differs'],
  ])('%s: %s', async (_name, now, verdict) => {
    expect(await look({ what, personal, reads: { contacts: read(now) } })).toMatchObject({ verdict });
  });

  it('names what differs and shows no value', async () => {
    const { evidence } = await look({ what, personal, reads: { contacts: read([withCity('Bath')]) } });
    expect(evidence).toEqual([
      {
        label: 'Registrant: City is otherwise than it was sent',
        before: null,
        after: null,
        speaks: 'against',
      },
    ]);
  });

  it('cannot say that they are as before where that was not read', async () => {
    const unread = personalDigests(asks.contacts, null, 'salt');
    expect(await look({ what, personal: unread, reads: { contacts: read([registrant]) } })).toMatchObject({
      verdict: 'differs',
    });
  });

  it('proves nothing without digests', async () => {
    expect(await look({ what, reads: { contacts: read([registrant]) } })).toMatchObject({
      verdict: 'no-proof',
    });
  });

  it('that cannot be read shows nothing', async () => {
    expect(await look({ what, personal, reads: { contacts: failing(offline) } })).toMatchObject({
      verdict: 'unreadable',
      error: offline,
    });
  });
});
