import { defaultLimits } from '../../../shared/domain/limits.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { CodeAccess, CodesNow, CodeTaken } from '../../../shared/domain/code.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { CodeConnection } from '../../../electron/main/codes/asking.ts';
import { type Codes, type CodesDeps, createCodes } from '../../../electron/main/codes/create-codes.ts';
import { createThrottle, type Throttle } from '../../../electron/main/connections/throttle.ts';
import type { CallOptions } from '../../../electron/main/reseller/client.ts';
import type { EppAnswer } from '../../../electron/main/reseller/operations/domain.ts';
import { clientOf } from '../named-operations.ts';
import { aVirtualTime, type VirtualTime } from '../time/virtual-time.ts';
import { anAccount } from '../fake-world.ts';
import {
  aSecretClipboard,
  codeWindows,
  type FakeCodeWindows,
  type FakeSecretClipboard,
} from './code-windows.ts';

/** What the service says to one asking. */
export type Answer = (options: CallOptions) => Promise<Result<EppAnswer>> | Result<EppAnswer>;

export const aCode =
  (code: string): Answer =>
  () =>
    ok({ kind: 'code', code: new Secret(code) });
export const emailed: Answer = () => ok({ kind: 'emailed-to-registrant' });
export const failing =
  (error: AppError): Answer =>
  () =>
    fail(error);
/** A complete answer that is kept, and then what it comes to. */
export const answering =
  (error: AppError, answer = '{"secret":"[masked]"}', status = 200): Answer =>
  ({ onAnswer }) => {
    onAnswer?.({ operation: 'readEppCode', status, answer });
    return fail(error);
  };

type Lines = (Omit<CodeAccess, 'outcome'> & { outcome: CodeAccess['outcome'] })[];

/** The codes over a service, a clipboard and windows in memory, in a time that stands still by itself. */
export interface CodesWorld {
  readonly codes: Codes;
  /** One click of the account a1, answered. */
  readonly take: (deed?: 'copy' | 'reveal', domain?: string) => Promise<Result<CodeTaken>>;
  /** The account's order of asking. */
  readonly throttle: Throttle;
  readonly time: VirtualTime;
  readonly clipboard: FakeSecretClipboard;
  readonly windows: FakeCodeWindows;
  /** Of the next askings, one after the other; then each is a code of its own. */
  readonly answers: Answer[];
  /** Which domains the service was asked for. */
  readonly asked: readonly string[];
  readonly lines: Lines;
  readonly announced: readonly CodesNow[];
  /** The opened files that were closed without having been asked to. */
  readonly closed: readonly string[];
  readonly bugs: readonly unknown[];
  /** What a test changes as it goes. */
  readonly given: {
    activeId: string | null;
    clearAfterS: number;
    journalError: AppError | null;
    /** Aborted and replaced where an account is edited. */
    connection: AbortController;
  };
}

export function aCodesWorld(
  made: { readonly windows?: FakeCodeWindows; readonly deps?: Partial<CodesDeps> } = {},
): CodesWorld {
  const time = aVirtualTime();
  const { windows = codeWindows() } = made;
  const clipboard = aSecretClipboard();
  const answers: Answer[] = [];
  const asked: string[] = [];
  const lines: Lines = [];
  const announced: CodesNow[] = [];
  const closed: string[] = [];
  const bugs: unknown[] = [];
  const given: CodesWorld['given'] = {
    activeId: 'a1',
    clearAfterS: 15,
    journalError: null,
    connection: new AbortController(),
  };
  const throttle = createThrottle({ concurrency: 4, requestsPerSecond: 0 }, time.timer);
  const connectionOf = (id: string): CodeConnection => ({
    account: { id, label: `Account ${id}`, colour: 'blue' },
    throttle,
    ended: given.connection.signal,
    client: clientOf({
      async readEppCode({ domain }, options = {}) {
        if (options.signal?.aborted === true) return fail({ kind: 'cancelled' });
        asked.push(domain);
        const answer = answers.shift() ?? aCode(`code-${asked.length}-Ab#`);
        const read = await answer(options);
        return read.ok ? ok({ ...read.value, answer: '{"eppcode":"[masked]"}' }) : read;
      },
    }),
  });
  const codes = createCodes({
    workspace: aWorkspace(given, lines),
    connections: { of: (id) => Promise.resolve(ok(connectionOf(id))) },
    portfolio: {
      find: () => Promise.resolve(fail({ kind: 'invalid-input', field: 'name', reason: 'Not there' })),
    },
    openWindow: windows.open,
    clipboard,
    openCodeFile: () => Promise.reject(new Error('No file is opened here')),
    announce: (now) => announced.push(now),
    announceClosed: ({ id }) => closed.push(id),
    newId: () => '00000000-0000-4000-8000-000000000001',
    timer: time.timer,
    now: time.now,
    onBug: (thrown) => bugs.push(thrown),
    ...made.deps,
  });
  const take: CodesWorld['take'] = (deed = 'copy', domain = 'example.com') =>
    time.outcomeOf(codes.take('a1', domain, deed));
  return {
    codes,
    take,
    throttle,
    time,
    clipboard,
    windows,
    answers,
    asked,
    lines,
    announced,
    closed,
    bugs,
    given,
  };
}

const accounts = ['a1', 'a2'].map((id) => ({
  ...anAccount({ id, label: `Account ${id}` }),
  key: { place: 'none' as const, savedAt: null },
}));

/** As much of a workspace as codes need, in memory. */
function aWorkspace(given: CodesWorld['given'], lines: Lines): CodesDeps['workspace'] {
  const settings = {
    limits: defaultLimits,
    colourScheme: 'system',
    density: 'comfortable',
    keepFindingsDays: 365,
    refreshOnOpen: true,
    registryEnabled: false,
    assistantsEnabled: false,
    checkNameservers: true,
    registryBootstrap: 'https://data.iana.org/rdap/dns.json',
    searchTldSetId: 'x',
    onboarded: true,
    notifications: true,
    backgroundRefresh: true,
    quietHours: null,
    appLock: false,
    appLockAfterMin: 10,
    protectSecretWindows: true,
    checkForUpdates: false,
  } as const;
  const nothing = (): never => {
    throw new Error('Not asked here');
  };
  return {
    accounts: {
      active: () => given.activeId,
      list: () => accounts,
      ...{
        save: nothing,
        remove: nothing,
        noteKey: nothing,
        noteTrouble: nothing,
        select: nothing,
        hasDomains: nothing,
      },
      ...{ contents: nothing, endBatches: nothing, hide: nothing, restore: nothing, hidden: nothing },
    },
    settings: {
      read: () => ({ ...settings, clearClipboardAfterS: given.clearAfterS }),
      write: nothing,
    },
    codeAccesses: {
      ask(access) {
        if (given.journalError !== null) return Promise.resolve(fail(given.journalError));
        lines.push({ ...access, seq: lines.length + 1, outcome: null });
        return Promise.resolve(ok({ kind: 'written', seq: lines.length }));
      },
      conclude({ access, outcome }) {
        if (given.journalError !== null) return Promise.resolve(fail(given.journalError));
        const line = lines[access - 1];
        if (line === undefined) throw new Error('There is no such access');
        line.outcome = outcome;
        return Promise.resolve(ok({ kind: 'written', seq: access }));
      },
      note(access) {
        if (given.journalError !== null) return Promise.resolve(fail(given.journalError));
        lines.push({ ...access, seq: lines.length + 1, outcome: 'code' });
        return Promise.resolve(ok({ kind: 'written', seq: lines.length }));
      },
      list: ({ domain, accountId }) =>
        Promise.resolve(
          ok(lines.filter((line) => line.domain === domain && line.accountId === accountId).reverse()),
        ),
      ...{ page: nothing, health: nothing },
    },
  };
}

export const unreadable: AppError = { kind: 'unreadable', status: 200, why: 'wrong-shape' };
export const refused: AppError = { kind: 'refused', why: 'permission', status: 403, said: 'Not allowed' };

export const kindOf = (taken: Result<CodeTaken>): string => (taken.ok ? taken.value.kind : taken.error.kind);
