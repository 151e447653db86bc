import type { Handlers } from '#shared/ipc/types.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';

export interface DomainsHandlersDeps {
  readonly active: Pick<ActiveAccount, 'account'>;
  readonly portfolio: Portfolio;
}

type Domains = Handlers['domains'];

export const createDomainsHandlers = (deps: DomainsHandlersDeps): Domains => {
  const ofActive = accountIdFor(deps.active);
  return {
    ...keeping(deps.portfolio, ofActive),
    ...reading(deps.portfolio, ofActive),
    ...children(deps.portfolio, ofActive),
  };
};

/** Does something with the active account's id. */
type OfActive = <T>(use: (accountId: string) => Promise<Result<T>>) => Promise<Result<T>>;

const accountIdFor =
  (active: Pick<ActiveAccount, 'account'>): OfActive =>
  async (use) => {
    const account = await active.account();
    return account.ok ? await use(account.value.id) : account;
  };

const nothing = (result: Result<unknown>): Result<Record<string, never>> => (result.ok ? ok({}) : result);

const keeping = (
  portfolio: Portfolio,
  ofActive: OfActive,
): Pick<Domains, 'list' | 'find' | 'add' | 'tag' | 'note' | 'tellExpiry' | 'archive' | 'remove'> => ({
  list: () =>
    ofActive(async (id) => {
      const listed = await portfolio.list(id);
      return listed.ok ? ok({ domains: [...listed.value] }) : listed;
    }),
  find: ({ domain }) => ofActive((id) => portfolio.find(id, domain)),
  add: ({ text, tags }) => ofActive((id) => portfolio.add(id, text, tags, 'typed')),
  tag: async ({ domains, add, remove }) =>
    nothing(await ofActive((id) => portfolio.tag(id, domains, add, remove))),
  note: ({ domain, note }) => ofActive((id) => portfolio.note(id, domain, note)),
  tellExpiry: ({ domain, expiresOn }) => ofActive((id) => portfolio.tellExpiry(id, domain, expiresOn)),
  archive: async ({ domains, archived }) =>
    nothing(await ofActive((id) => portfolio.archive(id, domains, archived))),
  remove: async ({ domains }) => nothing(await ofActive((id) => portfolio.remove(id, domains))),
});

const reading = (
  portfolio: Portfolio,
  ofActive: OfActive,
): Pick<Domains, 'readAgain' | 'cancelReading' | 'readContacts'> => ({
  readAgain: ({ domains, parts }) => ofActive((id) => portfolio.readAgain(id, domains, parts)),
  cancelReading({ id }) {
    portfolio.cancelReading(id);
    return Promise.resolve(ok({}));
  },
  readContacts: ({ domain }) => ofActive((id) => portfolio.readContacts(id, domain)),
});

const children = (
  portfolio: Portfolio,
  ofActive: OfActive,
): Pick<Domains, 'children' | 'tellChild' | 'forgetChild' | 'usersOf'> => ({
  children: ({ domain }) => ofActive(async (id) => asChildren(await portfolio.children(id, domain))),
  tellChild: ({ domain, host, addresses }) =>
    ofActive(async (id) => asChildren(await portfolio.tellChild(id, domain, host, addresses))),
  forgetChild: ({ domain, host }) =>
    ofActive(async (id) => asChildren(await portfolio.forgetChild(id, domain, host))),
  usersOf: ({ host }) =>
    ofActive(async (id) => {
      const users = await portfolio.usersOf(id, host);
      return users.ok ? ok({ domains: [...users.value] }) : users;
    }),
});

const asChildren = <T>(result: Result<readonly T[]>): Result<{ children: T[] }> =>
  result.ok ? ok({ children: [...result.value] }) : result;
