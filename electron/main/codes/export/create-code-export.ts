import type { CodeExport, CodeExportFile, CodeExportRow, CodeOutcome } from '#shared/domain/code.ts';
import { isUnreadCode, notReadText } from '#shared/domain/not-read.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { standsThere } from '../../system/files.ts';
import { Secret } from '../../system/secret.ts';
import { coalesce, type Coalesced, type Given, type Timer } from '../../system/timing.ts';
import type { AccessJournal } from '../asking.ts';
import type { CodeExportAsk } from '../codes.ts';
import {
  codeRowsHead,
  type EncryptedFile,
  openEncryptedFile,
  type StartEncryptor,
} from './encrypted-file.ts';
import { askForAll, type CodeExportConnections } from './run.ts';
import { codeOutcomes, isCodePage } from '#shared/domain/code-actions.ts';
import { passphraseFault } from '#shared/domain/bounds.ts';

interface CodeExportsDeps extends LiveCodeExportDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly startEncryptor: StartEncryptor;
  readonly newId: () => string;
}

/** The most that the page accepts. */
const mostKept = 100;
/** How long shutdown waits for a pending answer. */
const timeoutMs = 1_500;
/** What a row takes besides its domain: a code, a sentence, a time. */
const rowBytes = 250;
/** What the page around them takes, and how much longer they get as armour: 65 characters for 48 bytes. */
const page = { bytes: 250_000, growth: 1.36 } as const;

/** Exports many codes to one file that is encrypted with a passphrase, in the age format. */
export type CodeExports = ReturnType<typeof createCodeExports>;

export function createCodeExports(deps: CodeExportsDeps) {
  /** Newest first. */
  const all: LiveCodeExport[] = [];
  const beginning = new Set<string>();
  const closing = new AbortController();

  const find = (id: string): LiveCodeExport | undefined => all.find((each) => each.codeExport().id === id);

  const list = (): readonly CodeExport[] => all.map((each) => each.codeExport());

  async function begin(ask: CodeExportAsk): Promise<Result<CodeExport>> {
    const account = deps.accounts.find(ask.accountId);
    if (!account.ok) return account;
    const { path, passphrase } = ask;
    const domains = [...new Set(ask.domains)];
    const bytes = domains.reduce((sum, domain) => sum + domain.length + rowBytes, 1_024);
    const roomBytes = isCodePage(path) ? page.bytes + Math.ceil(bytes * page.growth) : bytes;
    const file = await openEncryptedFile({ path, passphrase, roomBytes }, deps.startEncryptor);
    if (!file.ok) return file;
    const { id, label } = account.value;
    const live = new LiveCodeExport(deps, {
      id: deps.newId(),
      account: { id, label },
      path,
      domains,
      file: file.value,
    });
    all.unshift(live);
    all.splice(mostKept);
    if (closing.signal.aborted) live.stop();
    return ok(live.codeExport());
  }

  return {
    /** Starts an export; progress is announced. Fails with: `no-account`, `invalid-input`, `storage` (the file cannot be created). */
    async start(ask: CodeExportAsk): Promise<Result<CodeExport>> {
      const problem = problemWith(ask) ?? isTaken(ask.path, all, beginning);
      if (problem !== null) return fail({ kind: 'invalid-input', ...problem });
      beginning.add(ask.path);
      try {
        return await begin(ask);
      } finally {
        beginning.delete(ask.path);
      }
    },
    /** Newest first. */
    list,
    /** As `list`, after checking whether each finished file still exists. */
    async listWithFiles(): Promise<readonly CodeExport[]> {
      await Promise.all(all.map((each) => each.findFile()));
      return list();
    },
    rows: (id: string, ...page: Parameters<Tally['rows']>) =>
      find(id)?.rows(...page) ?? { rows: [], total: 0 },
    /** Requests no more codes; the file is finished with those that were fetched. */
    stop: (id: string) => find(id)?.stop(),
    /** Resolves when the export has ended. */
    ended: (id: string) => find(id)?.ended ?? Promise.reject(new Error('There is no such export')),
    /** As `stop` for each running export, then waits for the files. */
    async close() {
      closing.abort();
      await endAll(
        all.filter((each) => each.isRunning()),
        deps.timer,
      );
    },
  };
}

async function endAll(running: readonly LiveCodeExport[], timer: Timer): Promise<void> {
  for (const each of running) each.stop();
  const ended = Promise.all(running.map((each) => each.ended));
  const timeout = new AbortController();
  const impatient = timer
    .sleep(timeoutMs, timeout.signal)
    .then(() => running.forEach((each) => each.hurry()))
    .catch(() => undefined); // Aborted: all have ended in time.
  await ended;
  timeout.abort();
  await impatient;
}

interface Problem {
  readonly field: string;
  readonly reason: string;
}

function problemWith({ domains, passphrase }: CodeExportAsk): Problem | null {
  if (domains.length === 0) return { field: 'domains', reason: 'No domain was chosen' };
  const reason = passphraseFault(passphrase.reveal());
  return reason === null ? null : { field: 'passphrase', reason };
}

function isTaken(
  path: string,
  all: readonly LiveCodeExport[],
  beginning: ReadonlySet<string>,
): Problem | null {
  const isWritten = all.some((each) => each.isRunning() && each.codeExport().path === path);
  return isWritten || beginning.has(path)
    ? { field: 'path', reason: 'Codes are already being written to this file: choose another one' }
    : null;
}

interface LiveCodeExportDeps extends Given<'now' | 'timer'> {
  readonly connections: CodeExportConnections;
  readonly journal: Pick<AccessJournal, 'asked' | 'answered'>;
  readonly announce: (codeExport: CodeExport) => void;
  /** Returns an incident id. */
  readonly onBug: (thrown: unknown) => string;
}

interface LiveCodeExportAsk extends Pick<CodeExportAsk, 'path' | 'domains'> {
  readonly id: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly file: EncryptedFile;
}

const emitPauseMs = 100;

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', resolve, { once: true });
  });

/** One code export, from its first domain to its file. */
export class LiveCodeExport {
  readonly ended: Promise<CodeExport>;
  readonly #deps: LiveCodeExportDeps;
  readonly #ask: LiveCodeExportAsk;
  readonly #tally: Tally;
  readonly #news: Coalesced;
  readonly #stop = new AbortController();
  readonly #hurry = new AbortController();
  readonly #startedAt: string;
  #end: Pick<CodeExport, 'state' | 'endedAt' | 'error'> = { state: 'running', endedAt: null, error: null };
  #file: CodeExportFile = 'none';
  #waitsFor: AppError | null = null;

  constructor(deps: LiveCodeExportDeps, ask: LiveCodeExportAsk) {
    this.#deps = deps;
    this.#ask = ask;
    this.#tally = createTally(ask.domains);
    this.#news = coalesce(() => deps.announce(this.codeExport()), emitPauseMs, deps.timer);
    this.#startedAt = deps.now().toISOString();
    this.ended = this.#run();
  }

  codeExport(): CodeExport {
    const { id, account, path } = this.#ask;
    return {
      id,
      accountId: account.id,
      accountLabel: account.label,
      path,
      file: this.#file,
      ...this.#tally.standing(),
      startedAt: this.#startedAt,
      ...this.#end,
      waitsFor: this.#waitsFor,
    };
  }

  rows(...page: Parameters<Tally['rows']>): ReturnType<Tally['rows']> {
    return this.#tally.rows(...page);
  }

  isRunning(): boolean {
    return this.#end.state === 'running';
  }

  /** Checks whether the finished file still exists. */
  async findFile(): Promise<void> {
    if (this.#file === 'none') return;
    this.#file = (await standsThere(this.#ask.path)) ? 'there' : 'gone';
  }

  /** Stops the export; a pending request is waited for. */
  stop(): void {
    this.#stop.abort();
  }

  /** Cancels a pending request too: its code may be lost, and has to be requested again. */
  hurry(): void {
    this.#stop.abort();
    this.#hurry.abort();
  }

  async #run(): Promise<CodeExport> {
    // It is among what runs before the first answer.
    this.#news.now();
    const trouble = await this.#guarded(() => this.#fill());
    const unkept = await this.#guarded(() => this.#finish());
    const error = unkept ?? trouble;
    this.#waitsFor = null;
    this.#end = { state: this.#stateAfter(error), endedAt: this.#deps.now().toISOString(), error };
    this.#news.now();
    return this.codeExport();
  }

  #stateAfter(error: AppError | null): CodeExport['state'] {
    if (error !== null) return 'failed';
    const { asked, total } = this.#tally.standing();
    return asked === total ? 'done' : 'stopped';
  }

  async #fill(): Promise<AppError | null> {
    const { account, domains, file } = this.#ask;
    const stop = this.#stop.signal;
    // A code is requested once, so not before it is certain that it can be encrypted.
    await Promise.race([file.ready, aborted(stop)]);
    file.put(new Secret(codeRowsHead));
    return askForAll({
      ...this.#deps,
      account,
      domains,
      file,
      on: {
        settled: (index, outcome, error) => {
          this.#tally.settle(index, outcome, error);
          this.#news.soon();
        },
        waits: (why) => {
          this.#waitsFor = why;
          this.#news.soon();
        },
      },
      stop,
      hurry: this.#hurry.signal,
    });
  }

  /** Keeps the file, which lists each requested domain even where no code came. Nothing is kept where none was requested. */
  async #finish(): Promise<AppError | null> {
    const { file } = this.#ask;
    if (this.#tally.standing().asked === 0) {
      await file.discard();
      return null;
    }
    const kept = await file.keep();
    if (!kept.ok) return kept.error;
    this.#file = 'there';
    return null;
  }

  async #guarded(call: () => Promise<AppError | null>): Promise<AppError | null> {
    try {
      return await call();
    } catch (thrown) {
      return { kind: 'bug', incidentId: this.#deps.onBug(thrown) };
    }
  }
}

type Standing = Pick<CodeExport, 'total' | 'asked' | 'outcomes' | 'notRead'>;

/** The outcomes of an export's domains so far. */
type Tally = ReturnType<typeof createTally>;

function createTally(domains: readonly string[]) {
  const rows: CodeExportRow[] = domains.map((domain, index) => ({
    index,
    domain,
    outcome: null,
    error: null,
  }));
  const failed: CodeExportRow[] = [];
  const unread: CodeExportRow[] = [];
  const outcomes = Object.fromEntries(codeOutcomes.map((outcome) => [outcome, 0])) as Record<
    CodeOutcome,
    number
  >; // Proof: made from the list of all outcomes.
  let asked = 0;
  return {
    standing: (): Standing => ({
      total: rows.length,
      asked,
      outcomes: { ...outcomes },
      notRead: notReadText(unread.map((row) => (row.error === null ? '' : sentencesFor(row.error).happened))),
    }),
    settle(index: number, outcome: CodeOutcome, error: AppError | null) {
      const row = rows[index];
      if (row === undefined) throw new Error(`There is no row ${index}`);
      const settled = { ...row, outcome, error };
      rows[index] = settled;
      asked += 1;
      outcomes[outcome] += 1;
      if (outcome !== 'code') failed.push(settled);
      if (isUnreadCode(outcome)) unread.push(settled);
    },
    rows(
      which: 'all' | 'failed' | 'not-read',
      offset: number,
      limit: number,
    ): { readonly rows: readonly CodeExportRow[]; readonly total: number } {
      const shown = { all: rows, failed, 'not-read': unread }[which];
      return { rows: shown.slice(offset, offset + limit), total: shown.length };
    },
  };
}
