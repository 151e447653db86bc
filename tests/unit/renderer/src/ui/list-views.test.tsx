// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

const domains: ListView = { list: 'domains', accountId: 'practice', body: '{"text":"shop"}' };
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
    const { left } = await stored([domains, { ...domains, accountId: 'account-1', body: '1' }]);
    expect(left(name)).toEqual({ text: 'shop' });
    expect(left({ ...name, accountId: 'account-1' })).toBe(1);
    expect(left({ ...name, accountId: null })).toBeNull();
  });

  it('is saved once in a second, however often it changes, and only where it changed', async () => {
    const { write, saved, bridge } = await stored([domains]);
    for (let typed = 0; typed < 100; typed += 1) {
      write(name, { typed });
      await vi.advanceTimersByTimeAsync(30);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved().length).toBeLessThanOrEqual(4);
    expect(bridge.world.listViews).toEqual([{ ...domains, body: '{"typed":99}' }]);
    const before = saved().length;
    write(name, { typed: 99 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saved()).toHaveLength(before);
  });

  it.each(['', 'not JSON', 'null'])('is forgotten where it is damaged: %s', async (body) => {
    const { left, write, flush, bridge } = await stored([{ ...domains, body }]);
    expect(left(name)).toBeNull();
    write(name, 1);
    await flush();
    expect(bridge.world.listViews[0]?.body).toBe('1');
  });
});

interface List {
  readonly screen: ReactNode;
  readonly goTo: (stores: Stores) => void;
  readonly field: string;
  readonly typed: string;
  readonly hidden: string;
}

const lists: Readonly<Record<string, List>> = {
  Domains: {
    screen: <DomainsScreen />,
    goTo: ({ route }) => route.actions.goToDomains({ kind: 'list' }),
    field: 'Find a domain',
    typed: 'shop',
    hidden: '2 of 3 domains of Practice',
  },
  Activity: {
    screen: <ActivityScreen />,
    goTo: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
    field: 'Find by domain',
    typed: 'shop',
    hidden: '1 hidden',
  },
  'Bulk lookups': {
    screen: <BulkScreen />,
    goTo: ({ route }) => route.actions.goToBulk({ kind: 'list' }),
    field: 'Find a session',
    typed: 'shop',
    hidden: '1 hidden',
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

describe.each(Object.entries(lists))('%s', (_name, { screen: part, goTo, field, typed, hidden }) => {
  drawInJsdom();

  /** A run of the application, which begins with what an earlier one stored. */
  async function run(listViews: readonly ListView[] = []) {
    const page = await drawPart(part, { world: { ...world, listViews }, before: goTo });
    await act(() => page.stores.listViews.actions.load());
    return page;
  }
  const text = () => screen.findByRole<HTMLInputElement>('textbox', { name: field });

  it('is found after a restart as it was left: its filter, and how many rows are hidden', async () => {
    const first = await run();
    await enter(first.user, await text(), typed);
    act(() => {
      first.bridge.tell('app.closing', {});
    });
    await vi.waitFor(() => expect(first.called('app.flushed')).toHaveLength(1));
    first.drawn.unmount();

    await run(first.bridge.world.listViews);
    expect((await text()).value).toBe(typed);
    expect(screen.getByText(hidden)).toBeDefined();
  });
});
