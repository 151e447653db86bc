import type { AppError } from '#shared/app-error.ts';
import type { CodeSaving, CodeSavingFile } from '#shared/domain/code.ts';
import { standsThere } from '../../files/part-file.ts';
import { Secret } from '../../accounts/secret.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { AccessJournal } from '../access-journal.ts';
import type { CodeSavings, SavingAsk } from '../codes.ts';
import { type AccountLine, createAccountLine, type SavingConnections } from './account-line.ts';
import { codeRowsHead } from './code-rows.ts';
import { type PacedNews, pacedNews } from './paced-news.ts';
import { createSavingPauses } from './saving-pauses.ts';
import { askForAll } from './saving-run.ts';
import type { SealedFile } from './sealed-file.ts';
import { createTally, type Tally } from './tally.ts';

export interface LiveSavingDeps {
  readonly connections: SavingConnections;
  readonly journal: Pick<AccessJournal, 'asked' | 'answered'>;
  readonly announce: (saving: CodeSaving) => void;
  readonly timer: Timer;
  readonly now: () => Date;
  /** Answers with an incident id. */
  readonly onBug: (thrown: unknown) => string;
}

export interface LiveSavingAsk extends Pick<SavingAsk, 'path' | 'domains'> {
  readonly id: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly file: SealedFile;
}

const announcePauseMs = 100;

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', resolve, { once: true });
  });

/** One saving, from its first domain to its file. */
export class LiveSaving {
  readonly ended: Promise<CodeSaving>;
  readonly #deps: LiveSavingDeps;
  readonly #ask: LiveSavingAsk;
  readonly #tally: Tally;
  readonly #news: PacedNews;
  readonly #line: AccountLine;
  readonly #stop = new AbortController();
  readonly #hurry = new AbortController();
  readonly #startedAt: string;
  #end: Pick<CodeSaving, 'state' | 'endedAt' | 'error'> = { state: 'running', endedAt: null, error: null };
  #file: CodeSavingFile = 'none';
  #waitsFor: AppError | null = null;

  constructor(deps: LiveSavingDeps, ask: LiveSavingAsk) {
    this.#deps = deps;
    this.#ask = ask;
    this.#tally = createTally(ask.domains);
    this.#news = pacedNews(announcePauseMs, deps.timer, () => deps.announce(this.saving()));
    this.#line = createAccountLine(deps.connections, ask.account.id);
    this.#startedAt = deps.now().toISOString();
    this.ended = this.#run();
  }

  saving(): CodeSaving {
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

  rows(...page: Parameters<Tally['rows']>): ReturnType<CodeSavings['rows']> {
    return this.#tally.rows(...page);
  }

  isRunning(): boolean {
    return this.#end.state === 'running';
  }

  /** Looks whether the file that was put there still is. */
  async lookForFile(): Promise<void> {
    if (this.#file === 'none') return;
    this.#file = (await standsThere(this.#ask.path)) ? 'there' : 'gone';
  }

  /** What is on its way is waited for. */
  stop(): void {
    this.#stop.abort();
  }

  /** What is on its way is given up, too: its code may be lost, and has to be asked for again. */
  hurry(): void {
    this.#stop.abort();
    this.#hurry.abort();
  }

  async #run(): Promise<CodeSaving> {
    const trouble = await this.#guarded(() => this.#fill());
    const unkept = await this.#guarded(() => this.#finish());
    const error = unkept ?? trouble;
    this.#line.leave();
    this.#waitsFor = null;
    this.#end = { state: this.#stateAfter(error), endedAt: this.#deps.now().toISOString(), error };
    this.#news.now();
    return this.saving();
  }

  #stateAfter(error: AppError | null): CodeSaving['state'] {
    if (error !== null) return 'failed';
    const { asked, total } = this.#tally.standing();
    return asked === total ? 'done' : 'stopped';
  }

  async #fill(): Promise<AppError | null> {
    const { account, domains, file } = this.#ask;
    const { journal, timer, now } = this.#deps;
    const stop = this.#stop.signal;
    // A code is asked for once: not before it is sure that it can be encrypted.
    await Promise.race([file.ready, aborted(stop)]);
    file.put(new Secret(codeRowsHead));
    return askForAll({
      account,
      domains,
      journal,
      line: this.#line,
      pauses: createSavingPauses(this.#line, timer, stop),
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
      now,
      stop,
      hurry: this.#hurry.signal,
    });
  }

  /** A file says what became of each domain that was asked, also where not one code came. Of nothing there is none. */
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
