import { expect, it, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createSearchStore } from '../../../../../renderer/src/search/search-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

const tlds = ['com', 'net', 'org'];

/** A search store whose tables of characters are not there yet. */
function starting() {
  const bridge = createFakeBridge(aWorld());
  const tables = Promise.withResolvers<typeof names>();
  const store = createSearchStore({
    ...bridge,
    loadNames: () => tables.promise,
    accountId: () => 'account-1',
    newId: () => 'search-1',
    restMs: 120,
    slowAfterMs: 5_000,
  });
  store.actions.useTlds(tlds, tlds);
  return {
    ...store.actions,
    get: store.getState,
    haveTables: async () => {
      tables.resolve(names);
      await vi.waitFor(() => expect(store.getState().names).not.toBeNull());
    },
    asked: () => bridge.world.calls.filter(({ name }) => name === 'search.start'),
  };
}

it('lists a plain name, and refuses a plain text that is none', () => {
  const { type, ask, get } = starting();
  type('Harbour.org');
  expect(get().order).toEqual(['harbour.org', 'harbour.com', 'harbour.net']);
  type('har_bour');
  expect(get()).toMatchObject({ question: null, problem: { at: 3, length: 1 } });
  expect(ask()).toBe(false);
});

it.each([
  ['a name', 'bücher', tlds, 'xn--bcher-kva.com'],
  ['a TLD', 'harbour', ['com', 'xn--p1ai'], 'harbour.com'],
])('lets %s that needs them wait, and the wish to ask it', async (_case, text, under, first) => {
  const { type, ask, useTlds, haveTables, get, asked } = starting();
  useTlds(under, under);
  type(text);
  expect(get()).toMatchObject({ question: null, problem: null, order: [] });
  expect(ask()).toBe(true);
  expect(asked()).toEqual([]);
  await haveTables();
  expect(get().order).toContain(first);
  expect(asked()).toHaveLength(1);
});

it('forgets the list of a plain name when the text goes on with what needs them', () => {
  const { type, get } = starting();
  type('b');
  expect(get().order).toHaveLength(3);
  type('bü');
  expect(get()).toMatchObject({ question: null, order: [] });
});
