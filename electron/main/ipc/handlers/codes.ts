import type { Handlers } from '#shared/ipc/types.ts';
import { basename } from 'node:path';
import { ok } from '#shared/result.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { OpenCodeWindow } from '../../codes/code-window.ts';
import type { Codes, CodeSavings } from '../../codes/codes.ts';

export interface CodesHandlersDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly codes: Codes;
  readonly savings: CodeSavings;
  readonly openCodeWindow: OpenCodeWindow;
  /** Asks the user where a file is to be put; its path, or null where there is none. */
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

/** First where to, then the passphrase: nobody types one for a file that is not to be. */
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
