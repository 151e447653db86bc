import { basename } from 'node:path';
import { localDay } from '#shared/domain/counting.ts';
import { mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { HandlerDeps } from '../handler-deps.ts';

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
