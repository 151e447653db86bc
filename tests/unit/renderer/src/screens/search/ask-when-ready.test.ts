import { expect, it, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createSearchStore } from '../../../../../../renderer/src/screens/search/search-store.ts';
import { createFakeBridge } from '../../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../../support/fake-world.ts';

/** The page at its start: the tables that names are read by, and the TLDs, are still on their way. */
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
  const settled = () => vi.waitFor(() => expect(store.getState().names).not.toBeNull());
  return {
    ...store.actions,
    haveTables: async () => {
      tables.resolve(names);
      await settled();
    },
    asked: () => bridge.world.calls.filter(({ name }) => name === 'search.start').map(({ input }) => input),
  };
}

it('Enter pressed before the page is ready is not lost: the name is asked as soon as it can be', async () => {
  const { type, ask, useTlds, haveTables, asked } = starting();
  type('harbour');
  expect(ask()).toBe(true);
  await haveTables();
  expect(asked()).toEqual([]);
  useTlds(['com'], ['com']);
  expect(asked()).toMatchObject([{ label: 'harbour', tlds: ['com'] }]);
});

it('asks nothing where another name was typed by then', async () => {
  const { type, ask, useTlds, haveTables, asked } = starting();
  useTlds(['com'], ['com']);
  type('bücher');
  ask();
  type('büchern');
  await haveTables();
  expect(asked()).toEqual([]);
});

it('asks nothing where the text turns out to be no name', async () => {
  const { type, ask, useTlds, haveTables, asked } = starting();
  useTlds(['com'], ['com']);
  type('bü_cher');
  ask();
  await haveTables();
  expect(asked()).toEqual([]);
  expect(ask()).toBe(false);
});
