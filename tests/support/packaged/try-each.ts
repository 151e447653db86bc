import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { ground } from '../application/ground.ts';
import { type Attempt, type Canary, layCanary } from './attempts.ts';
import { listeningPorts } from './process-facts.ts';
import { type Release, startRelease } from './release.ts';

/** What came of one attempt. */
export interface Outcome {
  readonly name: string;
  /** Those that were listened at, at any moment. */
  readonly ports: readonly string[];
  readonly hasRunCode: boolean;
  /** What a debugger would have heard, by words or by its pipe. */
  readonly heard: string;
  /** That the attempt named and that are there now. */
  readonly files: readonly string[];
  /** The exit code; `up` where the window came up, `too slow` where neither was seen. */
  readonly end: number | 'up' | 'too slow';
}

type Attempts = (canary: Canary, scratch: string) => readonly Attempt[];

/**
 * Starts the release once for each attempt, and ends it.
 *
 * @param program Instead of what people start.
 */
export async function tryEach(
  attempts: Attempts,
  name: string,
  program?: string,
): Promise<readonly Outcome[]> {
  const { folder, user } = ground();
  const outcomes: Outcome[] = [];
  for (let index = 0; ; index++) {
    const canary = layCanary(`${name}-${index}`);
    const scratch = ownFolder(join(folder, 'canaries', `${name}-${index}`, 'scratch'), user ?? undefined);
    const tried = attempts(canary, scratch)[index];
    if (tried === undefined) return outcomes;
    const userDataDir = join(ownFolder(join(folder, 'attempts'), user ?? undefined), `${name}-${index}`);
    const release = startRelease({ ...tried, userDataDir, ...(program === undefined ? {} : { program }) });
    outcomes.push({ name: tried.name, ...(await outcomeOf(release, canary, [scratch, userDataDir])) });
  }
}

async function outcomeOf(
  release: Release,
  canary: Canary,
  [scratch, userDataDir]: readonly [string, string],
): Promise<Omit<Outcome, 'name'>> {
  release.debuggerPipe.write(`${JSON.stringify({ id: 1, method: 'Browser.getVersion' })}\0`);
  const ports = await portsUntilUp(release);
  const end = release.hasEnded() ? ((await release.ended) ?? -1) : release.isUp() ? 'up' : 'too slow';
  await release.stop();
  const portFile = 'DevToolsActivePort';
  return {
    ports,
    hasRunCode: existsSync(canary.file),
    heard: /(?:DevTools|Debugger) listening/.exec(release.err())?.[0] ?? release.debuggerPipe.heard(),
    files: [...readdirSync(scratch), ...(existsSync(join(userDataDir, portFile)) ? [portFile] : [])],
    end,
  };
}

const lookAgainMs = 20;
const patienceMs = 90_000;

async function portsUntilUp(release: Release): Promise<readonly string[]> {
  const seen = new Set<string>();
  const giveUpAtMs = performance.now() + patienceMs;
  for (;;) {
    for (const port of listeningPorts(release.pid)) seen.add(port);
    if (release.hasEnded() || release.isUp() || performance.now() > giveUpAtMs) return [...seen];
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
