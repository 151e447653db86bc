// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { aBatch, aChange } from '../../../../support/a-change.ts';
import { aHostsTemplate } from '../../../../support/fake-change-flow.ts';
import { drawInJsdom } from '../../../../support/draw.tsx';
import type { CodeExport } from '#shared/domain/code.ts';
import { aCodeExport, anExportId, anExportRow } from '../../../../support/fake-codes.ts';
import { aDomain, aKnown, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { createDomainList } from '../../../../../renderer/src/domains/portfolio-store.ts';
import { storeOf } from '../../../../../renderer/src/ui/live-collection.ts';
import { button, showing, shownNames } from './a-portfolio.tsx';

drawInJsdom();

const parking = aHostsTemplate(2, 'Parking', ['ns1.park.example', 'ns2.park.example']);
const past = aKnown('2020-01-31', { source: 'typed' } as const);
const unlocked = { lock: aKnown('unlocked' as const) };
const domains = [
  aDomain('alder.com', { client: 'Acme', tags: ['shop'], expiresOn: past }),
  aDomain('birch.net', { client: 'Acme', tags: ['own'], ...unlocked }),
  aDomain('gone.net', { client: 'Acme', expiresOn: past, archivedAt: '2026-10-01T08:00:00.000Z' }),
  aDomain('cedar.org', { client: 'Zoo' }),
];
const world = { domains, templates: [parking] };

/** What paid changes of the client come to: 2 of 21.98 EUR. */
const sums = { currency: 'EUR', account: null, sum: '21.98', measured: null, perhaps: null };
const paid = { paid: 2, perhaps: 0, notGiven: 0, sums: [sums] };
const answers: NonNullable<Parameters<typeof showing>[0]>['answers'] = {
  activity: {
    summary: () =>
      Promise.resolve(
        ok({
          total: 2,
          unfiltered: 9,
          ofTeam: 0,
          byState: {},
          accepted: 0,
          proven: { confirmed: 0, applied: 0 },
          sums: paid,
        }),
      ),
  },
};

async function ofClient(name: string, given: Parameters<typeof showing>[0] = { world, answers }) {
  const shown = await showing(given);
  await shown.user.click(button('Clients…'));
  await shown.user.click(await screen.findByRole('button', { name }));
  await screen.findByRole('heading', { level: 1, name: new RegExp(name) });
  return shown;
}

/** What there is of the client, in place of the list of its domains. */
async function overviewOf(name: string, given?: Parameters<typeof showing>[0]) {
  const shown = await ofClient(name, given);
  await shown.user.click(await screen.findByRole('radio', { name: 'Overview' }));
  return { ...shown, overview: within(await screen.findByRole('region', { name: 'Overview' })) };
}

describe('what there is of a client, above its domains', () => {
  it('is opened from the views: its domains, what is due, and back to all clients', async () => {
    const { user } = await ofClient('Acme');
    expect(shownNames()).toEqual(['alder.com', 'birch.net']);
    await waitFor(() =>
      expect(document.querySelector('header [role=status]')?.textContent).toBe(
        '2 domains of Practice · 1 archived · 1 due in 30 days',
      ),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).contains(button('Show all clients'))).toBe(false);
    await user.click(button('Show all clients'));
    expect(shownNames()).toEqual(['alder.com', 'birch.net', 'cedar.org']);
  });

  it('H17 is of practice alone where practice is active, however many others there are', async () => {
    const accounts = [aPracticeAccount(), anAccount(), anAccount({ id: 'account-2', label: 'Other' })];
    const more = [...domains, aDomain('dahlia.com', { client: 'Acme', accountId: 'account-1' })];
    await ofClient('Acme', { world: { ...world, accounts, domains: more }, answers });
    expect(shownNames()).toEqual(['alder.com', 'birch.net']);
    expect(screen.queryByText(/of all accounts/)).toBeNull();
  });

  it('H17 says that it is of all accounts where there are several, and leads back to those of before', async () => {
    const accounts = [anAccount(), anAccount({ id: 'account-2', label: 'Other' })];
    const of = (accountId: string) => domains.map((domain) => ({ ...domain, accountId }));
    const { user } = await ofClient('Acme', {
      world: { ...world, accounts, activeId: 'account-1', domains: [...of('account-1'), ...of('account-2')] },
      answers,
    });
    await screen.findByText(/^4 domains of all accounts/);
    await user.click(button('Show all clients'));
    expect(shownNames()).toEqual(['alder.com', 'birch.net', 'cedar.org']);
    expect(screen.queryByText(/of all accounts/)).toBeNull();
    await user.click(button('Clients…'));
    await user.click(await screen.findByRole('button', { name: 'Acme' }));
    await screen.findByText(/^4 domains of all accounts/);
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), 'zzz');
    const ways = await screen.findAllByRole('button', { name: 'Show all' });
    await user.click(ways[0] ?? document.body);
    expect(shownNames()).toEqual(['alder.com', 'birch.net', 'cedar.org']);
  });

  it('H17 offers the renewal of what is due only in the view of it, of what is shown and of nothing else', async () => {
    const { user } = await ofClient('Acme');
    expect(screen.queryByRole('button', { name: /^Renew/ })).toBeNull();
    await user.click(
      within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name: 'Expires' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Within 30 days' }));
    await user.click(button('Renew 1 due…'));
    await screen.findByRole('dialog', { name: 'Renew 1 domain' });
    await user.keyboard('{Escape}');
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), 'zzz');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Renew/ })).toBeNull());
  });

  it('leads to the client’s activity', async () => {
    const { user, view } = await overviewOf('Acme');
    await user.click(button('Activity'));
    expect(view()).toEqual({ screen: 'changes', view: { kind: 'list', changeId: null } });
  });
});

describe('the overview of a client', () => {
  const accounts = [anAccount()];
  const real = {
    ...world,
    accounts,
    activeId: 'account-1',
    domains: domains.map((one) => ({ ...one, accountId: 'account-1' })),
  };

  it('has what is due of this client alone, with one renewal of it, and comes back to the list', async () => {
    const { user, overview, called } = await overviewOf('Acme');
    expect(screen.queryByRole('grid', { name: 'Domains' })).toBeNull();
    overview.getByRole('button', { name: 'alder.com' });
    expect(overview.queryByText('birch.net')).toBeNull();
    await overview.findByText('Spent 21.98 EUR');
    expect(called('activity.summary')).toMatchObject([{ filter: { client: 'Acme', by: '' } }]);
    expect(overview.queryByText(/^Renewal for a year/)).toBeNull();
    await user.click(overview.getByRole('button', { name: 'Renew 1 due…' }));
    await screen.findByRole('dialog', { name: 'Renew 1 domain' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('radio', { name: 'Domains' }));
    expect(shownNames()).toEqual(['alder.com', 'birch.net']);
  });

  it('says what renewing what is due costs for a year, as far as that is known', async () => {
    const known = [{ name: 'alder.com', amount: '18.99', currency: 'EUR', at: '2026-11-20T08:00:00.000Z' }];
    const prices = () => Promise.resolve(ok({ known, similar: [] }));
    const { overview } = await overviewOf('Acme', { world, answers: { ...answers, domains: { prices } } });
    await overview.findByText('Renewal for a year: 1 known 18.99 EUR');
  });

  it('has no list where nothing is due', async () => {
    const { overview } = await overviewOf('Zoo');
    const due = overview.getByText('None.').closest('section');
    expect(due?.querySelector('ul')).toBeNull();
  });

  it('has what was done lately, with how long after its sending it was proven, and leads to it', async () => {
    const price = { kind: 'not-given' } as const;
    const change = aChange({
      domain: 'alder.com',
      accountId: 'account-1',
      service: { baseUrl: 'https://api.example.com/index.php', username: 'me@example.com' },
      what: { kind: 'renew', periodYears: 1, addons: {}, price },
      proof: 'registry',
      ...{ sentAt: '2026-11-21T08:00:00.000Z', provenAt: '2026-11-21T08:03:00.000Z' },
    });
    const { user, overview, view, called } = await overviewOf('Acme', {
      world: { ...real, changes: [change] },
      answers,
    });
    await overview.findByText(/^proven 3 min later/);
    expect(called('changes.list').at(-1)).toMatchObject({ filter: { client: 'Acme' } });
    await user.click(overview.getByRole('button', { name: /: alder\.com$/ }));
    expect(view()).toMatchObject({ screen: 'changes', view: { kind: 'list', changeId: change.id } });
  });

  it('saves the proof of a year for this client alone, without prices unless they are wanted', async () => {
    const { user, overview, asked } = await overviewOf('Acme', { world: real, answers });
    await user.click(overview.getByRole('button', { name: 'Send the proof…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Proof for/ }));
    await dialog.findByText('2 changes, 0 proven by the registry');
    await user.click(dialog.getByRole('button', { name: 'Save as…' }));
    await dialog.findByText(/proof-.*\.html$/);
    dialog.getByText('0 changes, 0 proven, written to:');
    const year = new Date().getFullYear();
    expect(asked('activity.exportProof')).toMatchObject([
      { client: 'Acme', fromDay: `${year}-01-01`, toDay: `${year}-12-31`, hasPrices: false },
    ]);
  });

  it('hands over beside the list of domains, which it comes back to for that', async () => {
    const { user, overview } = await overviewOf('Acme');
    expect(overview.queryByRole('button', { name: 'Hand over…' })).toBeNull();
    await user.click(button('Hand over…'));
    await screen.findByRole('complementary', { name: /^Hand over/ });
    expect(shownNames()).toEqual(['alder.com', 'birch.net']);
  });

  it('H17 offers no proof of practice, where nothing is paid', async () => {
    const { overview } = await overviewOf('Acme');
    expect(overview.getByRole<HTMLButtonElement>('button', { name: 'Send the proof…' }).disabled).toBe(true);
  });
});

describe('renaming a client', () => {
  it('gives all of its domains, the archived ones too, to the client that is there, with its templates, and is undone', async () => {
    const clients = [{ name: 'Acme', contact: null, nameservers: parking.id }];
    const { user, asked, stores } = await ofClient('Acme', { world: { ...world, clients }, answers });
    await user.click(button('List actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename the client…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Rename/ }));
    const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Client' });
    await user.clear(field);
    await user.type(field, 'zo{Enter}');
    expect(field.value, 'Enter takes the client that is known').toBe('Zoo');
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    await screen.findByRole('heading', { level: 1, name: /Zoo/ });
    expect(asked('domains.setClient')).toMatchObject([
      { client: 'Zoo', domains: ['alder.com', 'birch.net', 'gone.net'] },
    ]);
    expect(shownNames()).toEqual(['alder.com', 'birch.net', 'cedar.org']);
    expect(asked('clients.save')).toMatchObject([{ name: 'Zoo', contact: null, nameservers: parking.id }]);
    await act(() => stores.undo.actions.undo());
    expect(shownNames()).toEqual(['cedar.org']);
  });
});

describe('handing the domains of a client over', () => {
  const checklist = () => screen.getByRole('complementary', { name: 'Hand over the domains of Acme' });
  const step = (number: number) => {
    const steps = [...checklist().querySelectorAll<HTMLElement>('ol > li')];
    return within(steps[number - 1] ?? document.body);
  };
  const isDone = (number: number): boolean => step(number).queryByRole('img', { name: 'Done' }) !== null;

  async function handingOver(given?: Parameters<typeof showing>[0]) {
    const page = await ofClient('Acme', given);
    await page.user.click(button('Hand over…'));
    return page;
  }

  it('says which were registered so lately that most registries refuse to move them', async () => {
    const addedAt = new Date(Date.now() - 10 * 86_400_000).toISOString();
    const lately = aDomain('birch.net', { client: 'Acme', ...unlocked, addedBy: 'registration', addedAt });
    await handingOver({ world: { domains: [...domains.slice(0, 1), lately] }, answers });
    step(2).getByText(/^1 of them was registered or moved within the last 60 days/);
  });

  it('asks for nothing by itself, and makes a batch that unlocks what is locked', async () => {
    const { user, asked, view } = await handingOver();
    step(1).getByText(/^1 is locked/);
    step(1).getByText('Unlocked: 1 of 2');
    expect(asked('batches.prepare')).toEqual([]);
    await user.click(step(1).getByRole('button', { name: 'Create a batch to unlock it' }));
    expect(asked('batches.prepare')).toMatchObject([
      { domains: ['alder.com'], ask: { kind: 'lock', state: 'unlocked' } },
    ]);
    expect(view()).toMatchObject({ screen: 'changes', view: { kind: 'batch' } });
  });

  it('is there again once its batch is on its way, and ticks what is unlocked by then', async () => {
    const made = aBatch({ accountId: 'practice', state: 'reading' });
    const prepare = () => Promise.resolve(ok(made));
    const page = await handingOver({ world, answers: { ...answers, batches: { prepare } } });
    const { user, bridge, view } = page;
    const tell = (state: 'ready' | 'running') =>
      act(() => bridge.tell('batches.changed', { batches: [{ ...made, state }], removed: [] }));
    await user.click(step(1).getByRole('button', { name: 'Create a batch to unlock it' }));
    tell('ready');
    expect(view()).toMatchObject({ view: { kind: 'batch', batchId: made.id } });
    tell('running');
    expect(view()).toMatchObject({ screen: 'domains', view: { kind: 'list' } });
    expect(isDone(1)).toBe(false);
    const alder = aDomain('alder.com', { client: 'Acme', ...unlocked });
    act(() => bridge.tell('domains.changed', { accountId: 'practice', domains: [alder], removed: [] }));
    step(1).getByText('Unlocked: 2 of 2');
    expect(isDone(1)).toBe(true);
  });

  it('leads nobody away who has gone on from its batch', async () => {
    const made = aBatch({ accountId: 'practice', state: 'reading' });
    const prepare = () => Promise.resolve(ok(made));
    const { user, bridge, stores, view } = await handingOver({
      world,
      answers: { ...answers, batches: { prepare } },
    });
    await user.click(step(1).getByRole('button', { name: 'Create a batch to unlock it' }));
    act(() => stores.route.actions.goToChanges({ kind: 'list', changeId: null }));
    act(() => bridge.tell('batches.changed', { batches: [{ ...made, state: 'running' }], removed: [] }));
    expect(view()).toMatchObject({ screen: 'changes', view: { kind: 'list' } });
  });

  it('writes the codes of a few without another question, and ticks them when all are in the file', async () => {
    const others = Array.from({ length: 12 }, (_, index) => aDomain(`other-${index}.com`, { client: 'Zoo' }));
    const made = aCodeExport({ accountId: 'practice', total: 2, asked: 0, state: 'running' });
    const none = made.outcomes;
    const saveMany = () => Promise.resolve(ok({ codeExport: { ...made, outcomes: none } }));
    const { user, bridge, asked } = await handingOver({
      world: { domains: [...domains, ...others] },
      answers: { ...answers, codes: { saveMany } },
    });
    await user.click(step(2).getByRole('button', { name: 'Save 2 codes…' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked('codes.saveMany')).toEqual([
      { accountId: 'practice', domains: ['alder.com', 'birch.net'], format: 'html' },
    ]);
    expect(isDone(2)).toBe(false);
    const outcome = (outcomes: Partial<CodeExport['outcomes']>, changes: Partial<CodeExport> = {}) =>
      act(() =>
        bridge.tell('codes.exportChanged', {
          ...{ ...made, asked: 2, state: 'done', file: 'there', ...changes },
          outcomes: { ...none, ...outcomes },
        }),
      );
    outcome({ code: 1, refused: 1 });
    step(2).getByText('Codes in a file: 1 of 2');
    expect(isDone(2)).toBe(false);
    outcome({ code: 2 });
    expect(isDone(2)).toBe(true);
    for (const [file, state, words] of [
      ['none', 'failed', 'Not saved: show why'],
      ['gone', 'done', 'No file: show why'],
    ] as const) {
      outcome({ code: 2 }, { file, state });
      step(2).getByText('Codes in a file: 0 of 2');
      step(2).getByRole('button', { name: words });
      expect(isDone(2)).toBe(false);
    }
  });

  it('ticks the codes of these very domains, whatever else is in the file, and those of fewer names hide none', async () => {
    const { bridge, stores } = await handingOver();
    const list = storeOf(stores, createDomainList);
    const names = ['alder.com', 'birch.net'];
    const saved = (number: number, of: readonly string[], changes: Partial<CodeExport> = {}) => {
      const id = anExportId(number);
      const rows = of.map((domain, index) => anExportRow(index, { domain, outcome: 'code' }));
      act(() => {
        list.actions.codesSaved({ accountId: 'practice', names: of, exportId: id });
        bridge.tell(
          'codes.exportChanged',
          aCodeExport({ id, state: 'done', file: 'there', ...changes }, rows),
        );
      });
    };
    saved(1, ['alder.com', 'cedar.org']);
    step(2).getByText('Codes in a file: 1 of 2');
    expect(isDone(2)).toBe(false);
    saved(2, names);
    expect(isDone(2)).toBe(true);
    saved(3, ['birch.net']);
    expect(isDone(2)).toBe(true);
    saved(4, names, { state: 'failed', file: 'none' });
    expect(isDone(2)).toBe(true);
  });

  it('has the count typed first where the codes of a fifth of all domains are asked for', async () => {
    const { user, asked } = await handingOver();
    await user.click(step(2).getByRole('button', { name: 'Save 2 codes…' }));
    within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Type 2 to confirm' });
    expect(asked('codes.saveMany')).toEqual([]);
  });

  it('reads the locks that are not known, and does not guess them', async () => {
    const unread = [anUnreadDomain('fresh.com', { client: 'Acme' }), aDomain('cedar.org')];
    const { user, asked } = await handingOver({ world: { domains: unread }, answers });
    expect(isDone(1)).toBe(false);
    await user.click(step(1).getByRole('button', { name: 'Read 1 lock' }));
    expect(asked('domains.readAgain')).toMatchObject([{ domains: ['fresh.com'] }]);
  });

  it('is of this client alone, and gives way to the panel of a domain when it is closed', async () => {
    const { user } = await handingOver();
    await user.click(button('Show all clients'));
    expect(screen.queryByRole('complementary', { name: /^Hand over/ })).toBeNull();
    await user.click(button('Clients…'));
    await user.click(await screen.findByRole('button', { name: 'Acme' }));
    await user.click(within(checklist()).getByRole('button', { name: 'Close the checklist' }));
    expect(screen.queryByRole('complementary', { name: /^Hand over/ })).toBeNull();
  });
});
