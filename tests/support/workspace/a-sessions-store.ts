import type { Stores } from '../../../electron/main/workspace/stores.ts';
import { openWorkspace, type Workspace } from '../../../electron/main/workspace/workspace.ts';
import { aRequest } from './a-session.ts';
import { aDirectory, anAccount, valueOf, workerUrl } from './a-workspace.ts';

type Session = NonNullable<ReturnType<Stores['sessions']['find']>>;
type RequestChanges = Parameters<typeof aRequest>[0];

/** A workspace with one account, and short ways to what tests of sessions ask of it all the time. */
export interface SessionsStore {
  readonly workspace: () => Workspace;
  readonly reopen: () => Promise<void>;
  readonly find: (id: string) => Promise<Session | null>;
  /** As plain lists. */
  readonly cellsOf: (
    id: string,
  ) => Promise<Readonly<Record<'codes' | 'checkedAt' | 'pending', readonly number[]>>>;
  /** Records requests as {@link aRequest} makes them; answers with the codes. */
  readonly record: (id: string, ...requests: readonly RequestChanges[]) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

export async function aSessionsStore(): Promise<SessionsStore> {
  const directory = aDirectory();
  const open = async () => valueOf(await openWorkspace({ directory: directory.path, workerUrl }));
  let workspace = await open();
  valueOf(await workspace.accounts.save(anAccount()));
  return {
    workspace: () => workspace,
    async reopen() {
      await workspace.close();
      workspace = await open();
    },
    find: async (id) => valueOf(await workspace.sessions.find({ id })),
    async cellsOf(id) {
      const { codes, checkedAt, pending } = valueOf(await workspace.sessions.cells({ id }));
      return { codes: [...codes], checkedAt: [...checkedAt], pending: [...pending] };
    },
    async record(id, ...changes) {
      const requests = changes.map((each) => aRequest(each));
      return [...valueOf(await workspace.sessions.record({ id, requests })).codes];
    },
    async close() {
      await workspace.close();
      directory.remove();
    },
  };
}
