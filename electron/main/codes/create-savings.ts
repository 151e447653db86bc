import type { CodeSaving } from '#shared/domain/code.ts';
import { longestPassphrase, shortestPassphrase } from '#shared/ipc/code-channel.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Timer } from '../connections/throttle.ts';
import type { CodeSavings, SavingAsk } from './codes.ts';
import type { StartEncryptor } from './savings/encryptor.ts';
import { LiveSaving, type LiveSavingDeps } from './savings/live-saving.ts';
import { openSealedFile } from './savings/sealed-file.ts';

export interface CodeSavingsDeps extends LiveSavingDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly startEncryptor: StartEncryptor;
  readonly newId: () => string;
}

/** As many as the page takes. */
const mostKept = 100;
/** How long the answer that is on its way is waited for when the program ends. */
const patienceMs = 1_500;
/** What a row takes beside its domain: a code, a sentence, an instant. */
const rowBytes = 250;

export function createCodeSavings(deps: CodeSavingsDeps): CodeSavings {
  /** The newest first. */
  const all: LiveSaving[] = [];
  const beginning = new Set<string>();
  const closing = new AbortController();

  const find = (id: string): LiveSaving | undefined => all.find((each) => each.saving().id === id);

  const list = (): readonly CodeSaving[] => all.map((each) => each.saving());

  async function begin(ask: SavingAsk): Promise<Result<CodeSaving>> {
    const account = await deps.accounts.find(ask.accountId);
    if (!account.ok) return account;
    const { path, passphrase } = ask;
    const domains = [...new Set(ask.domains)];
    const roomBytes = domains.reduce((sum, domain) => sum + domain.length + rowBytes, 1_024);
    const file = await openSealedFile({ path, passphrase, roomBytes }, deps.startEncryptor);
    if (!file.ok) return file;
    const { id, label } = account.value;
    const live = new LiveSaving(deps, {
      id: deps.newId(),
      account: { id, label },
      path,
      domains,
      file: file.value,
    });
    all.unshift(live);
    all.splice(mostKept);
    if (closing.signal.aborted) live.stop();
    return ok(live.saving());
  }

  return {
    async start(ask) {
      const problem = problemWith(ask) ?? isTaken(ask.path, all, beginning);
      if (problem !== null) return fail({ kind: 'invalid-input', ...problem });
      beginning.add(ask.path);
      try {
        return await begin(ask);
      } finally {
        beginning.delete(ask.path);
      }
    },
    list,
    async listWithFiles() {
      await Promise.all(all.map((each) => each.lookForFile()));
      return list();
    },
    rows: (id, which, offset, limit) => find(id)?.rows(which, offset, limit) ?? { rows: [], total: 0 },
    stop: (id) => find(id)?.stop(),
    ended: (id) => find(id)?.ended ?? Promise.reject(new Error('There is no such saving')),
    async close() {
      closing.abort();
      await endAll(
        all.filter((each) => each.isRunning()),
        deps.timer,
      );
    },
  };
}

async function endAll(running: readonly LiveSaving[], timer: Timer): Promise<void> {
  for (const each of running) each.stop();
  const ended = Promise.all(running.map((each) => each.ended));
  const patience = new AbortController();
  const impatient = timer
    .sleep(patienceMs, patience.signal)
    .then(() => running.forEach((each) => each.hurry()))
    .catch(() => undefined); // All have ended in time.
  await ended;
  patience.abort();
  await impatient;
}

interface Problem {
  readonly field: string;
  readonly reason: string;
}

function problemWith({ domains, passphrase }: SavingAsk): Problem | null {
  if (domains.length === 0) return { field: 'domains', reason: 'There is no domain to ask for' };
  const { length } = passphrase.reveal();
  if (length < shortestPassphrase)
    return {
      field: 'passphrase',
      reason: `The passphrase has to have ${shortestPassphrase} characters at least`,
    };
  return length <= longestPassphrase
    ? null
    : { field: 'passphrase', reason: `The passphrase can have ${longestPassphrase} characters at most` };
}

function isTaken(path: string, all: readonly LiveSaving[], beginning: ReadonlySet<string>): Problem | null {
  const isWritten = all.some((each) => each.isRunning() && each.saving().path === path);
  return isWritten || beginning.has(path)
    ? { field: 'path', reason: 'Codes are being written into this file already: choose another one' }
    : null;
}
