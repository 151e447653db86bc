import { basename } from 'node:path';
import { ok, type Result } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { CodeExports, Codes, OpenCodeWindow } from '../../codes/codes.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { Drafts, Templates } from '../../portfolio/templates-and-drafts.ts';
import { done } from '../ipc.ts';

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

export const createTemplatesHandlers = (templates: Templates): Handlers['templates'] => ({
  async list() {
    const listed = await templates.list();
    return listed.ok ? ok({ templates: [...listed.value] }) : listed;
  },
  save: (template) => templates.save(template),
  async remove({ id }) {
    return done(await templates.remove(id));
  },
});

export const createDraftsHandlers = (drafts: Drafts): Handlers['drafts'] => ({
  read: ({ accountId, domain, kind }) => drafts.read(accountId, domain, kind),
  save: async ({ accountId, domain, kind, body }) => done(await drafts.save(accountId, domain, kind, body)),
  remove: async ({ accountId, domain, kind }) => done(await drafts.remove(accountId, domain, kind)),
  async list({ accountId }) {
    const listed = await drafts.list(accountId);
    return listed.ok ? ok({ drafts: [...listed.value] }) : listed;
  },
});

export interface CodesHandlersDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly codes: Codes;
  readonly savings: CodeExports;
  readonly openCodeWindow: OpenCodeWindow;
  /** Asks the user where to save a file; its path, or null if the dialog was cancelled. */
  readonly askWhereTo: (suggestedName: string, ending: string) => Promise<string | null>;
  readonly now: () => Date;
}

export function createCodesHandlers(deps: CodesHandlersDeps): Handlers['codes'] {
  const { codes, savings } = deps;
  return {
    take: ({ accountId, domain, deed }) => codes.take(accountId, domain, deed),
    async accesses({ accountId, domain }) {
      const found = await codes.accesses(accountId, domain);
      return found.ok ? ok({ accesses: [...found.value] }) : found;
    },
    now: () => Promise.resolve(ok(codes.now())),
    clearClipboard: async () => ok(await codes.clearClipboard()),
    saveMany: ({ accountId, domains }) => saveMany(deps, accountId, domains),
    savings: async () => ok({ savings: [...(await savings.listWithFiles())] }),
    savingRows({ id, which, offset, limit }) {
      const { rows, total } = savings.rows(id, which, offset, limit);
      return Promise.resolve(ok({ rows: [...rows], total }));
    },
    stopSaving({ id }) {
      savings.stop(id);
      return Promise.resolve(ok({}));
    },
  };
}

/** Asks for the path first, then for the passphrase: nobody types a passphrase for a file that is not saved. */
async function saveMany(
  { accounts, savings, openCodeWindow, askWhereTo, now }: CodesHandlersDeps,
  accountId: string,
  domains: readonly string[],
): ReturnType<Handlers['codes']['saveMany']> {
  const account = await accounts.find(accountId);
  if (!account.ok) return account;
  const path = await askWhereTo(`transfer-codes-${now().toISOString().slice(0, 10)}`, 'age');
  if (path === null) return ok({ saving: null });
  const window = openCodeWindow();
  if (window === null) return ok({ saving: null });
  const { id, label, colour } = account.value;
  try {
    const passphrase = await window.passphrase({
      accountLabel: label,
      accountColour: colour,
      count: domains.length,
      first: domains.slice(0, 3),
      fileName: basename(path),
    });
    if (passphrase === null) return ok({ saving: null });
    const started = await savings.start({ accountId: id, domains, path, passphrase });
    return started.ok ? ok({ saving: started.value }) : started;
  } finally {
    window.close();
  }
}
