import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PracticeService, startPracticeService } from '../../../../electron/main/practice/service.ts';
import type { ChangeKind } from '../../../../shared/domain/change-kinds.ts';
import { type Exchange, startRawServer } from '../../../support/raw-server/raw-server.ts';
import { type AskedChange, askOf, serviceSeed } from '../asks.ts';
import { login, midHour } from '../engine.ts';
import { answerOfService, writesIn } from '../front.ts';
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

/** Stands between a process and its service, and kills it when the write, its answer or a read after it has come so far. */
interface KillFront {
  readonly url: (path: string) => string;
  /** How many writes have arrived, whole or in part. */
  readonly writes: () => number;
  readonly wholeRequests: () => number;
  readonly isCarried: () => boolean;
  /** Hands the service what it was sent and has not been given yet. */
  readonly carryLate: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface KillFrontRequest {
  /** Of the practice service. */
  readonly port: number;
  readonly point: KillPoint;
  /** Whether the service is handed a request after which the process is killed at once. */
  readonly carried: 'never' | 'at once' | 'late';
  readonly kill: () => void;
}

/** So long a process has to read what came before it is killed. */
const readingMs = 15;

async function startKillFront({ port, point, carried, kill }: KillFrontRequest): Promise<KillFront> {
  let [isCarried, hasAnswered, wholeRequests] = [false, false, 0];
  let left: Exchange | null = null;

  const carry = async (exchange: Exchange): Promise<string> => {
    isCarried = true;
    return await answerOfService(port, exchange.received());
  };

  async function written(exchange: Exchange): Promise<void> {
    await exchange.request;
    wholeRequests += 1;
    if (point === 'after the whole request') {
      if (carried === 'at once') await carry(exchange);
      if (carried === 'late') left = exchange;
      kill();
      return;
    }
    const answer = await carry(exchange);
    const head = answer.indexOf('\r\n\r\n') + 4;
    if (point === 'after the head of the answer') sendThenKill(exchange.socket, answer.slice(0, head));
    else if (point === 'within the answer') {
      sendThenKill(exchange.socket, answer.slice(0, Math.ceil((head + answer.length) / 2)));
    } else {
      hasAnswered = true;
      exchange.socket.end(answer, 'latin1');
    }
  }

  function sendThenKill(socket: Socket, part: string): void {
    socket.write(part, 'latin1', () => setTimeout(kill, readingMs));
  }

  const server = await startRawServer((exchange) => {
    exchange.socket.once('data', (chunk: Buffer) => {
      if (writesIn(chunk.toString('latin1')) > 0) void written(exchange);
      else relay(exchange.socket, chunk);
    });
  });

  function relay(socket: Socket, first: Buffer): void {
    const service = connect(port, '127.0.0.1');
    service.on('error', () => socket.destroy());
    service.on('close', () => socket.destroy());
    socket.on('close', () => service.destroy());
    const heard = (): void => {
      if (hasAnswered && point === 'while it is read back') kill();
    };
    heard();
    socket.on('data', heard);
    service.write(first);
    socket.pipe(service).pipe(socket);
  }

  return {
    url: (path) => `${server.url}${path}`,
    writes: () => writesIn(server.received()),
    wholeRequests: () => wholeRequests,
    isCarried: () => isCarried,
    async carryLate() {
      if (left !== null) await carry(left);
      left = null;
    },
    stop: server.stop,
  };
}
