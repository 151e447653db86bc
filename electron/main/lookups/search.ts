import type { AppError } from '#shared/app-error.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { fail, type Result } from '#shared/result.ts';
import { knownFindings, type StoredFindings } from './known.ts';
import { inParts, namesOf, type Question } from './question.ts';
import type { Throttle } from '../connections/throttle.ts';
import { unknownBecause } from './unknown.ts';

/** A question of the Search screen, under the id that the page gave it. */
export interface SearchQuestion extends Question {
  readonly searchId: string;
}

export interface FailedRequest {
  readonly tlds: readonly string[];
  readonly error: AppError;
}

/** What a search needs of one account. */
export interface SearchedAccount {
  readonly id: string;
  readonly throttle: Throttle;
  /** How many TLDs one request may ask for. */
  readonly tldsPerRequest: number;
  /** Asks the service and keeps what it answered, before it returns. */
  readonly lookUp: (question: Question, signal: AbortSignal) => Promise<Result<readonly Finding[]>>;
}

export interface SearchDeps {
  readonly stored: StoredFindings;
  readonly announceFindings: (searchId: string, findings: readonly Finding[]) => void;
  readonly announceFinished: (
    searchId: string,
    failures: readonly FailedRequest[],
    cancelled: boolean,
  ) => void;
  /** Takes what was thrown where nobody waits for it: a bug. */
  readonly onBug: (thrown: unknown) => void;
  readonly now: () => Date;
}

export interface Search {
  /** Starts asking and returns at once with the number of requests; the findings are announced as they come. */
  readonly start: (account: SearchedAccount, question: SearchQuestion) => number;
  /** Ends a search; what is on its way is given up. An unknown id is passed over: it may just have finished. */
  readonly cancel: (searchId: string) => void;
  readonly cancelAll: () => void;
}

/** Small enough that the first findings come soon, large enough that forty TLDs are not forty requests. */
const tldsPerPart = 10;

/** The Search screen's questions: one name, many TLDs, findings as they come. */
export function createSearch(deps: SearchDeps): Search {
  const running = new Map<string, AbortController>();

  async function run(
    account: SearchedAccount,
    parts: readonly SearchQuestion[],
    searchId: string,
  ): Promise<void> {
    const abort = new AbortController();
    running.get(searchId)?.abort();
    running.set(searchId, abort);
    const failures = await Promise.all(parts.map((part) => ask(deps, account, part, abort.signal)));
    if (running.get(searchId) === abort) running.delete(searchId);
    deps.announceFinished(
      searchId,
      failures.filter((failure) => failure !== null),
      abort.signal.aborted,
    );
  }

  return {
    start(account, question) {
      const parts = inParts(question, Math.min(tldsPerPart, account.tldsPerRequest));
      run(account, parts, question.searchId).catch(deps.onBug);
      return parts.length;
    },
    cancel: (searchId) => running.get(searchId)?.abort(),
    cancelAll: () => running.forEach((abort) => abort.abort()),
  };
}

async function ask(
  deps: SearchDeps,
  account: SearchedAccount,
  part: SearchQuestion,
  signal: AbortSignal,
): Promise<FailedRequest | null> {
  const answer = await throttled(account, part, signal);
  if (answer.ok) {
    deps.announceFindings(part.searchId, answer.value);
    return null;
  }
  if (!signal.aborted) await announceUnknown(deps, account, part, answer.error);
  return { tlds: part.tlds, error: answer.error };
}

/** A request that failed takes nothing away: only names of which nothing is known become `unknown`. */
async function announceUnknown(
  deps: SearchDeps,
  account: SearchedAccount,
  part: SearchQuestion,
  error: AppError,
): Promise<void> {
  const known = await knownFindings(deps.stored, account.id, part);
  const names = known.ok ? known.value.filter((finding) => finding.kind === 'unchecked') : namesOf(part);
  if (names.length === 0) return;
  const at = deps.now();
  deps.announceFindings(
    part.searchId,
    names.map(({ domain, tld }) => unknownBecause(domain, tld, error, at)),
  );
}

async function throttled(
  account: SearchedAccount,
  part: Question,
  signal: AbortSignal,
): Promise<Result<readonly Finding[]>> {
  try {
    return await account.throttle.run(() => account.lookUp(part, signal), signal);
  } catch (thrown) {
    if (signal.aborted) return fail({ kind: 'cancelled' });
    throw thrown;
  }
}
