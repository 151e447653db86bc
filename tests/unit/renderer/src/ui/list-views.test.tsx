// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import type { Stores } from '../../../../../renderer/src/app-stores.ts';
import { BulkScreen } from '../../../../../renderer/src/bulk/BulkScreen.tsx';
import { ActivityScreen } from '../../../../../renderer/src/activity/ActivityScreen.tsx';
import { DomainsScreen } from '../../../../../renderer/src/domains/DomainsScreen.tsx';
import { createListViews } from '../../../../../renderer/src/ui/list-views.ts';
import { aChange } from '../../../../support/a-change.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { aSession, aSessionId } from '../../../../support/fake-sessions.ts';
import { anAccount, aPracticeAccount, aWorld, type ListView } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, enter } from '../../../../support/draw.tsx';

const domains: ListView = { list: 'domains', accountId: 'practice', body: '{"view":{"cursor":"a.com"}}' };
const name = { list: 'domains', accountId: 'practice' };

describe('what is stored of lists', () => {
  beforeEach(() => void vi.useFakeTimers());

  async function stored(listViews: readonly ListView[] = [], answers: FakeAnswers['listViews'] = {}) {
    const bridge = createFakeBridge(aWorld({ listViews }), { listViews: answers });
    const views = createListViews(bridge.request, 1_000);
    await views.actions.load();
    const saved = () => bridge.world.calls.filter((call) => call.name === 'listViews.save');
    return { bridge, ...views.actions, isRead: () => views.getState().isRead, saved };
  }

  it('is read at the start, of each account its own', async () => {
    const { left } = await stored([domains, { ...domains, accountId: 'account-1', body: '{"view":1}' }]);
    expect(left(name, 'view')).toEqual({ cursor: 'a.com' });
    expect(left({ ...name, accountId: 'account-1' }, 'view')).toBe(1);
    expect(left({ ...name, accountId: null }, 'view')).toBeNull();
  });

  it('is saved once in a second, however often a list is scrolled, and only where it changed', async () => {
    const { write, saved, bridge } = await stored([domains]);
    for (let top = 0; top < 100; top += 1) {
      write(name, 'place', { top });
      await vi.advanceTimersByTimeAsync(30);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved().length).toBeLessThanOrEqual(4);
    expect(bridge.world.listViews).toEqual([
      { ...domains, body: '{"view":{"cursor":"a.com"},"place":{"top":99}}' },
    ]);
    const before = saved().length;
    write(name, 'place', { top: 99 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saved()).toHaveLength(before);
  });

  it('is saved at once when it is asked to, for all lists together', async () => {
    const { write, flush, saved } = await stored();
    write(name, 'view', 1);
    write({ list: 'changes', accountId: 'practice' }, 'view', 2);
    await flush();
    expect(saved()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saved()).toHaveLength(1);
  });

  it.each(['', 'not JSON', 'null', '[]', '7', '{"view":{"filter":{"text":12}}}'])(
    'is forgotten where it is damaged: %s',
    async (body) => {
      const { left, write, flush, bridge } = await stored([{ ...domains, body }]);
      expect(left(name, 'place')).toBeNull();
      write(name, 'view', 1);
      await flush();
      expect(bridge.world.listViews[0]?.body).toContain('"view":1');
    },
  );

  it('is not saved where it is longer than what main takes', async () => {
    const { write, flush, saved } = await stored();
    write(name, 'view', 'x'.repeat(4_000));
    await flush();
    expect(saved()).toEqual([]);
  });

  it('is nothing where the workspace cannot be read, and lists go on without it', async () => {
    const error = { kind: 'storage', fault: 'busy' } as const;
    const { left, isRead } = await stored([domains], { read: () => Promise.resolve(fail(error)) });
    expect(left(name, 'view')).toBeNull();
    expect(isRead()).toBe(true);
  });
});

interface List {
  readonly screen: ReactNode;
  readonly goTo: (stores: Stores) => void;
  readonly field: string;
  readonly grid: string;
  readonly typed: string;
  /** The current row, after one step down from the first one. */
  readonly row: RegExp;
  readonly hidden: string;
  readonly list: string;
}

const lists: Readonly<Record<string, List>> = {
  Domains: {
    screen: <DomainsScreen />,
    goTo: ({ route }) => route.actions.goToDomains({ kind: 'list' }),
    field: 'Find a domain',
    grid: 'Domains',
    typed: 'shop',
    row: /shop-2\.com/,
    hidden: '1 hidden',
    list: 'domains',
  },
  Activity: {
    screen: <ActivityScreen />,
    goTo: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
    field: 'Find by domain',
    grid: 'Activity',
    typed: 'shop',
    // The newest stands first.
    row: /shop-1\.com/,
    hidden: '1 hidden',
    list: 'changes',
  },
  'Bulk lookups': {
    screen: <BulkScreen />,
    goTo: ({ route }) => route.actions.goToBulk({ kind: 'list' }),
    field: 'Find a session',
    grid: 'Bulk lookups',
    typed: 'shop',
    row: /shop-2/,
    hidden: '1 hidden',
    list: 'sessions',
  },
};

const names = ['bakery', 'shop-1', 'shop-2'];
const world = {
  accounts: [aPracticeAccount(), anAccount()],
  domains: names.map((each) => aDomain(`${each}.com`)),
  changes: names.map((each, index) =>
    aChange({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      number: index + 1,
      domain: `${each}.com`,
    }),
  ),
  sessions: names.map((each, index) => aSession({ id: aSessionId(index), name: each, source: 'typed' })),
};

describe.each(Object.entries(lists))(
  '%s',
  (_name, { screen: part, goTo, field, grid, typed, row, hidden, list }) => {
    drawInJsdom();

    /** A run of the application, which begins with what an earlier one stored. */
    async function run(listViews: readonly ListView[] = []) {
      const page = await drawPart(part, { world: { ...world, listViews }, before: goTo });
      await act(() => page.stores.listViews.actions.load());
      return page;
    }
    const text = () => screen.findByRole<HTMLInputElement>('textbox', { name: field });
    const current = () => {
      const id = screen.getByRole('grid', { name: grid }).getAttribute('aria-activedescendant');
      return id === null ? '' : (document.getElementById(id)?.textContent ?? '');
    };

    it('is found after a restart as it was left: its filter and its current row, and how many rows are hidden', async () => {
      const first = await run();
      await enter(first.user, await text(), typed);
      await first.user.keyboard('{Enter}{Home}{ArrowDown}');
      await vi.waitFor(() => expect(current()).toMatch(row));
      act(() => {
        first.bridge.tell('app.closing', {});
      });
      await vi.waitFor(() => expect(first.called('app.flushed')).toHaveLength(1));
      first.drawn.unmount();

      await run(first.bridge.world.listViews);
      expect((await text()).value).toBe(typed);
      await vi.waitFor(() => expect(current()).toMatch(row));
      expect(screen.getByText(hidden)).toBeDefined();
    });

    it('shows all again by one press, and that is stored too', async () => {
      const first = await run();
      await enter(first.user, await text(), typed);
      await first.user.click(
        (await screen.findAllByRole('button', { name: 'Show all' }))[0] ?? document.body,
      );
      expect((await text()).value).toBe('');
      act(() => {
        first.bridge.tell('app.closing', {});
      });
      await vi.waitFor(() => expect(first.called('app.flushed')).toHaveLength(1));
      first.drawn.unmount();
      await run(first.bridge.world.listViews);
      expect((await text()).value).toBe('');
      expect(screen.queryByText(hidden)).toBeNull();
    });

    it.each([
      ['of another shape', { view: 7, place: 'top' }],
      [
        'with values that there are not',
        { view: { filter: { text: 7, sort: { by: 'colour' } }, text: 7, states: ['lost'], cursor: 7 } },
      ],
    ])('begins as at first where what was stored is %s', async (_what, parts) => {
      const accountId = list === 'sessions' ? null : 'practice';
      await run([{ list, accountId, body: JSON.stringify(parts) }]);
      expect((await text()).value).toBe('');
      expect(await screen.findAllByText(/shop-1/)).not.toEqual([]);
      expect(await screen.findAllByText(/bakery/)).not.toEqual([]);
    });
  },
);
