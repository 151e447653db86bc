// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import { fail, ok } from '#shared/result.ts';
import type { DomainsView } from '../../../../../../renderer/src/shell/route-store.ts';
import { batchesOf } from '../../../../../../renderer/src/changes/batches/batch-store.ts';
import { followingBatches } from '../../../../../../renderer/src/changes/batches/BatchMaker.tsx';
import { storeOf } from '../../../../../../renderer/src/ui/live-collection.ts';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import {
  aBatch,
  aBatchId,
  aBatchRow,
  aChange,
  aChangeId,
  anUncertainChange,
  countsOf,
} from '../../../../../support/a-change.ts';
import type { Stores } from '../../../../../../renderer/src/app-stores.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aDomain } from '../../../../../support/fake-portfolio.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';

drawInJsdom();

const rows: readonly BatchRow[] = [
  aBatchRow(0),
  aBatchRow(1),
  aBatchRow(2, { before: 'locked', leftOut: 'already-so' }),
  aBatchRow(3, {
    before: null,
    leftOut: 'not-readable',
    error: { kind: 'unreachable', why: 'no-answer-in-time' },
  }),
];

async function show(changes: Partial<Batch> = {}, batchRows = rows, answers: FakeAnswers = {}) {
  const uncertain = anUncertainChange({ number: 2, domain: 'shop-2.com', batchId: aBatchId(1) });
  const page = await drawPart(<ActivityScreen />, {
    world: {
      batches: [aBatch({ ...changes, counts: { ...countsOf(batchRows), ...changes.counts } })],
      domains: batchRows.map(({ domain }) => aDomain(domain, { accountId: 'practice' })),
      batchRows: new Map([[aBatchId(1), batchRows]]),
      changes: [aChange({ number: 1, domain: 'shop-1.com', batchId: aBatchId(1) }), uncertain],
    },
    answers,
    async before({ status, route, listViews }) {
      await status.actions.read();
      await listViews.actions.load();
      route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
    },
  });
  if (answers.batches === undefined) await screen.findByRole('row', { name: /shop-1\.com/ });
  return page;
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('a batch to be looked at', () => {
  it('shows each row before and after and why some are left out, leaves out more by hand and takes them in again, and shows those alone', async () => {
    const { user, called } = await show();
    expect((await row(/shop-1\.com/)).textContent).toContain('shop-1.comExcludeunlockedlocked');
    expect((await row(/shop-3\.com/)).textContent).toContain('No change needed');
    expect((await row(/shop-4\.com/)).textContent).toMatch(/not readableNot read\. \w+/);
    await screen.findByText('2 ready, 1 excluded, 1 not read');
    await user.click(await button('Exclude shop-2.com'));
    await button('Lock 1 domain');
    await user.click(await button('Include shop-2.com'));
    await button('Lock 2 domains');
    expect(called('batches.leaveOut')).toEqual([
      { id: aBatchId(1), index: 1, isLeftOut: true },
      { id: aBatchId(1), index: 1, isLeftOut: false },
    ]);
    expect(screen.queryByRole('button', { name: 'Exclude shop-3.com' })).toBeNull();
    await user.click(await button(/^Excluded.*2$/));
    await vi.waitFor(() => expect(screen.queryByRole('row', { name: /shop-1\.com/ })).toBeNull());
    await row(/shop-3\.com/);
  });

  it.each([
    ['find', 'Couldn’t load this batch change', aBatch({ counts: countsOf(rows) })],
    ['rows', 'Couldn’t load the rows', { rows: [...rows], total: rows.length }],
  ])('says that it could not be read (%s), and is there once it could be', async (what, words, read) => {
    let isFull = true;
    const { user } = await show({}, rows, {
      batches: {
        [what]: () => Promise.resolve(isFull ? fail({ kind: 'storage', fault: 'full' }) : ok(read)),
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    isFull = false;
    await user.click(await button('Try again'));
    await row(/shop-1\.com/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says how a batch is sent in the first three reviews, and on request afterwards', async () => {
    const isOpen = async () => (await screen.findByText('How this works')).closest('details')?.open;
    const { stores } = await show();
    expect(await isOpen()).toBe(true);
    expect(stores.listViews.actions.left({ list: 'batch reviews', accountId: null })).toEqual({
      chosen: '1',
    });
    cleanup();
    const left = { list: 'batch reviews', accountId: null, body: '{"chosen":"3"}' };
    await show({}, rows, { listViews: { read: () => Promise.resolve(ok({ views: [left], saved: [] })) } });
    expect(await isOpen()).toBe(false);
  });

  it('names at each row the client that main says, below its domain', async () => {
    await show({}, [
      aBatchRow(0, { client: 'ACME' }),
      aBatchRow(1, { domain: 'xn--bcker-gra.com', client: 'Ĺod' }),
    ]);
    const domains = screen
      .getAllByRole('row')
      .map((each) => within(each).queryAllByRole('gridcell')[0]?.textContent);
    expect(domains).toEqual([undefined, 'shop-1.comACMEExclude', 'bäcker.comxn--bcker-gra.com · ĹodExclude']);
  });

  it.each(['reading', 'ready'] as const)(
    'is discarded while it is %s, and leads back to where it was begun; what was chosen for it is not known here, and a question comes before',
    async (state) => {
      const { user, stores, called } = await show({ state });
      await user.click(await button('Discard'));
      expect(called('batches.remove')).toEqual([]);
      await user.click(await button('Discard the batch'));
      expect(called('batches.remove')).toEqual([{ id: aBatchId(1) }]);
      expect(stores.route.getState().route).toEqual({ screen: 'search' });
      expect(stores.notices.getState().notice?.text).toBe('Discarded. Nothing was sent.');
    },
  );

  const order = { accountId: 'practice', ask: { kind: 'lock', state: 'locked' } } as const;
  const prepareIn = (stores: Stores) =>
    act(async () => {
      stores.route.actions.goToDomains({ kind: 'list' });
      const made = await storeOf(stores, batchesOf).actions.prepare({ ...order, domains: ['shop-1.com'] });
      if (made.ok) stores.route.actions.goToChanges({ kind: 'batch', batchId: made.value.id });
    });

  it('is discarded with what was chosen for it kept, and selected again in the list', async () => {
    const { user, stores } = await show();
    const { actions } = storeOf(stores, batchesOf);
    await prepareIn(stores);
    await user.click(await button('Discard'));
    expect(stores.route.getState().route).toEqual({ screen: 'domains', view: { kind: 'list' } });
    expect(actions.takeSelection('practice')).toMatchObject({ domains: ['shop-1.com'] });
    expect(storeOf(stores, batchesOf).getState().discarded).toMatchObject(order);
  });

  it('is discarded by one request, and the rest of one stopped by one, however often that is pressed meanwhile', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { user, stores, called, bridge } = await show({}, rows, {
      batches: { remove: never, stop: never },
    });
    const pressTwice = async (name: string) => {
      const pressed = await button(name);
      await user.click(pressed);
      expect(pressed.disabled).toBe(true);
      await user.click(pressed);
    };
    await prepareIn(stores);
    await pressTwice('Discard');
    expect(called('batches.remove')).toHaveLength(1);
    const again = [aBatchRow(0, { state: 'confirmed', changeId: aChangeId(1) }), aBatchRow(1)];
    bridge.world.batches = [aBatch({ counts: countsOf(again) })];
    act(() => bridge.tell('batches.changed', { batches: bridge.world.batches, removed: [] }));
    act(() => stores.route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) }));
    await pressTwice('Stop');
    expect(called('batches.stop')).toHaveLength(1);
  });

  it('is applied with the digest that was looked at', async () => {
    const { user, called } = await show();
    await user.click(await button('Lock 2 domains'));
    expect(called('batches.apply')[0]).toEqual({
      id: aBatchId(1),
      digest: 'd1'.repeat(32),
      typedCount: null,
      goOnAfterUncertain: false,
      typedLimit: null,
    });
    await button('Pause');
  });

  it('is read again where it has changed since, and not applied as it was', async () => {
    const { bridge, user, called } = await show();
    bridge.world.batches = bridge.world.batches.map((batch) => ({ ...batch, digest: 'another' }));
    await user.click(await button('Lock 2 domains'));
    await screen.findByText('Nothing was applied');
    expect((await button('Lock 2 domains')).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    await user.click(await button('Review again'));
    expect(called('batches.readAgain')).toHaveLength(1);
    await screen.findByText(/^Checking current settings: 0 of 4/);
  });

  it('shows of syncs what was known before and what was answered, and claims nothing verified', async () => {
    const syncAnswer = { active: null, expired: null, transferredAway: null, expiresOn: '2028-11-21' };
    const synced = [
      aBatchRow(0, { before: null }),
      aBatchRow(1, { before: '2027-03-04', state: 'confirmed', changeId: aChangeId(1), syncAnswer }),
      aBatchRow(2, { before: null, syncAnswer: { ...syncAnswer, expiresOn: null, transferredAway: true } }),
      aBatchRow(3, { before: null, syncAnswer: { ...syncAnswer, expiresOn: null } }),
    ];
    await show({ ask: { kind: 'sync' } }, synced);
    expect((await row(/shop-1\.com/)).textContent).toContain('shop-1.comExcludenot known');
    expect((await row(/shop-2\.com/)).textContent).toContain('Mar 4, 2027Expires Nov 21, 2028');
    expect((await row(/shop-3\.com/)).textContent).toContain('Transferred away');
    expect((await row(/shop-4\.com/)).textContent).toContain('No expiry date given');
    await screen.findByText(
      'The service can’t show whether it has read the domain again, so this rests on its answer.',
    );
    expect(screen.getByText('Sent one by one, never twice.')).toBeTruthy();
    expect(screen.queryByText(/verified/)).toBeNull();
  });
});

describe('a batch that runs', () => {
  const running = [
    aBatchRow(0, { state: 'confirmed', changeId: aChangeId(1) }),
    aBatchRow(1, { state: 'sending', changeId: aChangeId(2) }),
    aBatchRow(2),
  ];

  it('says how far reading is', async () => {
    await show({ state: 'reading', counts: { ...countsOf(rows), read: 3 } });
    await screen.findByText('Checking current settings: 3 of 4');
  });

  it('follows its changes, and can be paused and stopped', async () => {
    const { bridge, user } = await show({ state: 'running' }, running);
    await screen.findByText('Applying: 1 of 3 changes');
    const changed = anUncertainChange({ number: 2, domain: 'shop-2.com' });
    bridge.tell('changes.changed', { changes: [changed] });
    expect((await row(/shop-2\.com/)).textContent).toContain('Uncertain');
    await user.click(await button('Pause'));
    await screen.findByText(/^Paused: 1 of 3/);
    await user.click(await button('Stop'));
    await screen.findByText(/^Stopped: 1 of 3/);
  });

  it('C12 says at an uncertain change that it is not known, and leads to it', async () => {
    const halted = running.map((one) => (one.index === 1 ? { ...one, state: 'uncertain' as const } : one));
    const { user, stores } = await show({ state: 'halted' }, halted);
    await screen.findByText(/^We don’t know whether this change was done\./);
    expect(screen.getByRole('region', { name: 'Status of the batch' }).textContent).not.toMatch(/fail/i);
    await user.click(await button('Open the uncertain one'));
    await vi.waitFor(() =>
      expect(stores.route.getState().route).toMatchObject({ view: { changeId: aChangeId(2) } }),
    );
  });

  it('goes on after uncertain ones only when told to', async () => {
    const { user, called } = await show({ state: 'halted' }, running);
    await user.click(await screen.findByRole('checkbox', { name: 'Continue past uncertain ones' }));
    await user.click(await button('Resume'));
    expect(called('batches.resume')[0]).toEqual({
      id: aBatchId(1),
      goOnAfterUncertain: true,
      typedLimit: null,
    });
  });

  it('says at its end how many were refused and why, never that all is done, and makes a new batch of those', async () => {
    const ended = [
      aBatchRow(0, { state: 'confirmed', changeId: aChangeId(1), proof: 'read-back' }),
      aBatchRow(1, {
        state: 'refused',
        changeId: aChangeId(2),
        changeError: { kind: 'refused', why: 'validation', status: 422, said: 'The domain is on hold' },
      }),
    ];
    const { user, called, stores } = await show({ state: 'done' }, ended);
    await screen.findByText('1 done, 1 refused');
    expect(screen.queryByText(/Every row has its change/)).toBeNull();
    expect((await button(/^Needs attention/)).textContent).toBe('Needs attention 1');
    expect((await row(/shop-2\.com/)).textContent).toMatch(/Refused.*The domain is on hold/);
    await user.click(await button('New batch of 1 refused domain'));
    await vi.waitFor(() =>
      expect(called('batches.prepare')[0]).toMatchObject({
        ask: { kind: 'lock', state: 'locked' },
        domains: ['shop-2.com'],
      }),
    );
    await vi.waitFor(() =>
      expect(stores.route.getState().route).toMatchObject({ view: { batchId: aBatchId(2) } }),
    );
    expect(called('batches.apply')).toEqual([]);
  });

  describe('the new batch of the refused', () => {
    const refused = (index: number) => aBatchRow(index, { state: 'refused', changeId: aChangeId(index + 1) });
    const ended = [refused(0), refused(1), refused(2)];
    const holding = (...names: readonly string[]): FakeAnswers => ({
      domains: { names: () => Promise.resolve(ok({ names: [...names] })) },
    });

    it('leaves out what is not in the portfolio any more, and says how many', async () => {
      const { user, called, stores } = await show(
        { state: 'done' },
        ended,
        holding('shop-3.com', 'other.com'),
      );
      await user.click(await button('New batch of 3 refused domains'));
      await vi.waitFor(() => expect(called('batches.prepare')).toMatchObject([{ domains: ['shop-3.com'] }]));
      expect(stores.notices.getState().notice?.text).toBe(
        'Skipped 2 domains: removed, archived or transferred away since',
      );
    });
    const jane = [{ name: 'Registrant', fields: [{ name: 'Contact_Name', value: 'Jane Doe' }] }];
    const contacts = {
      kind: 'contacts',
      roles: [{ name: 'Registrant', changed: ['Contact_Name'] }],
    } as const;

    it.each([
      ['New batch of 3 refused domains', { kind: 'contacts', roles: jane }],
      ['New batch of what was refused', { kind: 'contacts', roles: jane, unlocks: true }],
    ] as const)(
      'H17 writes the same contacts in the same steps, which are no domains: %s',
      async (name, ask) => {
        const { user, called } = await show({ state: 'done', ask: { ...ask, ...contacts } }, ended, {
          ...holding('shop-1.com', 'shop-2.com', 'shop-3.com'),
          batches: { personal: () => Promise.resolve(ok({ roles: jane })) },
        });
        await user.click(await button(name));
        await vi.waitFor(() => expect(called('batches.prepare')).toEqual([expect.objectContaining({ ask })]));
      },
    );
  });

  it('says of renewals what they cost in all, and what of it was measured from the credit, of each row too', async () => {
    const done = [0, 1, 2].map((index) =>
      aBatchRow(index, {
        state: 'confirmed',
        changeId: aChangeId(index + 1),
        fall: index === 0 ? '18.49' : null,
        renewal: {
          renewedAt: null,
          expiresOn: { value: '2026-12-02', at: '2026-11-01T00:00:00.000Z', source: 'typed' },
          price: { kind: 'not-given' },
        },
      }),
    );
    const cost = {
      sums: [
        { currency: null, account: 'Acme', amount: '36.98', measured: '36.98' },
        { currency: 'USD', account: null, amount: '5.00', measured: null },
      ],
      unsummed: 1,
      fall: { amount: '36.98', changes: 2 },
      credit: { before: '500.00', after: '450.00' },
    };
    const costIn = vi.fn(() => Promise.resolve(ok(cost)));
    const ask = { kind: 'renew', periodYears: 1 } as const;
    const { bridge } = await show({ state: 'done', ask }, done, { limits: { costIn } });
    const dates = (await row(/shop-1\.com/)).textContent;
    expect(dates).toContain('this batch');
    expect(dates).toMatch(/2026.*2027 expected/);
    expect(dates).toContain('credit −18.49');
    const said = await screen.findByText(/^Cost /);
    expect(said.textContent).toBe(
      'Cost 36.98 + 5.00 USD; what 1 of 3 cost is not known. Seen in the credit: 36.98 for 2 of 3 changes. ' +
        'The whole credit went from 500.00 to 450.00 meanwhile: the rest can’t be assigned to one change, as with orders side by side, late charges or a top-up.',
    );
    expect(costIn).toHaveBeenCalledWith({ batchId: aBatchId(1) });
    act(() =>
      bridge.tell('changes.changed', {
        changes: [aChange({ number: 1, batchId: aBatchId(1), state: 'confirmed' })],
      }),
    );
    await vi.waitFor(() => expect(costIn).toHaveBeenCalledTimes(2));
  });

  it('(G3) says plainly that it was reviewed before the program was closed, and leads to a new review in one step', async () => {
    const start = { kind: 'changed-since', what: 'start' } as const;
    const rows = [aBatchRow(0), aBatchRow(1)];
    const ready = await show({ state: 'ready', waitingFor: start }, rows);
    await screen.findByText(/^Namedesk was closed since this was reviewed\./);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Lock 2 domains' }).disabled).toBe(true);
    await ready.user.click(await button('Review again'));
    expect(ready.called('batches.readAgain')).toEqual([{ id: aBatchId(1) }]);
  });

  it('(G6) says that what is left is reviewed first where nothing was sent for long, and leads there in one step', async () => {
    const consent = { kind: 'changed-since', what: 'consent' } as const;
    const { user, called } = await show({ state: 'halted', waitingFor: consent }, running);
    await screen.findByText(/too long ago\. Nothing more is sent until you have reviewed what is left\.$/);
    await user.click(await button('Review what is left'));
    expect(called('batches.resume')).toHaveLength(1);
  });

  it('is done where all are, and says that deleting its record undoes nothing', async () => {
    const done = [aBatchRow(0, { state: 'confirmed', changeId: aChangeId(1), proof: 'read-back' })];
    const { user, called, stores } = await show({ state: 'done' }, done);
    await screen.findByText('1 domain locked');
    const status = screen.getByRole('region', { name: 'Status of the batch' });
    expect([...status.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      '1 domain locked',
    ]);
    await user.click(await button('More'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete this record' }));
    await vi.waitFor(() => expect(called('batches.remove')).toHaveLength(1));
    await vi.waitFor(() =>
      expect(stores.notices.getState().notice?.text).toMatch(
        /Nothing is undone: its changes stay in the journal/,
      ),
    );
  });
});

describe('D9 a batch of contacts', () => {
  const ask = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Contact_Name'] }] } as const;
  const jane = [{ name: 'Registrant', fields: [{ name: 'Contact_Name', value: 'Jane Doe' }] }];

  it('names the fields of each row, and shows the values on request alone', async () => {
    const { user, called } = await show(
      { ask },
      [aBatchRow(0, { before: 'Registrant: Name' }), aBatchRow(1)],
      {
        batches: { personal: () => Promise.resolve(ok({ roles: jane })) },
      },
    );
    expect((await row(/shop-1\.com/)).textContent).toContain('Registrant: Name');
    expect(called('batches.personal')).toEqual([]);
    expect(screen.queryByText('Jane Doe')).toBeNull();
    await user.click(await button('Show the contacts…'));
    await screen.findByText('Jane Doe');
    expect(screen.getByRole('dialog').textContent).toMatch(/RegistrantName\W*Jane Doe/);
    await user.click(await button('Close'));
    await vi.waitFor(() => expect(screen.queryByText('Jane Doe')).toBeNull());
  });
});

describe('what a batch of contacts changes', () => {
  const ask = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Contact_Name'] }] } as const;

  it('is read again once a row of it is excluded', async () => {
    const change = { role: 'Registrant', field: 'Contact_Name', before: 'Joe', after: 'Jane', domains: [] };
    let count = 2;
    const { user, called } = await show({ ask }, [aBatchRow(0), aBatchRow(1)], {
      batches: { contactChanges: () => Promise.resolve(ok({ changes: [{ ...change, count }] })) },
    });
    await screen.findByText('(2 domains)');
    expect(called('batches.contactChanges')).toHaveLength(1);
    count = 1;
    await user.click(await button('Exclude shop-2.com'));
    await screen.findByText('(1 domain)');
  });
});

describe('a batch that would erase contact fields', () => {
  const ask = {
    kind: 'contacts',
    roles: [{ name: 'Registrant', changed: ['Company_Name'] }],
    warnings: ['Registrant: Country looks unusual. It will be sent unchanged.'],
  } as const;
  const changes = 'Registrant: E-mail, Company';

  it('counts such rows at the top, names the fields in red, and includes them one by one', async () => {
    const { user, called } = await show({ ask }, [
      aBatchRow(0, { before: changes, erases: 'Registrant: Company', leftOut: 'erases' }),
      aBatchRow(1, { before: changes, erases: 'Registrant: Company', leftOut: 'erases' }),
      aBatchRow(2, { before: 'Registrant: E-mail' }),
    ]);
    expect((await screen.findByText(/would erase fields\. Each is excluded/)).textContent).toMatch(/^2 rows/);
    expect((await row(/shop-1\.com/)).textContent).toContain('Erases Registrant: Company');
    expect((await row(/shop-1\.com/)).textContent).toContain('Would erase fields');
    await screen.findByText('Registrant: Country looks unusual. It will be sent unchanged.');
    await user.click(await button('Include shop-1.com'));
    expect(called('batches.leaveOut')).toEqual([{ id: aBatchId(1), index: 0, isLeftOut: false }]);
  });
});

describe('the end of a batch', () => {
  const renew = { kind: 'renew', periodYears: 1 } as const;
  const ended = [
    aBatchRow(0, { state: 'confirmed', changeId: aChangeId(1), proof: 'answer' }),
    aBatchRow(1, { state: 'refused', changeId: aChangeId(2) }),
    aBatchRow(2, { leftOut: 'archived' }),
  ];

  it('offers a sync of what was renewed, to see until when it is registered now', async () => {
    const { user, called, stores } = await show({ state: 'done', ask: renew }, ended);
    await user.click(await button('Have the service read it again…'));
    expect(screen.queryByRole('button', { name: /^Lock/ })).toBeNull();
    await vi.waitFor(() =>
      expect(called('batches.prepare')).toEqual([
        { accountId: 'practice', ask: { kind: 'sync' }, domains: ['shop-1.com'] },
      ]),
    );
    await vi.waitFor(() => expect(stores.route.getState().route).toMatchObject({ view: { kind: 'batch' } }));
  });
});

it.each([
  ['when asked', ['Review the next batch']],
  ['also where this one is discarded', ['Discard', 'Discard the batch']],
])(
  'a batch of the next account is reviewed after this one %s, where one selection became both',
  async (_, pressed) => {
    const { user, stores, bridge } = await show();
    const next = aBatch({ id: aBatchId(2), accountId: 'account-1' }, rows);
    act(() => bridge.tell('batches.changed', { batches: [next], removed: [] }));
    expect(screen.queryByText(/^Then: /)).toBeNull();
    act(() => storeOf(stores, followingBatches).setState(new Map([[aBatchId(1), aBatchId(2)]]), true));
    await button('Review the next batch');
    for (const name of pressed) await user.click(await button(name));
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'batch', batchId: aBatchId(2) },
    });
  },
);

describe('the way back from a batch', () => {
  const begun = async (from: DomainsView) => {
    const page = await show();
    const { goToDomains, goToChanges } = page.stores.route.actions;
    act(() => goToDomains(from));
    act(() => goToChanges({ kind: 'batch', batchId: aBatchId(1) }));
    return page;
  };

  it('leads to the view of Domains that it was begun in, by the arrow and by Alt+Left', async () => {
    const from = { kind: 'codes', exportId: null } as const;
    const { user, stores } = await begun(from);
    await button('Back to Domains');
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(stores.route.getState().route).toEqual({ screen: 'domains', view: from });
  });
});
