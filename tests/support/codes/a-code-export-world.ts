import type { AppError } from '../../../shared/errors.ts';
import type { CodeExport } from '../../../shared/domain/code.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { CodeExportConnection } from '../../../electron/main/codes/export/run.ts';
import { LiveCodeExport } from '../../../electron/main/codes/export/create-code-export.ts';
import type { EncryptedFile } from '../../../electron/main/codes/export/encrypted-file.ts';
import { clientOf } from '../named-operations.ts';
import { aFreeLane } from '../batches/a-batches-world.ts';
import { aVirtualTime } from '../time/virtual-time.ts';

export const offline: AppError = { kind: 'unreachable', why: 'offline' };
export const lost: AppError = { kind: 'unreachable', why: 'no-answer-in-time' };

/** What the service says to one asking: a code, `emailed`, an error, or something later. */
export type Said = string | AppError | Promise<string>;

/** Savings over a service, a journal and a file that stand in memory, in a time that jumps. */
export class CodeExportWorld {
  readonly time = aVirtualTime();
  /** What each asking of a domain is answered with, in order; then, and where nothing is said, `code-of-<domain>`. */
  readonly said = new Map<string, Said[]>();
  /** What reading the credit fails with; null where it goes well. */
  credits: AppError | null = null;
  /** What comes instead of a connection. */
  connecting: AppError | null = null;
  /** What the journal cannot do, and from which line on. */
  journalFails: { readonly line: 'asked' | 'answered'; readonly at: number } | null = null;
  /** What putting a row into the file fails with, from which row on (the head is row 0). */
  fileFullAt = Number.POSITIVE_INFINITY;
  keeping: Result<null> = ok(null);
  ready: Promise<void> = Promise.resolve();
  /** Everything that happened, in its order. */
  readonly happened: string[] = [];
  readonly announced: CodeExport[] = [];
  readonly announcedAtMs: number[] = [];
  readonly bugs: unknown[] = [];
  /** What is refused is refused before the code is asked for. */
  refusesBefore = false;
  ending = new AbortController();
  #put: string[] = [];
  #lines = 0;

  /** The lines of the file, the head among them; empty where there is none. */
  get file(): readonly string[] {
    return this.happened.includes('keep') ? this.#put : [];
  }

  get asked(): readonly string[] {
    return this.happened.filter((each) => each.startsWith('GET ')).map((each) => each.slice(4));
  }

  start(domains: readonly string[]): LiveCodeExport {
    return new LiveCodeExport(
      {
        connections: { of: () => Promise.resolve(this.#connection()) },
        journal: {
          asked: (_account, domain, deed) => Promise.resolve(this.#line('asked', `${deed} ${domain}`)),
          answered: (access, outcome) => {
            const line = this.#line('answered', `${access} ${outcome}`);
            return Promise.resolve(line.ok ? ok(null) : line);
          },
        },
        announce: (codeExport) => {
          this.announced.push(codeExport);
          this.announcedAtMs.push(this.time.timer.nowMs());
        },
        timer: this.time.timer,
        now: this.time.now,
        onBug: (thrown) => {
          this.bugs.push(thrown);
          return 'BUG';
        },
      },
      { id: 's1', account: { id: 'a1', label: 'Acme' }, path: '/codes.age', domains, file: this.#file() },
    );
  }

  outcomeOf(domains: readonly string[]): Promise<CodeExport> {
    return this.time.outcomeOf(this.start(domains).ended);
  }

  #connection(): Result<CodeExportConnection> {
    if (this.connecting !== null) return fail(this.connecting);
    return ok({
      client: clientOf({
        readEppCode: async ({ domain }, { onAnswer } = {}) => {
          this.happened.push(`GET ${domain}`);
          const said = await (this.said.get(domain)?.shift() ?? `code-of-${domain}`);
          if (typeof said === 'string' || (said.kind === 'refused' && !this.refusesBefore))
            onAnswer?.({ operation: 'readEppCode', status: 200, answer: '' });
          if (typeof said !== 'string') return fail(said);
          return said === 'emailed'
            ? ok({ kind: 'emailed-to-registrant', answer: '' })
            : ok({ kind: 'code', code: new Secret(said), answer: '' });
        },
        readCredits: () => {
          this.happened.push('credits');
          return Promise.resolve(
            this.credits === null ? ok({ amount: '1.00', answer: '' }) : fail(this.credits),
          );
        },
      }),
      throttle: { lane: aFreeLane },
      ended: this.ending.signal,
    });
  }

  #line(line: 'asked' | 'answered', what: string): Result<number> {
    if (this.journalFails?.line === line && this.#lines >= this.journalFails.at)
      return fail({ kind: 'storage', fault: 'full' });
    this.#lines += 1;
    this.happened.push(`${line} ${what}`);
    return ok(this.#lines);
  }

  #file(): EncryptedFile {
    return {
      ready: this.ready,
      put: (text) => {
        if (this.#put.length >= this.fileFullAt) return fail({ kind: 'storage', fault: 'full' });
        this.happened.push('put');
        this.#put.push(text.reveal());
        return ok(null);
      },
      keep: () => {
        if (this.keeping.ok) this.happened.push('keep');
        return Promise.resolve(this.keeping);
      },
      discard: () => {
        this.happened.push('discard');
        return Promise.resolve();
      },
    };
  }
}

/** So many domains, `name-0.com` first. */
export const someDomains = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `name-${number}.com`);
