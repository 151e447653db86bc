import type { Given } from '../system/timing.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { Finding, UnknownCause } from '#shared/domain/finding.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import { type AppError, saidIn } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import type { Throttle } from '../connections/throttle.ts';
import { throttled } from '../jobs/waiting.ts';
import { inNotation, lookup } from '../reseller/operations/lookup.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A request of the Search screen, under the id that the page gave it. */
interface SearchQuestion extends Question {
  readonly searchId: string;
}

export interface FailedRequest {
  readonly tlds: readonly string[];
  readonly error: AppError;
}

/** The parts of an account that a search needs. */
export interface SearchedAccount {
  readonly id: string;
  readonly throttle: Throttle;
  /** The most TLDs in one request. */
  readonly tldsPerRequest: number;
  /** Asks the service, and stores the answer before it returns. */
  readonly lookUp: (question: Question, signal: AbortSignal) => Promise<Result<readonly Finding[]>>;
}

export interface SearchDeps extends Given<'now' | 'onBug'> {
  readonly stored: StoredFindings;
  readonly announceFindings: (searchId: string, findings: readonly Finding[]) => void;
  readonly announceFinished: (
    searchId: string,
    failures: readonly FailedRequest[],
    cancelled: boolean,
  ) => void;
}

export type Search = ReturnType<typeof createSearch>;

/** Small enough that the first findings come soon, large enough that forty TLDs are not forty requests. */
const tldsPerPart = 10;

/** Searches of the Search screen: one name, many TLDs, findings announced as they come. */
export function createSearch(deps: SearchDeps) {
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
    /** Starts the requests and returns at once with their number; the findings are announced as they come. */
    start(account: SearchedAccount, question: SearchQuestion): number {
      const parts = inParts(question, Math.min(tldsPerPart, account.tldsPerRequest));
      run(account, parts, question.searchId).catch(deps.onBug);
      return parts.length;
    },
    /** Cancels a search and its pending requests. An unknown id is ignored: the search may just have finished. */
    cancel: (searchId: string) => running.get(searchId)?.abort(),
    cancelAll: () => running.forEach((abort) => abort.abort()),
  };
}

async function ask(
  deps: SearchDeps,
  account: SearchedAccount,
  part: SearchQuestion,
  signal: AbortSignal,
): Promise<FailedRequest | null> {
  const answer = await throttled(account.throttle, () => account.lookUp(part, signal), signal);
  if (answer.ok) {
    deps.announceFindings(part.searchId, answer.value);
    return null;
  }
  if (!signal.aborted) await announceUnknown(deps, account, part, answer.error);
  return { tlds: part.tlds, error: answer.error };
}

/** Announces `unknown` after a failed request, but only for names without a stored finding, which would be replaced otherwise. */
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

/** One name under several TLDs. */
export interface Question {
  /** The second-level label as an A-label. */
  readonly label: string;
  /** As in the user's list. */
  readonly tlds: readonly string[];
}

/** One name under one TLD: the address in A-labels, the TLD as listed but without its dot. */
export interface AskedName {
  readonly domain: string;
  readonly tld: string;
}

/** The names that a question is about, in its order. */
const namesOf = (question: Question): readonly AskedName[] =>
  question.tlds.map((listed) => {
    const tld = bareTld(listed);
    return { domain: `${question.label}.${aLabelsOf(tld)}`, tld };
  });

/** Splits the question into parts of at most `size` TLDs. */
function inParts<Q extends Question>(question: Q, size: number): readonly Q[] {
  const parts: Q[] = [];
  for (let at = 0; at < question.tlds.length; at += size) {
    parts.push({ ...question, tlds: question.tlds.slice(at, at + size) });
  }
  return parts;
}

/** The stored findings of `domains` for one account; names without one are left out. */
export type StoredFindings = (
  accountId: string,
  domains: readonly string[],
) => Promise<Result<readonly Finding[]>>;

/** One finding for each name of the question, in its order: as stored, or `unchecked`. Never touches the network. */
export async function knownFindings(
  stored: StoredFindings,
  accountId: string,
  question: Question,
): Promise<Result<readonly Finding[]>> {
  const names = namesOf(question);
  const read = await stored(
    accountId,
    names.map((name) => name.domain),
  );
  if (!read.ok) return read;
  const byDomain = new Map(read.value.map((finding) => [finding.domain, finding]));
  return ok(names.map(({ domain, tld }) => byDomain.get(domain) ?? unchecked(domain, tld)));
}

const causes: Partial<Record<AppError['kind'], UnknownCause>> = {
  'no-account': 'no-key',
  'no-key': 'no-key',
  keychain: 'no-key',
  refused: 'refused',
  unreachable: 'unreachable',
  unreadable: 'unreadable',
  cancelled: 'cancelled',
};

/** The finding for a name without a usable answer, because the whole request failed. */
const unknownBecause = (domain: string, tld: string, error: AppError, at: Date): Finding => ({
  domain,
  tld,
  kind: 'unknown',
  cause: causes[error.kind] ?? 'unreadable',
  message: saidIn(error),
  checkedAt: at.toISOString(),
  prices: [],
});

/** The finding for a name that was never looked up. */
export const unchecked = (domain: string, tld: string): Finding => ({
  domain,
  tld,
  kind: 'unchecked',
  cause: null,
  message: '',
  checkedAt: null,
  prices: [],
});

/** The parts of a connection that a lookup needs. */
interface LookupConnection {
  readonly account: Pick<Connection['account'], 'id' | 'options'>;
  readonly client: Pick<Connection['client'], 'read'>;
  readonly throttle: Throttle;
}

/**
 * An account for Search, and for the prices of renewals. An answer is stored on the disk before it is returned.
 *
 * `lookUp` fails with: what the client's reads fail with, `storage`.
 */
export const searchedAccount = (
  { account, client, throttle }: LookupConnection,
  findings: Pick<Workspace['findings'], 'save'>,
): SearchedAccount => ({
  id: account.id,
  throttle,
  tldsPerRequest: account.options.tldsPerRequest,
  async lookUp({ label, tlds }, signal): Promise<Result<readonly Finding[]>> {
    const sent = tlds.map((tld) => inNotation(tld, account.options.tldNotation));
    const answered = await client.read(lookup, { label, tlds: sent }, { signal });
    if (!answered.ok) return answered;
    const found = answered.value.findings.map(({ finding }) => finding);
    const kept = await findings.save({
      accountId: account.id,
      findings: found,
      answer: answered.value.answer,
    });
    return kept.ok ? { ok: true, value: found } : kept;
  },
});
