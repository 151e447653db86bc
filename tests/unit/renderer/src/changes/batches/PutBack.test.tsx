// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Output } from '../../../../../../renderer/src/client.ts';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import {
  aBatch,
  aBatchId,
  aBatchRow,
  aChange,
  aChangeId,
  countsOf,
} from '../../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';

drawInJsdom();

const contacts: Batch['ask'] = {
  kind: 'contacts',
  unlocks: true,
  roles: [{ name: 'Registrant', changed: ['Email'] }],
};
const nothing = { toPutBack: 0, notKept: 0, elsewhere: 0, leftUnlocked: [] };

const done: readonly BatchRow[] = [0, 1].map((index) =>
  aBatchRow(index, { state: 'confirmed', changeId: aChangeId(index + 1) }),
);

/** Three rows for each of two domains; of the second, the contacts were refused. */
const steps: readonly BatchRow[] = ['shop-1.com', 'shop-2.com'].flatMap((domain, at) => [
  aBatchRow(at * 3, { domain, step: 'unlock' }),
  aBatchRow(at * 3 + 1, { domain, before: 'Registrant: E-mail' }),
  aBatchRow(at * 3 + 2, { domain, step: 'lock-again' }),
]);

async function showBatch(
  wayBack: Partial<Output<'batches', 'wayBack'>>,
  changes: Partial<Batch> = {},
  batchRows = done,
) {
  const batch = aBatch({ state: 'done', counts: countsOf(batchRows), ...changes }, batchRows);
  const page = await drawPart(<ActivityScreen />, {
    world: {
      batches: [batch],
      batchRows: new Map([[batch.id, batchRows]]),
      wayBack: { ...nothing, ...wayBack },
    },
    before: ({ route }) => route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) }),
  });
  await screen.findByRole('region', { name: 'Status of the batch' });
  return page;
}

const status = () => screen.getByRole('region', { name: 'Status of the batch' });

describe('a batch that is over', () => {
  it('offers to put the previous ones back, and leads to the batch that is to be reviewed', async () => {
    const { user, called, stores } = await showBatch({ toPutBack: 2 });
    await user.click(await screen.findByRole('button', { name: 'Put the previous ones back' }));
    expect(called('batches.putBack')).toEqual([{ of: { batchId: aBatchId(1) } }]);
    await vi.waitFor(() =>
      expect(stores.route.getState().route).toEqual({
        screen: 'changes',
        view: { kind: 'batch', batchId: aBatchId(2) },
      }),
    );
    expect(called('batches.apply')).toEqual([]);
  });

  it('says of how many domains the contacts of before are no longer kept', async () => {
    await showBatch({ toPutBack: 0, notKept: 2 }, { ask: contacts });
    await vi.waitFor(() =>
      expect(status().textContent).toContain(
        'The contacts that 2 domains had before can’t be put back: they are kept for 30 days.',
      ),
    );
  });

  it('H14 says that what was changed at the login of before can only be put back there, and offers nothing', async () => {
    await showBatch({ toPutBack: 0, elsewhere: 2, leftUnlocked: ['shop-2.com'] }, { ask: contacts });
    await vi.waitFor(() =>
      expect(status().textContent).toContain(
        '2 domains were changed at the login that the account had before its address or user was changed.',
      ),
    );
    expect(screen.queryByRole('button', { name: /Put the previous|Lock 1 domain/ })).toBeNull();
  });

  it('H10 names the domains that it left unlocked, and makes a batch that locks them again', async () => {
    const { user, called } = await showBatch({ leftUnlocked: ['shop-2.com'] }, { ask: contacts });
    const note = (await screen.findByText('1 domain is left unlocked')).closest('[role="status"]');
    expect(note?.textContent).toContain('shop-2.com');
    await user.click(screen.getByRole('button', { name: 'Lock 1 domain again' }));
    expect(called('batches.prepare')).toEqual([
      { accountId: 'practice', ask: { kind: 'lock', state: 'locked' }, domains: ['shop-2.com'] },
    ]);
  });
});

describe('a batch with steps', () => {
  it('counts changes, says what is done in which order, and excludes a domain at one place', async () => {
    await showBatch({}, { state: 'ready', ask: contacts, typedCount: 6 }, steps);
    const heading = await screen.findByRole('heading', {
      name: 'Set contacts of 2 domains, unlocked meanwhile',
    });
    expect(heading).not.toBeNull();
    expect(status().textContent).toContain('6 changes ready, 0 excluded');
    expect(status().textContent).toContain('Each domain is unlocked, gets its contacts and is locked again');
    expect(screen.getByRole('textbox', { name: 'Type 6 to make 6 changes' })).not.toBeNull();
    const rows = within(await screen.findByRole('grid', { name: 'Rows of the batch' }));
    await rows.findAllByText('Unlock');
    expect(rows.getAllByText('Lock again')).toHaveLength(2);
    expect(rows.getAllByRole('button', { name: /^Exclude/ }).map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Exclude shop-1.com',
      'Exclude shop-2.com',
    ]);
  });
});

describe('a change that was done', () => {
  async function open(changes: Partial<Change>, wayBack: Partial<Output<'batches', 'wayBack'>> = {}) {
    const change = aChange({ number: 1, domain: 'bakery.com', ...changes });
    const page = await drawPart(<ActivityScreen />, {
      world: { changes: [change], wayBack: { ...nothing, ...wayBack } },
      before: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: change.id }),
    });
    return { ...page, panel: await screen.findByRole('complementary', { name: 'The change' }) };
  }

  const before = { readAt: '2026-11-21T08:00:00.000Z' };

  it('can be put back: the lock, in a batch of one', async () => {
    const { user, called, panel } = await open({
      what: { kind: 'lock', state: 'unlocked' },
      before: { ...before, lock: 'locked' },
    });
    await user.click(await within(panel).findByRole('button', { name: 'Put the previous lock back' }));
    expect(called('batches.putBack')).toEqual([{ of: { changeId: aChangeId(1) } }]);
  });

  it('H14 cannot be put back where the account has another login now, and says why', async () => {
    const { panel } = await open(
      { what: { kind: 'lock', state: 'unlocked' }, before: { ...before, lock: 'locked' } },
      { elsewhere: 1 },
    );
    await vi.waitFor(() =>
      expect(panel.textContent).toContain('It was made at the login that the account had before'),
    );
    expect(within(panel).queryByRole('button', { name: /Put the previous/ })).toBeNull();
  });

  it.each([
    [
      'a lock that could not be read before',
      { what: { kind: 'lock', state: 'locked' }, before },
      'What was there before is not known',
    ],
    [
      'nameservers of which there were none',
      { what: { kind: 'nameservers', nameservers: ['a.b', 'c.d'] }, before: { ...before, nameservers: [] } },
      'What was there before is not known',
    ],
    [
      'contacts of more than 30 days ago',
      { what: { kind: 'contacts', roles: [] }, sentAt: '2020-01-01T00:00:00.000Z' },
      'it is kept for 30 days',
    ],
    [
      'a renewal',
      { what: { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } } },
      'A renewal can’t be taken back.',
    ],
  ] as const)('cannot be put back, and says why: %s', async (_, changes, words) => {
    const { panel } = await open(changes);
    await vi.waitFor(() => expect(panel.textContent).toContain(words));
    expect(within(panel).queryByRole('button', { name: /Put the previous/ })).toBeNull();
  });
});
