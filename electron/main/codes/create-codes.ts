import type { CodesNow } from '#shared/domain/code.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Timer } from '../connections/throttle.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { asciiName } from '../reseller/operations/parts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createAccessJournal } from './access-journal.ts';
import type { CodeConnection } from './ask-once.ts';
import { createClipboardKeeper } from './clipboard-keeper.ts';
import type { OpenCodeWindow } from './code-window.ts';
import type { Codes } from './codes.ts';
import type { SecretClipboard } from './secret-clipboard.ts';
import { createShownCodes } from './shown-codes.ts';
import { take, type TakeContext } from './take.ts';
import { createUnderWay } from './under-way.ts';

export interface CodesDeps {
  readonly workspace: Pick<Workspace, 'accounts' | 'codeAccesses' | 'settings'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<CodeConnection>> };
  readonly portfolio: Pick<Portfolio, 'find'>;
  readonly openWindow: OpenCodeWindow;
  readonly clipboard: SecretClipboard;
  readonly announce: (now: CodesNow) => void;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly onBug: (thrown: unknown) => void;
}

export function createCodes(deps: CodesDeps): Codes {
  const { clipboard, announce } = deps;
  const now = (): CodesNow => ({
    clipboard: keeper.held(),
    shown: shown.now(),
    canHint: clipboard.canHint,
  });
  const onChange = (): void => announce(now());
  const keeper = createClipboardKeeper({ ...deps, onChange });
  const shown = createShownCodes({ ...deps, onChange });
  const journal = createAccessJournal(deps);
  const context: TakeContext = { ...deps, journal, keeper, shown };
  const underWay = createUnderWay(deps.timer);
  let away = new AbortController();
  let isClosed = false;

  async function leave(): Promise<void> {
    away.abort(new Error('The user went away'));
    away = new AbortController();
    await keeper.clear();
  }

  return {
    async take(accountId, name, deed) {
      if (isClosed) return fail({ kind: 'cancelled' });
      const ascii = asciiName('domain', name);
      if (!ascii.ok) return ascii;
      const which = `${accountId} ${ascii.value}`;
      const result = await underWay.once(which, async () => {
        const { signal } = away;
        const connected = await deps.connections.of(accountId);
        if (!connected.ok) return connected;
        const connection = connected.value;
        const wanted = AbortSignal.any([signal, connection.ended]);
        return await take(context, { connection, domain: ascii.value, deed, signal: wanted });
      });
      return result ?? ok({ kind: 'declined', why: 'busy' });
    },
    accesses: journal.of,
    now,
    async clearClipboard() {
      await keeper.clear();
      return now();
    },
    leave,
    async close() {
      isClosed = true;
      await leave();
      await underWay.settled();
      // Of what came at the last moment.
      await keeper.clear();
    },
  };
}
