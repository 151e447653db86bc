import type { AppError } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CodeOutcome } from '#shared/domain/code.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Secret } from '../../accounts/secret.ts';
import type { AccessJournal } from '../access-journal.ts';
import { outcomeOfRead } from '../asking-outcome.ts';
import type { AccountLine, SavingConnection } from './account-line.ts';
import { verdictOn } from './asking-verdict.ts';
import { codeRow } from './code-rows.ts';
import type { SavingPauses } from './saving-pauses.ts';
import type { SealedFile } from './sealed-file.ts';

export interface SavingRunDeps {
  readonly account: { readonly id: string; readonly label: string };
  readonly domains: readonly string[];
  readonly journal: Pick<AccessJournal, 'asked' | 'answered'>;
  readonly line: AccountLine;
  readonly pauses: SavingPauses;
  readonly file: Pick<SealedFile, 'put'>;
  readonly on: {
    readonly settled: (index: number, outcome: CodeOutcome, error: AppError | null) => void;
    /** Null: it goes on. */
    readonly waits: (why: AppError | null) => void;
  };
  readonly now: () => Date;
  /** Ask for no more. */
  readonly stop: AbortSignal;
  /** Give up what is on its way, too. */
  readonly hurry: AbortSignal;
}

/** What one asking came to. */
interface Asked {
  /** The access's number in the journal. */
  readonly access: number;
  readonly outcome: CodeOutcome;
  readonly code: Secret | null;
  readonly error: AppError | null;
}

/** So many failures one after the other that may be of the way are of the way. */
const mostInARow = 8;

/**
 * Asks for the code of each domain once, one after the other, and puts what comes into the file. A request that may have
 * reached the service is never repeated; one of which not a byte left is, as soon as it can be.
 *
 * @returns Null when it is through or was stopped; else why it cannot go on. What was fetched is in the file in any case.
 */
export async function askForAll(deps: SavingRunDeps): Promise<AppError | null> {
  const way = { failuresInARow: 0 };
  for (let index = 0; index < deps.domains.length && !deps.stop.aborted;) {
    const step = await askForOne(deps, index, way);
    if (step.kind === 'failed') return step.error;
    if (step.kind !== 'again') index += 1;
    if (step.kind === 'next') continue;
    deps.on.waits(step.error.kind === 'cancelled' ? null : step.error);
    const trouble = await deps.pauses.after(step.error);
    if (trouble !== null) return trouble;
    deps.on.waits(null);
  }
  return null;
}

/** `again`: it was not asked. `pause`: it was, and the next one is asked later. */
type Step =
  { readonly kind: 'next' } | { readonly kind: 'again' | 'pause' | 'failed'; readonly error: AppError };

async function askForOne(deps: SavingRunDeps, index: number, way: { failuresInARow: number }): Promise<Step> {
  const domain = deps.domains[index];
  if (domain === undefined) throw new Error(`There is no row ${index}`);
  const ran = await deps.line.run((client) => ask(deps, domain, client), deps.stop);
  if (!ran.ok) return { kind: 'failed', error: ran.error };
  if (ran.value === null) return { kind: 'next' };
  if (!ran.value.ok) return { kind: 'failed', error: ran.value.error };
  const asked = ran.value.value;
  const after = stepAfter(asked, way);
  // First into the file: what fails afterwards costs no code.
  const unput = isSettled(asked, after) ? settle(deps, index, domain, asked) : null;
  const answered = await deps.journal.answered(asked.access, asked.outcome);
  if (unput !== null) return { kind: 'failed', error: unput };
  if (!answered.ok) return { kind: 'failed', error: answered.error };
  if (after.kind === 'next') deps.pauses.goesWell();
  return after;
}

/** A domain that was not asked since nothing can be asked stays open: it is not the domain's failure. */
const isSettled = ({ outcome }: Asked, { kind }: Step): boolean =>
  kind === 'next' || kind === 'pause' || (kind === 'failed' && outcome !== 'not-sent');

async function ask(
  { journal, account, hurry }: SavingRunDeps,
  domain: string,
  client: SavingConnection['client'],
): Promise<Result<Asked>> {
  const access = await journal.asked(account, domain, 'save');
  if (!access.ok) return fail(access.error);
  let wasAnswered = false;
  const onAnswer = (): void => void (wasAnswered = true);
  const read = await client.readEppCode({ domain }, { signal: hurry, onAnswer });
  return ok({
    access: access.value,
    outcome: outcomeOfRead(read, wasAnswered),
    code: read.ok && read.value.kind === 'code' ? read.value.code : null,
    error: read.ok ? null : read.error,
  });
}

function settle(deps: SavingRunDeps, index: number, domain: string, asked: Asked): AppError | null {
  const { outcome, code, error } = asked;
  deps.on.settled(index, outcome, error);
  const put = deps.file.put(codeRow({ domain, outcome, code, error, at: deps.now().toISOString() }));
  return put.ok ? null : put.error;
}

function stepAfter({ error, outcome }: Asked, way: { failuresInARow: number }): Step {
  if (error === null) {
    way.failuresInARow = 0;
    return { kind: 'next' };
  }
  const verdict = verdictOn(error, outcome);
  switch (verdict) {
    case 'row':
      way.failuresInARow = 0;
      return { kind: 'next' };
    case 'perhaps-all':
      way.failuresInARow += 1;
      if (way.failuresInARow < mostInARow) return { kind: 'next' };
      way.failuresInARow = 0;
      return { kind: 'pause', error };
    case 'pause':
      return { kind: 'pause', error };
    case 'again':
      return { kind: 'again', error };
    case 'all':
      return { kind: 'failed', error };
    default:
      return assertNever(verdict);
  }
}
