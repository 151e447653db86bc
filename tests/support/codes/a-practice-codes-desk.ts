import type { CodeTaken } from '../../../shared/domain/code.ts';
import { defaultAccountOptions } from '../../../shared/domain/account.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { createCodes } from '../../../electron/main/codes/create-codes.ts';
import { createStatusBoard } from '../../../electron/main/connections/status-board.ts';
import { createThrottle } from '../../../electron/main/connections/throttle.ts';
import { createNoteConnections, notedCodes } from '../../../electron/main/diagnostics/noted.ts';
import { createLogger } from '../../../electron/main/system/log.ts';
import type { FaultPlan } from '../../../electron/main/practice/faults/fault.ts';
import { startPracticeService } from '../../../electron/main/practice/service.ts';
import { parseBaseUrl } from '../../../electron/main/reseller/base-url.ts';
import { createResellerClient } from '../../../electron/main/reseller/client.ts';
import { openWorkspace, type Workspace } from '../../../electron/main/workspace/workspace.ts';
import { aFastTime } from '../time/fast-time.ts';
import { aDirectory, anAccount, valueOf, workerUrl } from '../workspace/a-workspace.ts';
import { aSecretClipboard, type FakeSecretClipboard } from './a-secret-clipboard.ts';
import { codeWindows, type FakeCodeWindows } from './code-windows.ts';

const username = 'reseller@example.com';
const apiKey = 'CANARY-api-key-1234';

/** Codes over a workspace on disk and a practice service on loopback, through real HTTP. */
export interface PracticeCodesDesk {
  readonly workspace: Workspace;
  readonly directory: string;
  readonly domain: string;
  readonly clipboard: FakeSecretClipboard;
  readonly windows: FakeCodeWindows;
  /** Everything that was answered to the page, announced or logged, as JSON text. */
  readonly said: readonly string[];
  readonly bugs: readonly unknown[];
  readonly take: (deed: 'copy' | 'reveal') => Promise<Result<CodeTaken>>;
  /** How many requests for a code have arrived. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
}

export async function aPracticeCodesDesk(faults: FaultPlan = []): Promise<PracticeCodesDesk> {
  const directory = aDirectory();
  const workspace = valueOf(await openWorkspace({ directory: directory.path, workerUrl }));
  valueOf(await workspace.accounts.save(anAccount()));
  valueOf(await workspace.accounts.select({ id: 'a1' }));
  const { timer, now } = aFastTime(1);
  const service = await startPracticeService({ username, apiKey, now, faults, rememberRequests: 1_000 });
  const domain = service.domains()[0]?.name ?? '';
  const said: string[] = [];
  const bugs: unknown[] = [];
  const say = (what: unknown): void => void said.push(JSON.stringify(what));
  const log = createLogger({ write: (line) => void said.push(line) }, now);
  const noteConnection = createNoteConnections(log);
  const board = createStatusBoard((status) => {
    noteConnection(status);
    say(status);
  });
  const client = createResellerClient({
    service: {
      baseUrl: valueOf(parseBaseUrl(service.baseUrl)),
      username,
      options: { ...defaultAccountOptions, timeoutMs: 2_000 },
    },
    key: () => Promise.resolve(ok(new Secret(apiKey))),
    now,
    random: () => 0.5,
    sleep: timer.sleep,
    onDeviation: say,
    onOutcome: (outcome) => board.heard('a1', outcome, null),
    onExchange: say,
  });
  const clipboard = aSecretClipboard();
  const windows = codeWindows();
  const connection = {
    account: { id: 'a1', label: 'Acme', colour: 'blue' as const },
    client,
    throttle: createThrottle({ concurrency: 4, requestsPerSecond: null }, timer),
    ended: new AbortController().signal,
  };
  const codes = notedCodes(
    createCodes({
      workspace,
      connections: { of: () => Promise.resolve(ok(connection)) },
      portfolio: {
        find: () => Promise.resolve(fail({ kind: 'invalid-input', field: 'name', reason: 'Not there' })),
      },
      openWindow: windows.open,
      clipboard,
      announce: say,
      timer,
      now,
      onBug: (thrown) => {
        bugs.push(thrown);
        log.bug(thrown);
      },
    }),
    log,
  );
  return {
    workspace,
    directory: directory.path,
    domain,
    clipboard,
    windows,
    said,
    bugs,
    async take(deed) {
      const taken = await codes.take('a1', domain, deed);
      say(taken);
      say(codes.now());
      say(await codes.accesses('a1', domain));
      return taken;
    },
    asked: () => service.requests().filter(({ path }) => path.endsWith('/eppcode')).length,
    async close() {
      await codes.close();
      await client.close();
      await service.stop();
      await workspace.close();
      directory.remove();
    },
  };
}
