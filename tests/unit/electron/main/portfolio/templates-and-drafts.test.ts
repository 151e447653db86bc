import { expect, it } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { ok } from '#shared/result.ts';
import { forgetDraftOf } from '../../../../../electron/main/portfolio/templates-and-drafts.ts';
import { aChange } from '../../../../support/a-change.ts';

const contacts = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['City'] }] } as const;
const sentAt = '2026-11-21T09:00:00.000Z';

async function forgotten(change: Partial<Change>, savedAt = '2026-11-21T08:59:00.000Z') {
  const removed: string[] = [];
  const asked = aChange({ what: contacts, state: 'confirmed', createdAt: sentAt, planId: null, ...change });
  await forgetDraftOf(asked, {
    list: () => Promise.resolve(ok([{ domain: asked.domain, kind: 'contacts' as const, savedAt }])),
    remove(accountId, domain, kind) {
      removed.push(`${accountId} ${domain} ${kind}`);
      return Promise.resolve(ok({}));
    },
  });
  return removed;
}

it('D10 what was typed for a change goes when the change is done', async () => {
  const { accountId, domain } = aChange();
  expect(await forgotten({})).toEqual([`${accountId} ${domain} contacts`]);
  expect(await forgotten({ state: 'applied' })).toHaveLength(1);
  expect(await forgotten({ state: 'settled', settledAs: 'applied' })).toHaveLength(1);
});

it.each<[string, Partial<Change>, string?]>([
  ['the change is on its way', { state: 'sending' }],
  ['nobody knows whether it was done', { state: 'uncertain' }],
  ['it was refused', { state: 'refused' }],
  ['a person said that it was not done', { state: 'settled', settledAs: 'not-applied' }],
  ['a plan did it', { planId: '00000000-0000-4000-8000-000000000001' }],
  ['it is about something else', { what: { kind: 'lock', state: 'locked' } }],
  ['it was typed after the change', {}, '2026-11-21T09:00:01.000Z'],
])('it stays where %s', async (_, change, savedAt) => {
  expect(await forgotten(change, savedAt)).toEqual([]);
});
