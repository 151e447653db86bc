import { basename } from 'node:path';
import { localDay } from '#shared/domain/counting.ts';
import { inCurrencyOf } from '#shared/domain/account.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { done, mapOk, ok, type Result } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import { createImportDrafts } from '../../portfolio/import/import-drafts.ts';
import type { HandlerDeps } from '../handler-deps.ts';

export const createDomainsHandlers = ({
  portfolio,
  registry,
  workspace: { findings, domains, domainImports },
  accounts,
}: Pick<HandlerDeps, 'portfolio' | 'registry' | 'workspace' | 'accounts'>): Handlers['domains'] => ({
  list: async ({ accountId }) => mapOk(await portfolio.list(accountId), (domains) => ({ domains })),
  names: async ({ accountId }) => mapOk(await portfolio.held(accountId), (names) => ({ names: [...names] })),
  async prices({ accountId }) {
    const account = await accounts.find(accountId);
    if (!account.ok) return account;
    const inCurrency = inCurrencyOf(account.value.options);
    return mapOk(await findings.renewalPrices({ accountId }), ({ known, similar }) => ({
      known: known.map(inCurrency),
      similar: similar.map(inCurrency),
    }));
  },
  find: ({ accountId, domain }) => portfolio.find(accountId, domain),
  add: ({ accountId, text, tags }) => portfolio.add(accountId, text, tags, 'typed'),
  tag: async ({ accountId, domains, add, remove, edit }) =>
    done(await portfolio.tag(accountId, domains, add, remove, edit)),
  setTexts: ({ accountId, domain, texts, edit }) => portfolio.setTexts(accountId, domain, texts, edit),
  setClient: async ({ accountId, domains, client, edit }) =>
    done(await portfolio.setClient(accountId, domains, client, edit)),
  setExpiry: ({ accountId, domain, expiresOn }) => portfolio.setExpiry(accountId, domain, expiresOn),
  archive: async ({ accountId, domains, archived, edit }) =>
    done(await portfolio.archive(accountId, domains, archived, edit)),
  remove: async ({ accountId, domains, edit }) => done(await portfolio.remove(accountId, domains, edit)),
  revert: ({ edit, direction }) => portfolio.revert(edit, direction),
  readAgain: ({ accountId, domains, parts }) => portfolio.readAgain(accountId, domains, parts),
  readRegistry: ({ accountId, domains }) => registry.refresh(accountId, domains),
  cancelReading({ id }) {
    portfolio.cancelReading(id);
    registry.cancel(id);
    return Promise.resolve(ok({}));
  },
  readContacts: ({ accountId, domain }) => portfolio.readContacts(accountId, domain),
  async history({ accountId, domain }) {
    const [stored, imported] = await Promise.all([
      domains.events({ accountId, domain }),
      domainImports.ofDomain({ accountId, domain }),
    ]);
    if (!stored.ok) return stored;
    return mapOk(imported, (imports) => ({ events: [...stored.value, ...imports] }));
  },
  children: async ({ accountId, domain }) => asChildren(await portfolio.children(accountId, domain)),
  setChild: async ({ accountId, domain, host, addresses }) =>
    asChildren(await portfolio.setChild(accountId, domain, host, addresses)),
  forgetChild: async ({ accountId, domain, host }) =>
    asChildren(await portfolio.forgetChild(accountId, domain, host)),
  usersOf: async ({ accountId, host }) =>
    mapOk(await portfolio.usersOf(accountId, host), (domains) => ({ domains })),
});

const asChildren = (result: Result<readonly ChildNameserver[]>) =>
  mapOk(result, (children) => ({ children }));

export function createDomainImportsHandlers({
  domainImport,
  askForFile,
  handedFiles,
  announce,
}: Pick<HandlerDeps, 'domainImport' | 'askForFile' | 'handedFiles' | 'announce'>): Handlers['domainImports'] {
  const drafts = createImportDrafts({
    domainImport,
    onProgress: (draftId, done, total) => announce('domainImports.progress', { draftId, done, total }),
    onNoted: () => announce('today.changed', {}),
  });
  return {
    readText: ({ draftId, accountId, choices, text }) =>
      drafts.read(draftId, accountId, { kind: 'text', text }, choices),
    readBytes: ({ draftId, accountId, choices, ...file }) =>
      drafts.read(draftId, accountId, { kind: 'bytes', ...file }, choices),
    async chooseFile({ draftId, accountId, choices, isHanded }) {
      const path = isHanded ? handedFiles.take('domains') : await askForFile('domains');
      if (path === null) return ok({ report: null });
      const read = await drafts.read(draftId, accountId, { kind: 'file', path }, choices);
      return mapOk(read, (report) => ({ report }));
    },
    reread: ({ draftId, choices }) => drafts.reread(draftId, choices),
    rows: ({ draftId, result, offset, limit }) =>
      Promise.resolve(drafts.rows(draftId, result, offset, limit)),
    apply: ({ draftId }) => drafts.apply(draftId),
    cancel({ draftId }) {
      drafts.cancel(draftId);
      return Promise.resolve(ok({}));
    },
    discard({ draftId }) {
      drafts.discard(draftId);
      return Promise.resolve(ok({}));
    },
    list: async ({ accountId }) => mapOk(await domainImport.list(accountId), (imports) => ({ imports })),
    undo: async ({ accountId, id }) =>
      mapOk(await domainImport.undo(accountId, id), ({ undone, stayed }) => ({
        undone,
        stayed: stayed.length,
        named: stayed.slice(0, mostNamed),
      })),
  };
}

/** How many domains that stayed as they are the page is told by name. */
const mostNamed = 20;

type CodesHandlersDeps = Pick<
  HandlerDeps,
  | 'accounts'
  | 'codes'
  | 'codeExports'
  | 'openCodeWindow'
  | 'askForFile'
  | 'handedFiles'
  | 'askWhereTo'
  | 'now'
>;

export function createCodesHandlers(deps: CodesHandlersDeps): Handlers['codes'] {
  const { codes, codeExports, askForFile, handedFiles } = deps;
  return {
    take: ({ accountId, domain, deed }) => codes.take(accountId, domain, deed),
    accesses: async ({ accountId, domain }) =>
      mapOk(await codes.accesses(accountId, domain), (accesses) => ({ accesses })),
    now: () => Promise.resolve(ok(codes.now())),
    clearClipboard: async () => ok(await codes.clearClipboard()),
    saveMany: ({ accountId, domains }) => saveMany(deps, accountId, domains),
    codeExports: async () => ok({ codeExports: await codeExports.listWithFiles() }),
    exportRows: ({ id, which, offset, limit }) =>
      Promise.resolve(ok(codeExports.rows(id, which, offset, limit))),
    stopExport({ id }) {
      codeExports.stop(id);
      return Promise.resolve(ok({}));
    },
    async openFile({ isHanded }) {
      const path = isHanded ? handedFiles.take('codes') : await askForFile('codes');
      if (path === null) return ok({ file: null });
      return mapOk(await codes.openFile(path), (file) => ({ file }));
    },
    showFromFile: ({ id, index }) => codes.showFromFile(id, index),
    closeFile({ id }) {
      codes.closeFile(id);
      return Promise.resolve(ok({}));
    },
  };
}

/** Asks for the path first, then for the passphrase: nobody types a passphrase for a file that is not saved. */
async function saveMany(
  { accounts, codeExports, openCodeWindow, askWhereTo, now }: CodesHandlersDeps,
  accountId: string,
  domains: readonly string[],
): ReturnType<Handlers['codes']['saveMany']> {
  const account = await accounts.find(accountId);
  if (!account.ok) return account;
  const path = await askWhereTo(`transfer-codes-${localDay(now())}`, 'age');
  if (path === null) return ok({ codeExport: null });
  const window = openCodeWindow();
  if (window === null) return ok({ codeExport: null });
  const { id, label, colour } = account.value;
  try {
    const passphrase = await window.passphrase({
      accountLabel: label,
      accountColour: colour,
      count: domains.length,
      first: domains.slice(0, 3),
      fileName: basename(path),
    });
    if (passphrase === null) return ok({ codeExport: null });
    const started = await codeExports.start({ accountId: id, domains, path, passphrase });
    return mapOk(started, (codeExport) => ({ codeExport }));
  } finally {
    window.close();
  }
}
