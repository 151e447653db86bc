import type { CodeOutcome } from '#shared/domain/code.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Connection } from '../../connections/connections.ts';
import { classifyFailure, mostInARow } from '../../jobs/failures.ts';
import { type Halt, Job, type Step } from '../../jobs/job.ts';
import { readCredits } from '../../reseller/operations/credits-tlds-version.ts';
import { readEppCode } from '../../reseller/operations/domain.ts';
import type { Secret } from '../../system/secret.ts';
import type { Given } from '../../system/timing.ts';
import { type AccessJournal, outcomeOfRead } from '../asking.ts';
import { codeRow, type EncryptedFile } from './encrypted-file.ts';

/** The parts of a connection that are used here. */
export interface CodeExportConnection {
  readonly client: Pick<Connection['client'], 'read' | 'readOnce'>;
  readonly throttle: Pick<Connection['throttle'], 'lane'>;
  readonly ended: AbortSignal;
}

export interface CodeExportConnections {
  readonly of: (accountId: string) => Promise<Result<CodeExportConnection>>;
}

interface CodeExportRunDeps extends Given<'now' | 'timer'> {
  readonly account: { readonly id: string; readonly label: string };
  readonly domains: readonly string[];
  readonly connections: CodeExportConnections;
  readonly journal: Pick<AccessJournal, 'asked' | 'answered'>;
  readonly file: Pick<EncryptedFile, 'put'>;
  readonly on: {
    readonly settled: (index: number, outcome: CodeOutcome, error: AppError | null) => void;
    /** Null: the export continues. */
    readonly waits: (why: AppError | null) => void;
  };
  /** Returns an incident id. */
  readonly onBug: (thrown: unknown) => string;
  /** Aborted to request no more codes. */
  readonly stop: AbortSignal;
  /** Aborted to cancel a pending request, too. */
  readonly hurry: AbortSignal;
}

/** The result of one request for a code. */
interface Asked {
  /** The access's number in the journal. */
  readonly access: number;
  readonly outcome: CodeOutcome;
  readonly code: Secret | null;
  readonly error: AppError | null;
}

/**
 * Requests the code of each domain once, one after the other, and writes the results to the file. A request that may have reached
 * the service is never repeated; one of which no byte was sent is repeated as soon as possible.
 *
 * @returns Null when it has finished or was stopped; otherwise why it cannot go on. What was fetched is in the file in any case.
 */
export async function askForAll(deps: CodeExportRunDeps): Promise<AppError | null> {
  const { account, domains, connections, stop, on } = deps;
  const way = { failuresInARow: 0 };
  let index = 0;
  // Set where it happens: a request that fails after a stop is still reported.
  let trouble: AppError | null = null;
  const failed = (error: AppError): Halt => {
    trouble = error;
    return { kind: 'stop', error };
  };
  const job = new Job<number, CodeExportConnection>(
    {
      connect: () => connections.of(account.id),
      lane: ({ throttle }, start) => throttle.lane(start),
      atOnce: 1,
      next: () => (index < domains.length ? index : null),
      isThrough: () => index >= domains.length,
      async work(at, { client }) {
        const asked = await ask(deps, at, client);
        if (!asked.ok) return failed(asked.error);
        const step = stepAfter(asked.value, way);
        if (!isOpen(asked.value, step)) index += 1;
        const unkept = await keep(deps, at, asked.value, step);
        if (unkept !== null) return failed(unkept);
        if (step.kind === 'next') await job.goesWell();
        return step.kind === 'stop' && step.error !== null ? failed(step.error) : step;
      },
      // A code is requested only once, so it is not used as a probe.
      async probe({ client }) {
        const read = await client.read(readCredits, null, { signal: stop });
        return read.ok || !isOfTheWay(read.error);
      },
      failed,
      showWaiting: on.waits,
      conclude: () => Promise.resolve(null),
    },
    deps,
  );
  await job.run(stop);
  return trouble;
}

const domainAt = ({ domains }: CodeExportRunDeps, index: number): string => {
  const domain = domains[index];
  if (domain === undefined) throw new Error(`There is no row ${index}`);
  return domain;
};

async function ask(
  deps: CodeExportRunDeps,
  index: number,
  client: CodeExportConnection['client'],
): Promise<Result<Asked>> {
  const { journal, account, hurry } = deps;
  const domain = domainAt(deps, index);
  const access = await journal.asked(account, domain, 'save');
  if (!access.ok) return fail(access.error);
  let wasAnswered = false;
  const onAnswer = (): void => void (wasAnswered = true);
  const read = await client.readOnce(readEppCode, { domain }, { signal: hurry, onAnswer });
  return ok({
    access: access.value,
    outcome: outcomeOfRead(read, wasAnswered),
    code: read.ok && read.value.kind === 'code' ? read.value.code : null,
    error: read.ok ? null : read.error,
  });
}

/** A domain that was not requested, because no request is possible, stays open: the failure is not the domain's. */
const isOpen = ({ outcome }: Asked, { kind }: Step): boolean => kind !== 'next' && outcome === 'not-sent';

/** Keeps the outcome in the file and in the journal: in the file first, so that no later failure loses the code. */
async function keep(
  deps: CodeExportRunDeps,
  index: number,
  asked: Asked,
  step: Step,
): Promise<AppError | null> {
  const unput = isOpen(asked, step) ? null : settle(deps, index, asked);
  const answered = await deps.journal.answered(asked.access, asked.outcome);
  return unput ?? (answered.ok ? null : answered.error);
}

function settle(deps: CodeExportRunDeps, index: number, asked: Asked): AppError | null {
  const { outcome, code, error } = asked;
  deps.on.settled(index, outcome, error);
  const at = deps.now().toISOString();
  const put = deps.file.put(codeRow({ domain: domainAt(deps, index), outcome, code, error, at }));
  return put.ok ? null : put.error;
}

function stepAfter({ error, outcome }: Asked, way: { failuresInARow: number }): Step {
  if (error === null) {
    way.failuresInARow = 0;
    return { kind: 'next' };
  }
  const failure = failureOf(error, outcome);
  switch (failure) {
    case 'item':
      way.failuresInARow = 0;
      return { kind: 'next' };
    case 'perhaps-all':
      way.failuresInARow += 1;
      if (way.failuresInARow < mostInARow) return { kind: 'next' };
      way.failuresInARow = 0;
      return { kind: 'wait', error };
    case 'wait':
    case 'later':
    case 'retry':
      return { kind: 'wait', error };
    case 'stop':
      return { kind: 'stop', error };
    default:
      return assertNever(failure);
  }
}

/** A request without an answer may have been received: it counts as a failure of the connection, whatever its error. */
function failureOf(error: AppError, outcome: CodeOutcome) {
  if (outcome === 'no-answer') return 'perhaps-all';
  return classifyFailure(error, outcome === 'not-sent' ? 'code-unsent' : 'code');
}

/** A refusal to read the credit is an answer: the service is available. */
function isOfTheWay(error: AppError): boolean {
  if (error.kind === 'refused') return error.why === 'rate' || error.why === 'server';
  return error.kind === 'unreachable' || error.kind === 'unreadable' || error.kind === 'cancelled';
}
