import type { Handlers } from '#shared/ipc/types.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import { done, ofActive, type OfActive } from './of-active.ts';

export interface DomainsHandlersDeps {
  readonly active: Pick<ActiveAccount, 'account'>;
  readonly portfolio: Portfolio;
}

type Domains = Handlers['domains'];

export const createDomainsHandlers = (deps: DomainsHandlersDeps): Domains => {
  const ofItsAccount = ofActive(deps.active);
  return {
    ...keeping(deps.portfolio, ofItsAccount),
    ...reading(deps.portfolio, ofItsAccount),
    ...children(deps.portfolio, ofItsAccount),
  };
};

const keeping = (
  portfolio: Portfolio,
  ofItsAccount: OfActive,
): Pick<Domains, 'list' | 'find' | 'add' | 'tag' | 'note' | 'tellExpiry' | 'archive' | 'remove'> => ({
  list: () =>
    ofItsAccount(async (id) => {
      const listed = await portfolio.list(id);
      return listed.ok ? ok({ domains: [...listed.value] }) : listed;
    }),
  find: ({ domain }) => ofItsAccount((id) => portfolio.find(id, domain)),
  add: ({ text, tags }) => ofItsAccount((id) => portfolio.add(id, text, tags, 'typed')),
  tag: async ({ domains, add, remove }) =>
    done(await ofItsAccount((id) => portfolio.tag(id, domains, add, remove))),
  note: ({ domain, note }) => ofItsAccount((id) => portfolio.note(id, domain, note)),
  tellExpiry: ({ domain, expiresOn }) => ofItsAccount((id) => portfolio.tellExpiry(id, domain, expiresOn)),
  archive: async ({ domains, archived }) =>
    done(await ofItsAccount((id) => portfolio.archive(id, domains, archived))),
  remove: async ({ domains }) => done(await ofItsAccount((id) => portfolio.remove(id, domains))),
});

const reading = (
  portfolio: Portfolio,
  ofItsAccount: OfActive,
): Pick<Domains, 'readAgain' | 'cancelReading' | 'readContacts'> => ({
  readAgain: ({ domains, parts }) => ofItsAccount((id) => portfolio.readAgain(id, domains, parts)),
  cancelReading({ id }) {
    portfolio.cancelReading(id);
    return Promise.resolve(ok({}));
  },
  readContacts: ({ domain }) => ofItsAccount((id) => portfolio.readContacts(id, domain)),
});

const children = (
  portfolio: Portfolio,
  ofItsAccount: OfActive,
): Pick<Domains, 'children' | 'tellChild' | 'forgetChild' | 'usersOf'> => ({
  children: ({ domain }) => ofItsAccount(async (id) => asChildren(await portfolio.children(id, domain))),
  tellChild: ({ domain, host, addresses }) =>
    ofItsAccount(async (id) => asChildren(await portfolio.tellChild(id, domain, host, addresses))),
  forgetChild: ({ domain, host }) =>
    ofItsAccount(async (id) => asChildren(await portfolio.forgetChild(id, domain, host))),
  usersOf: ({ host }) =>
    ofItsAccount(async (id) => {
      const users = await portfolio.usersOf(id, host);
      return users.ok ? ok({ domains: [...users.value] }) : users;
    }),
});

const asChildren = <T>(result: Result<readonly T[]>): Result<{ children: T[] }> =>
  result.ok ? ok({ children: [...result.value] }) : result;
