import { randomUUID } from 'node:crypto';
import type { Stores } from '../../../electron/main/workspace/stores.ts';
import type { RecordedRequest } from '../../../electron/main/workspace/sessions/messages.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { aDirectory, anAccount, valueOf, openTestWorkspace } from './a-workspace.ts';

type NewSession = Parameters<Stores['sessions']['create']>[0]['session'];

export const aNewSession = (changes: Partial<NewSession> = {}): NewSession => ({
  id: randomUUID(),
  accountId: 'a1',
  name: 'Bakeries',
  state: 'paused',
  createdAt: '2026-02-21T14:00:00.000Z',
  source: 'pasted',
  tlds: ['com', 'net', 'co.uk'],
  rerunOf: null,
  ...changes,
});

/** Begins a session over `names` and answers with its id. */
export async function aSession(
  workspace: Workspace,
  names: readonly string[],
  changes: Partial<NewSession> = {},
): Promise<string> {
  const session = aNewSession(changes);
  valueOf(await workspace.sessions.create({ session, names: names.join('\n') }));
  return session.id;
}

const periods = { register: {}, transfer: {}, renew: {} };

/** One lookup result with every field of the API document ("Lookup result"). */
export const aResult = (label: string, tld: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  domainName: `${label}.${tld}`,
  idnDomainName: `${label}.${tld}`,
  tld,
  tldNoDots: tld.replaceAll('.', ''),
  sld: label,
  idnSld: label,
  status: 'available for registration',
  legacyStatus: 'available',
  score: 1,
  isRegistered: false,
  isAvailable: true,
  isValidDomain: true,
  domainErrorMessage: '',
  pricing: { '1': periods },
  shortestPeriod: { period: 1, ...periods },
  group: '',
  minLength: 0,
  maxLength: 0,
  isPremium: false,
  premiumCostPricing: [],
  ...changes,
});

export const taken = {
  status: 'registered',
  legacyStatus: 'unavailable',
  isRegistered: true,
  isAvailable: false,
};

export const bodyOf = (answer: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(answer));

/** What came of one request; without a body it failed as `unreachable`. */
export const aRequest = (changes: Partial<RecordedRequest> = {}): RecordedRequest => ({
  row: 0,
  columns: Uint16Array.of(0, 1, 2),
  checkedAtMs: Date.parse('2026-02-21T14:00:00.000Z'),
  body: null,
  cause: (changes.body ?? null) === null ? 'unreachable' : null,
  message: '',
  ...changes,
});

/** A request of one name under the TLDs of {@link aNewSession}, each of which is free. */
export const anAnsweredRequest = (row: number, label: string, changes: Partial<RecordedRequest> = {}) =>
  aRequest({ row, body: bodyOf(['com', 'net', 'co.uk'].map((tld) => aResult(label, tld))), ...changes });

/** The bits of `cells`, as `pending` has them. */
export function bitsOf(cells: readonly number[], count: number): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(Math.ceil(count / 8));
  for (const cell of cells) bits[cell >> 3] = (bits[cell >> 3] ?? 0) | (1 << (cell & 7));
  return bits;
}

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
  const open = () => openTestWorkspace(directory.path);
  let workspace = await open();
  workspace.accounts.save(anAccount());
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
