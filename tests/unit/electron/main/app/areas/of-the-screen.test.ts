import { expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import {
  createStatusHandlers,
  type StatusHandlersDeps,
} from '../../../../../../electron/main/app/areas/accounts.ts';
import {
  createSearchHandlers,
  createTldsHandlers,
  type SearchHandlersDeps,
  type TldsHandlersDeps,
} from '../../../../../../electron/main/app/areas/search.ts';

const domain = 'bakery.net';

/** Main, where `active` was made the active account since the page has drawn its screen. */
function main() {
  const asked: string[] = [];
  const connectionOf = (id: string) => ({
    account: { id, label: id },
    client: { readCredits: () => Promise.resolve(fail({ kind: 'cancelled' })) },
  });
  const shared = {
    active: {
      id: () => Promise.resolve(ok('active')),
      account: () => Promise.resolve(ok({ id: 'active', label: 'active' })),
      connection: () => Promise.resolve(ok(connectionOf('active'))),
    },
    accounts: { find: (id: string) => Promise.resolve(ok({ id, label: id })) },
    connections: { of: (id: string) => Promise.resolve(ok(connectionOf(id))) },
    findings: {
      details: ({ accountId }: { readonly accountId: string }) => {
        asked.push(accountId);
        return Promise.resolve(ok({ finding: { domain, tld: 'net' }, answer: '' }));
      },
    },
    tldLists: {
      read: ({ account }: { readonly account: { readonly id: string } }) => {
        asked.push(account.id);
        return Promise.resolve(ok({ tlds: [], readAt: null }));
      },
    },
    board: {
      of: (id: string) => {
        asked.push(id);
        return { accountId: id };
      },
    },
    now: () => new Date(0),
  } as unknown as SearchHandlersDeps & TldsHandlersDeps & StatusHandlersDeps; // What these handlers use, and no more.
  return {
    asked,
    search: createSearchHandlers(shared),
    tlds: createTldsHandlers(shared),
    status: createStatusHandlers(shared),
  };
}

type Main = ReturnType<typeof main>;

it.each<[string, (handlers: Main, accountId: string | null) => Promise<unknown>]>([
  ['search.details', ({ search }, accountId) => search.details({ accountId, domain })],
  ['tlds.list', ({ tlds }, accountId) => tlds.list({ accountId, refresh: false })],
  ['status.read', ({ status }, accountId) => status.read({ accountId })],
  ['status.refresh', ({ status }, accountId) => status.refresh({ accountId })],
])('F15 %s is of the account of the screen, whichever is active by now', async (_, ask) => {
  const handlers = main();
  await ask(handlers, 'of-the-screen');
  expect(handlers.asked).toEqual(['of-the-screen']);
  await ask(handlers, null);
  expect(handlers.asked).toEqual(['of-the-screen', 'active']);
});
