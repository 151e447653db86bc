import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PracticeService, startPracticeService } from '../../../../electron/main/practice/service.ts';
import type { ChangeKind } from '../../../../shared/domain/change.ts';
import { askOf, type AskedChange, serviceSeed } from '../asks.ts';
import { login, midHour } from '../engine.ts';
import { type KillFront, type KillFrontRequest, startKillFront } from './kill-front.ts';
import type { KillPoint } from './points.ts';
import type { RunnerInput, RunnerLine } from './runner-input.ts';

/** One kill. */
export interface Kill {
  readonly accountId: string;
  readonly point: KillPoint;
  readonly kind: ChangeKind;
  readonly carried: KillFrontRequest['carried'];
  readonly seed: number;
}

/** What is left after it: the service goes on. */
export interface Left {
  readonly asked: AskedChange;
  readonly service: PracticeService;
  readonly front: KillFront;
  readonly baseUrl: string;
  /** The change that the process said it had written down; null where it did not come so far. */
  readonly begunId: string | null;
  readonly wasKilled: boolean;
  readonly stop: () => Promise<void>;
}

const runner = fileURLToPath(new URL('runner.ts', import.meta.url));
/** A process that is not dead by then was not killed at its point. */
const patienceMs = 30_000;

/** @param directory Of the workspace; free of any owner, and again when this resolves. */
export async function killOne(
  directory: string,
  { accountId, point, kind, carried, seed }: Kill,
): Promise<Left> {
  const service = await startPracticeService({ ...login, seed: serviceSeed, now: midHour });
  const asked = askOf(kind, service, `${seed}-${accountId}`);
  const victim: { kill: () => void } = { kill: () => undefined };
  const front = await startKillFront({ port: service.port, point, carried, kill: () => victim.kill() });
  const baseUrl = front.url(new URL(service.baseUrl).pathname);
  const { domain, ask } = asked;
  const input: RunnerInput = { directory, baseUrl, accountId, domain, ask, point };
  const { lines, wasKilled } = await runUntilDead(input, victim);
  const begun = lines.find((line) => 'begun' in line);
  return {
    asked,
    service,
    front,
    baseUrl,
    begunId: begun !== undefined && 'begun' in begun ? begun.begun : null,
    wasKilled,
    async stop() {
      await front.stop();
      await service.stop();
    },
  };
}

/** Of compiled sources, for all processes: they are started hundreds of times. */
const cacheOf = (directory: string): string => join(directory, '..', '..', 'compiled');

async function runUntilDead(
  input: RunnerInput,
  victim: { kill: () => void },
): Promise<{ readonly lines: readonly RunnerLine[]; readonly wasKilled: boolean }> {
  const told = join(input.directory, '..', `${input.accountId}.json`);
  mkdirSync(dirname(told), { recursive: true });
  writeFileSync(told, JSON.stringify(input));
  const child = spawn(process.execPath, [runner, told], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cacheOf(input.directory) },
  });
  victim.kill = () => void child.kill('SIGKILL');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('"over"')) child.kill('SIGTERM');
  });
  const impatience = setTimeout(() => child.kill('SIGTERM'), patienceMs);
  const signal = await new Promise((resolve) => {
    child.once('close', (_code, by) => resolve(by));
  });
  clearTimeout(impatience);
  const lines = said.split('\n').filter((line) => line.endsWith('}'));
  return {
    lines: lines.map((line) => JSON.parse(line) as RunnerLine), // by runner.ts
    wasKilled: signal === 'SIGKILL',
  };
}
