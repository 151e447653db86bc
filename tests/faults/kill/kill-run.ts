import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPracticeService } from '../../../electron/main/practice/service.ts';
import { kindOfCell } from '../../../shared/domain/session.ts';
import { createRandom } from '../../support/fuzz/random.ts';
import { asked, repeatsIn } from '../asked.ts';
import { whatIsTrue } from '../oracle.ts';
import { keepBooks, type Ledger } from './ledger.ts';
import { killMoments } from './moments.ts';
import type { RunnerInput } from './runner-input.ts';

export interface KillRequest {
  readonly seed: number;
  readonly kills: number;
  readonly names: number;
  /** How many requests are in flight at once. */
  readonly concurrency: number;
  /** How long the service takes for an answer. */
  readonly latencyMs: number;
}

/**
 * Two ways to look up. With many in flight a kill takes many; with two at a service that answers at once, whatever is not on
 * disk yet although its place was given to the next shows as more repeats than two.
 */
export const loads = [
  { concurrency: 16, latencyMs: 5 },
  { concurrency: 2, latencyMs: 0 },
] as const;

const tlds = ['com', 'net', 'org', 'info', 'dev', 'io', 'de', 'co.uk', 'com.au', 'co.za'];

/** Every cell answered as the service says, nothing lost, nothing asked again that no kill explains. */
export const isSound = (run: KillFigures, kills: number): boolean =>
  run.unanswered + run.wrong + run.lost + run.repeatsWithinARun === 0 &&
  run.repeats <= run.explainedRepeats &&
  Object.values(run.kills).reduce((sum, times) => sum + times, 0) === kills;

/** What came of a look-up whose process was killed again and again. */
export interface KillFigures extends Omit<Ledger, 'codes'> {
  readonly seed: number;
  readonly cells: number;
  /** Cells that are unchecked in the end. */
  readonly unanswered: number;
  /** Cells that say something else than the service, the unchecked ones too. */
  readonly wrong: number;
  readonly requests: number;
  /** Requests for what had been asked already. */
  readonly repeats: number;
  readonly seconds: number;
}

/** Looks names up in processes that are killed at moments all over the way, and compares the end with the service's own word. */
export async function killRun(request: KillRequest): Promise<KillFigures> {
  const startedAtMs = performance.now();
  const { seed, latencyMs, concurrency } = request;
  const names = Array.from({ length: request.names }, (_, index) => `quay${String(index).padStart(5, '0')}`);
  const login = { username: 'killed@example.com', apiKey: `killed-${String(seed)}` };
  const remembered = request.names * 2 + request.kills * concurrency;
  const service = await startPracticeService({ ...login, seed, latencyMs, rememberRequests: remembered });
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-kill-'));
  const directory = join(folder, 'workspace');
  const input: RunnerInput = { ...login, baseUrl: service.baseUrl, directory, names, tlds, concurrency };
  try {
    const moments = killMoments(request.kills, request.names, createRandom(seed));
    const { codes, ...ledger } = await keepBooks(input, moments, service);
    const truth = await whatIsTrue(seed, names, tlds);
    return {
      ...ledger,
      seed,
      cells: truth.length,
      unanswered: truth.filter((_, cell) => kindOfCell(codes[cell] ?? 0) === 'unchecked').length,
      wrong: truth.filter((kind, cell) => kindOfCell(codes[cell] ?? 0) !== kind).length,
      requests: service.requestCount(),
      repeats: repeatsIn(asked(service)),
      seconds: (performance.now() - startedAtMs) / 1_000,
    };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
