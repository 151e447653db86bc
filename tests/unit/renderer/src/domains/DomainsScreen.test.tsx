// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { anUncertainChange } from '../../../../support/a-change.ts';
import { aDomain, aKnown } from '../../../../support/fake-portfolio.ts';
import {
  bakery,
  button,
  grid,
  row,
  rows,
  selectedNames,
  showing,
  shownNames,
  someDomains,
} from './a-portfolio.tsx';
import { batchesOf } from '../../../../../renderer/src/changes/batches/batch-store.ts';
import { storeOf } from '../../../../../renderer/src/ui/live-collection.ts';
import { drawInJsdom, enter } from '../../../../support/draw.tsx';

drawInJsdom();

/** The id that the page gave to an edit. */
const edit: unknown = expect.any(String);

describe('the list of domains', () => {
  it('names each in the form for people, says of each value where it came from, and never guesses', async () => {
    await showing();
    expect(shownNames()).toEqual(['bäckerei.de', 'fresh.app', 'harbour.shop', 'northwind.com']);
    expect(row('bäckerei.de').textContent).toContain(bakery);
    expect(row('bäckerei.de').textContent).toContain('a.bakery.exampleand 2 more');
    const harbour = row('harbour.shop');
    expect(harbour.textContent).toContain('Unlocked');
    expect(within(harbour).getByRole('group', { name: 'harbour.shop' })).toBeTruthy();
    expect(harbour.textContent).toContain('Robin Example');
    const titles = [...harbour.querySelectorAll('[title]')].map((one) => one.getAttribute('title') ?? '');
    for (const source of ['Set from here', 'Entered by you'])
      expect(titles.some((title) => title.startsWith(source))).toBe(true);
    expect(titles.some((title) => title.includes('Read '))).toBe(true);
    const unread = row('fresh.app').textContent;
    expect(unread.match(/Not loaded yet/g)).toHaveLength(3);
    expect(unread).toContain('Not known');
    expect(unread).toContain('Never');
  });

  it('leaves archived ones out until they are asked for', async () => {
    const { user } = await showing();
    await user.click(button(/^Archived/));
    expect(shownNames()).toEqual(['old.info']);
    await user.click(button('Show all'));
    expect(shownNames()).toHaveLength(4);
  });

  it('follows what main tells of this account, and of no other', async () => {
    const { bridge } = await showing();
    const fresh = aDomain('added.com');
    act(() =>
      bridge.tell('domains.changed', { accountId: 'practice', domains: [fresh], removed: ['fresh.app'] }),
    );
    expect(shownNames()).toEqual(['added.com', 'bäckerei.de', 'harbour.shop', 'northwind.com']);
    act(() =>
      bridge.tell('domains.changed', {
        accountId: 'account-1',
        domains: [aDomain('foreign.com')],
        removed: [],
      }),
    );
    expect(shownNames()).not.toContain('foreign.com');
  });

  it('leads to the uncertain change of a name, as long as it is uncertain', async () => {
    const change = anUncertainChange({ number: 12, domain: 'northwind.com' });
    const { user, view, bridge } = await showing({ world: { changes: [change] } });
    await user.click(within(row('northwind.com')).getByRole('button', { name: /Change 12 is uncertain/ }));
    expect(view()).toEqual({ screen: 'changes', view: { kind: 'list', changeId: change.id } });
    act(() => bridge.tell('changes.changed', { changes: [{ ...change, state: 'applied' }] }));
    expect(screen.queryByRole('button', { name: /is uncertain/ })).toBeNull();
  });

  it('says what could not be read of a name, and shows those names alone', async () => {
    const troubles = [
      {
        part: 'lock' as const,
        error: { kind: 'unreachable' as const, why: 'offline' as const },
        at: '2026-11-21T08:00:00.000Z',
      },
    ];
    const { user } = await showing({
      world: { domains: [aDomain('a.com', { troubles }), aDomain('b.com')] },
    });
    expect(within(row('a.com')).getByRole('img', { name: /^Registrar lock: / })).toBeTruthy();
    await user.click(button(/^Problems/));
    expect(shownNames()).toEqual(['a.com']);
  });

  it('is narrowed by what is typed, in names of either form, tags, notes, registrants and hosts', async () => {
    const { user } = await showing();
    const field = screen.getByRole('textbox', { name: 'Find a domain' });
    const found = async (text: string) => {
      await user.clear(field);
      await enter(user, field, text);
      return shownNames();
    };
    expect(await found('BÄCK')).toEqual(['bäckerei.de']);
    expect(await found('xn--')).toEqual(['bäckerei.de']);
    expect(await found('own')).toEqual(['northwind.com']);
    expect(await found('never unlock')).toEqual(['northwind.com']);
    expect(await found('robin')).toEqual(['harbour.shop']);
    expect(await found('c.bakery')).toEqual(['bäckerei.de']);
    await enter(user, field, 'zzz');
    expect(rows()[0]?.textContent).toContain('No matching domains');
    expect(rows()[0]?.textContent).toContain('Searched names, tags, clients, notes');
  });

  it('H17 leads to one renewal of all that is due and shown; the archived ones are not', async () => {
    const expired = aDomain('old.com', {
      expiresOn: aKnown('2020-01-31'),
      archivedAt: '2026-10-01T08:00:00.000Z',
    });
    const { user } = await showing({ world: { domains: [...someDomains, expired] } });
    const offered = () => screen.queryByRole('button', { name: /^Renew \d+ due…$/ })?.textContent ?? null;
    expect(offered(), 'only in the view of what is due').toBeNull();
    await user.click(button('Due in 30 days'));
    await user.click(button(/^Archived/));
    await waitFor(() => expect(screen.getByRole('row', { name: /old\.com/ })).toBeTruthy());
    expect(offered()).toBeNull();
    await user.click(button(/^Archived/));
    const field = screen.getByRole('textbox', { name: 'Find a domain' });
    await enter(user, field, 'bakery');
    await waitFor(() => expect(offered()).toBeNull());
    await user.clear(field);
    await user.click(button('Renew 1 due…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew 1 domain' }));
    expect(dialog.getByText(/harbour\.shop/)).toBeTruthy();
  });

  it('leads from the domains without a known expiry to the review of one sync of them', async () => {
    const { user, asked } = await showing();
    const filters = within(screen.getByRole('group', { name: 'Filter' }));
    expect(screen.queryByRole('button', { name: /^Have the service/ })).toBeNull();
    await user.click(filters.getByRole('button', { name: 'Expires' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Not known (1)' }));
    await user.click(button('Have the service read 1 again…'));
    await waitFor(() =>
      expect(asked('batches.prepare')).toMatchObject([{ ask: { kind: 'sync' }, domains: ['fresh.app'] }]),
    );
  });

  it('has one line a row where it is compact, and two else', async () => {
    const { stores } = await showing();
    const height = () => grid().style.getPropertyValue('--row-height');
    expect([height(), grid().dataset['oneLine']]).toEqual(['44px', 'false']);
    await act(() => stores.settings.actions.write({ density: 'compact' }));
    expect([height(), grid().dataset['oneLine']]).toEqual(['24px', 'true']);
  });

  it('is sorted by any column, and the other way round', async () => {
    const { user } = await showing();
    const heading = screen.getByRole('columnheader', { name: 'Registrant' });
    await user.click(within(heading).getByRole('button'));
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    expect(shownNames()[2]).toBe('harbour.shop');
    await user.click(within(heading).getByRole('button'));
    expect(heading.getAttribute('aria-sort')).toBe('descending');
    expect(shownNames()).toEqual(['harbour.shop', 'bäckerei.de', 'northwind.com', 'fresh.app']);
  });

  it('says what to do first where there is none', async () => {
    const { user } = await showing({ world: { domains: [] } });
    const [, inTheMiddle] = await screen.findAllByRole('button', { name: 'Add domains…' });
    await user.click(inTheMiddle ?? document.body);
    expect(await screen.findByRole('dialog', { name: 'Add domains' })).toBeTruthy();
  });

  it('says why it cannot be read, and reads it again', async () => {
    let isBroken = true;
    const { user } = await showing({
      answers: {
        domains: {
          list: () =>
            Promise.resolve(
              isBroken
                ? fail({ kind: 'storage', fault: 'busy' } as const)
                : ({ ok: true, value: { domains: [aDomain('a.com')] } } as const),
            ),
        },
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the domains');
    isBroken = false;
    await user.click(button('Try again'));
    expect(shownNames()).toEqual(['a.com']);
  });
});

const many = Array.from({ length: 30 }, (_, index) => aDomain(`name-${String(index).padStart(2, '0')}.com`));
const bar = () => screen.getByRole('toolbar', { name: 'With the selected domains' });
/** From the menu of the bar. */
async function choose(user: Awaited<ReturnType<typeof showing>>['user'], name: string): Promise<void> {
  await user.click(within(bar()).getByRole('button', { name: 'More for the selected domains' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('the keys of the list of domains', () => {
  it('move and open without the mouse', async () => {
    const { user, view } = await showing();
    expect(document.activeElement).toBe(grid());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(grid().getAttribute('aria-activedescendant')).toBe(row('harbour.shop').id);
    await user.keyboard('{Enter}');
    expect(view()).toEqual({
      screen: 'domains',
      view: { kind: 'domain', domain: 'harbour.shop', tab: 'overview' },
    });
  });

  it('select one by one, a stretch of them, all of them and none', async () => {
    const { user } = await showing();
    await user.keyboard(' ');
    expect(selectedNames()).toEqual(['bäckerei.de']);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(selectedNames()).toEqual(['bäckerei.de', 'fresh.app', 'harbour.shop']);
    await user.keyboard('{Control>}a{/Control}');
    expect(selectedNames()).toHaveLength(4);
    await user.keyboard('{Escape}');
    expect(selectedNames()).toEqual([]);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('lead to the field for finding, and back', async () => {
    const { user } = await showing();
    await user.keyboard('f');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find a domain' }));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(grid());
    await user.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find a domain' }));
  });
});

describe('the mouse', () => {
  it('shows a domain beside the list with a press on its row; the list stays where it is', async () => {
    const { user, view } = await showing();
    await user.click(row('northwind.com'));
    expect(view()).toMatchObject({ view: { kind: 'list' } });
    const panel = within(screen.getByRole('complementary', { name: 'About northwind.com' }));
    expect(panel.getByText('Never unlock it')).toBeTruthy();
    expect(shownNames()).toHaveLength(4);
    expect(panel.getByRole('button', { name: /^Read again/ })).toBeTruthy();
    // What acts on a selection stands below the list, and nowhere else.
    await user.keyboard(' ');
    expect(panel.queryByRole('button', { name: /^Read again|^Renew/ })).toBeNull();
    await user.click(panel.getByRole('button', { name: /^Open page/ }));
    expect(view()).toMatchObject({ view: { kind: 'domain', domain: 'northwind.com' } });
  });

  it('the code of a domain is one press away from the panel, in its window; of a locked one the tab where it is unlocked', async () => {
    const { user, view, called, stores } = await showing();
    const panel = (name: string) => within(screen.getByRole('complementary', { name: `About ${name}` }));
    const asked = async (name: string, press: string): Promise<void> => {
      await user.click(row(name));
      await user.click(panel(name).getByRole('button', { name: press }));
      expect(view()).toMatchObject({ view: { kind: 'domain', tab: 'transfer-code' } });
    };
    await asked('northwind.com', 'Unlock, then copy…');
    expect(called('codes.take')).toEqual([]);
    act(() => stores.route.actions.goToDomains({ kind: 'list' }));
    await asked('harbour.shop', 'Copy the code…');
    expect(called('codes.take')).toMatchObject([{ domain: 'harbour.shop', deed: 'copy' }]);
  });

  it('the panel follows the cursor by keys, and Escape closes it before anything else', async () => {
    const { user } = await showing();
    const about = () => screen.queryByRole('complementary')?.getAttribute('aria-label');
    await user.click(row('bäckerei.de'));
    expect(about()).toBe('About bäckerei.de');
    await user.keyboard('{ArrowDown}');
    expect(about()).toBe('About fresh.app');
    await user.keyboard('{Escape}');
    expect(about()).toBeUndefined();
    await user.keyboard('{ArrowDown}');
    expect(about()).toBeUndefined();
  });

  it('selects with a press on the box, with Ctrl, and with Shift all up to there', async () => {
    const { user } = await showing();
    await user.click(within(row('bäckerei.de')).getByRole('checkbox').parentElement ?? grid());
    await user.keyboard('{Control>}');
    await user.click(row('northwind.com'));
    await user.keyboard('{/Control}');
    expect(selectedNames()).toEqual(['bäckerei.de', 'northwind.com']);
    await user.keyboard('{Shift>}');
    await user.click(row('harbour.shop'));
    await user.keyboard('{/Shift}');
    expect(selectedNames()).toEqual(['bäckerei.de', 'harbour.shop', 'northwind.com']);
  });
});

describe('with the selected domains', () => {
  it('renews them by the first button, or by a key: the dialog of a batch with that chosen', async () => {
    const { user, asked } = await showing();
    const renewal = () => screen.findByRole('dialog', { name: 'Renew 2 domains' });
    await user.keyboard(' {Shift>}{ArrowDown}{/Shift}');
    const [first] = within(bar()).getAllByRole('button');
    expect(first?.textContent).toBe('Renew 2…');
    await user.click(first ?? grid());
    await user.click(within(await renewal()).getByRole('button', { name: 'Cancel' }));
    act(() => grid().focus());
    await user.keyboard('{Shift>}R{/Shift}');
    await user.click(within(await renewal()).getByRole('button', { name: 'Continue to review' }));
    await waitFor(() => expect(asked('batches.prepare')).toHaveLength(1));
    expect(asked('batches.prepare')[0]).toMatchObject({
      ask: { kind: 'renew', periodYears: 1 },
      domains: [bakery, 'fresh.app'],
    });
  });

  it('archives, and brings back from the archive', async () => {
    const { user, asked } = await showing();
    await user.keyboard(' ');
    await choose(user, 'Archive 1 domain');
    expect(asked('domains.archive')).toEqual([
      { accountId: 'practice', domains: [bakery], archived: true, edit },
    ]);
    // Nothing stays selected that is not shown any more.
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    await user.keyboard('{Escape}');
    await user.click(button(/^Archived/));
    act(() => grid().focus());
    await user.keyboard('{Escape} ');
    await choose(user, 'Restore 1 domain');
    expect(asked('domains.archive')[1]).toMatchObject({ archived: false });
  });

  it.each([
    ['Shift+R', '{Shift>}R{/Shift}'],
    ['E', 'e'],
  ])('of the archive are not changed by %s, which says why', async (_, key) => {
    const { user, stores } = await showing();
    await user.click(button(/^Archived/));
    act(() => grid().focus());
    await user.keyboard(`{Escape} ${key}`);
    expect(selectedNames()).toEqual(['old.info']);
    expect(stores.notices.getState().notice?.text).toMatch(/^Archived domains are excluded from batch/);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(within(bar()).queryByRole('button', { name: /^(Lock|Renew)/ })).toBeNull();
  });

  it('are current on the way back to them, so that they are in sight', async () => {
    const { stores } = await showing();
    act(() => stores.route.actions.goToDomains({ kind: 'codes', exportId: null }));
    storeOf(stores, batchesOf).actions.selectAgain('practice', ['northwind.com']);
    act(() => stores.route.actions.goToDomains({ kind: 'list' }));
    await waitFor(() => expect(selectedNames()).toEqual(['northwind.com']));
    const current = grid().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(current)?.textContent).toContain('northwind.com');
  });

  it('copies the names in the form for people', async () => {
    const { user, asked } = await showing();
    await user.keyboard('{Control>}a{/Control}');
    await choose(user, 'Copy 4 domains');
    expect(asked('clipboard.copyText')).toEqual([
      { text: 'bäckerei.de\nfresh.app\nharbour.shop\nnorthwind.com' },
    ]);
  });

  it('selects nothing of another account, not even the same name', async () => {
    const domains = [aDomain('both.com'), aDomain('both.com', { accountId: 'account-1' })];
    const { user, stores } = await showing({ world: { domains } });
    await user.keyboard('{Control>}a{/Control}');
    await act(() => stores.accounts.actions.select('account-1'));
    expect(shownNames()).toEqual(['both.com']);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('puts tags on, also one that was typed without Enter, and takes them off', async () => {
    const { user, asked } = await showing();
    await user.keyboard('{Control>}a{/Control}t');
    const dialog = await screen.findByRole('dialog', { name: 'Tag 4 domains' });
    await enter(user, within(dialog).getByRole('combobox', { name: 'Add' }), 'Spring');
    await user.click(within(dialog).getByRole('checkbox', { name: 'own (1)' }));
    await user.click(within(dialog).getByRole('button', { name: 'Tag 4 domains' }));
    expect(asked('domains.tag')).toEqual([
      {
        accountId: 'practice',
        domains: [bakery, 'fresh.app', 'harbour.shop', 'northwind.com'],
        add: ['Spring'],
        remove: ['own'],
        edit,
      },
    ]);
  });

  it('says in one notice what was done to all of them, and undoes it by one request', async () => {
    const { user, stores, asked } = await showing();
    await user.keyboard('{Control>}a{/Control}a');
    await waitFor(() =>
      expect(stores.notices.getState().notice).toMatchObject({
        text: 'Archived 4 domains, 1 of them expired or due within 30 days',
        action: { label: 'Undo' },
      }),
    );
    expect(screen.getByText('No matching domains')).toBeTruthy();
    await act(() => stores.undo.actions.undo());
    expect(asked('domains.revert')).toEqual([{ edit, direction: 'undo' }]);
    expect(shownNames()).toHaveLength(4);
    expect(stores.notices.getState().notice).toMatchObject({
      text: 'Undone: Archived 4 domains, 1 of them expired or due within 30 days',
      action: { label: 'Redo' },
    });
    await act(() => stores.undo.actions.redo());
    expect(asked('domains.revert')[1]).toMatchObject({ direction: 'redo' });
    expect(screen.getByText('No matching domains')).toBeTruthy();
  });
});

describe('removing domains', () => {
  it('says what is lost and what stays, asks once for one, and can be undone', async () => {
    const { user, stores, asked } = await showing();
    await user.keyboard('{End}{Delete}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('northwind.com');
    expect(dialog.textContent).toContain('This includes 1 note');
    expect(dialog.textContent).toContain('The journal of changes is kept');
    await user.click(within(dialog).getByRole('button', { name: 'Remove 1 domain' }));
    expect(dialog.textContent).toContain('You can undo this until Namedesk restarts');
    expect(asked('domains.remove')).toEqual([{ accountId: 'practice', domains: ['northwind.com'], edit }]);
    await act(() => stores.undo.actions.undo());
    expect(shownNames()).toContain('northwind.com');
  });

  it('has the count typed above a fifth of the portfolio', async () => {
    const { user, asked } = await showing({ world: { domains: many } });
    await user.keyboard(
      ' {Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{Delete}',
    );
    const dialog = await screen.findByRole('dialog');
    const remove = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Remove 7 domains' });
    expect(remove.disabled).toBe(true);
    const typed = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Type 7 to remove them' });
    for (const wrong of ['6', '7.', '0 7']) {
      await user.clear(typed);
      await enter(user, typed, wrong);
      if (typed.form !== null) fireEvent.submit(typed.form);
    }
    expect(asked('domains.remove')).toEqual([]);
    await user.clear(typed);
    await enter(user, typed, ' 7');
    await user.click(remove);
    expect(asked('domains.remove')).toHaveLength(1);
  });
});
