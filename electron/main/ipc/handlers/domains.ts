import type { Handlers } from '#shared/ipc/types.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import { done } from './done.ts';

type Domains = Handlers['domains'];

export const createDomainsHandlers = (portfolio: Portfolio): Domains => ({
  ...keeping(portfolio),
  ...reading(portfolio),
  ...children(portfolio),
});

const keeping = (
  portfolio: Portfolio,
): Pick<Domains, 'list' | 'find' | 'add' | 'tag' | 'note' | 'tellExpiry' | 'archive' | 'remove'> => ({
  async list({ accountId }) {
    const listed = await portfolio.list(accountId);
    return listed.ok ? ok({ domains: [...listed.value] }) : listed;
  },
  find: ({ accountId, domain }) => portfolio.find(accountId, domain),
  add: ({ accountId, text, tags }) => portfolio.add(accountId, text, tags, 'typed'),
  tag: async ({ accountId, domains, add, remove }) =>
    done(await portfolio.tag(accountId, domains, add, remove)),
  note: ({ accountId, domain, note }) => portfolio.note(accountId, domain, note),
  tellExpiry: ({ accountId, domain, expiresOn }) => portfolio.tellExpiry(accountId, domain, expiresOn),
  archive: async ({ accountId, domains, archived }) =>
    done(await portfolio.archive(accountId, domains, archived)),
  remove: async ({ accountId, domains }) => done(await portfolio.remove(accountId, domains)),
});

const reading = (portfolio: Portfolio): Pick<Domains, 'readAgain' | 'cancelReading' | 'readContacts'> => ({
  readAgain: ({ accountId, domains, parts }) => portfolio.readAgain(accountId, domains, parts),
  cancelReading({ id }) {
    portfolio.cancelReading(id);
    return Promise.resolve(ok({}));
  },
  readContacts: ({ accountId, domain }) => portfolio.readContacts(accountId, domain),
});

const children = (
  portfolio: Portfolio,
): Pick<Domains, 'children' | 'tellChild' | 'forgetChild' | 'usersOf'> => ({
  children: async ({ accountId, domain }) => asChildren(await portfolio.children(accountId, domain)),
  tellChild: async ({ accountId, domain, host, addresses }) =>
    asChildren(await portfolio.tellChild(accountId, domain, host, addresses)),
  forgetChild: async ({ accountId, domain, host }) =>
    asChildren(await portfolio.forgetChild(accountId, domain, host)),
  async usersOf({ accountId, host }) {
    const users = await portfolio.usersOf(accountId, host);
    return users.ok ? ok({ domains: [...users.value] }) : users;
  },
});

const asChildren = <T>(result: Result<readonly T[]>): Result<{ children: T[] }> =>
  result.ok ? ok({ children: [...result.value] }) : result;
