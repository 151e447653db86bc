import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DeskTasks } from './desk.ts';
import type { DeskPoint, Said } from './protocol.ts';

type TaskName = keyof DeskTasks;
type GivenTo<T extends TaskName> = Parameters<DeskTasks[T]> extends [infer G] ? [G] : [];
type AnswerOf<T extends TaskName> = Awaited<ReturnType<DeskTasks[T]>>;

/** What a task of a desk that was killed ends with. */
export class Killed extends Error {}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (thrown: Error) => void;
}

const entry = fileURLToPath(new URL('desk.ts', import.meta.url));

/** What was compiled once is not compiled by every process that follows one that was killed. */
const cache = join(tmpdir(), 'namedesk-team-faults-compiled');

/** A process that can be a desk, again and again, until it is killed. */
export class DeskProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready = Promise.withResolvers<undefined>();
  #calls = 0;
  #isStopped = false;
  isDead = false;
  /** Asked at each point that it waits at; it goes on when this resolves. */
  onPoint: (point: DeskPoint) => Promise<unknown> = () => Promise.resolve();

  constructor() {
    // A process that is stopped or killed must not take the parent's terminal along.
    this.#child = spawn(process.execPath, [entry], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    this.#ready.promise.catch(() => undefined);
    this.#child.on('message', (said: Said) => this.#hear(said));
    this.#child.on('exit', () => this.#end());
  }

  async call<T extends TaskName>(task: T, ...given: GivenTo<T>): Promise<AnswerOf<T>> {
    await this.#ready.promise;
    if (this.isDead) throw new Killed(task);
    this.#calls += 1;
    const number = this.#calls;
    const answered = new Promise((resolve, reject) => void this.#waiting.set(number, { resolve, reject }));
    this.#child.send({ number, task, given: given[0] }, (error) => {
      if (error) this.#end();
    });
    return (await answered) as AnswerOf<T>; // Of the task, as the process has it.
  }

  kill(): void {
    this.isDead = true;
    this.#child.kill('SIGKILL');
    this.#end();
  }

  /** The process gets no processor until it goes on. */
  stop(): void {
    this.#isStopped = this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    if (this.#isStopped) this.#child.kill('SIGCONT');
    this.#isStopped = false;
  }

  #hear(said: Said): void {
    if ('isReady' in said) {
      this.#ready.resolve(undefined);
      return;
    }
    if ('at' in said) {
      void this.onPoint(said.at).then(() => {
        if (!this.isDead) this.#child.send({ pass: said.number }, () => undefined);
      });
      return;
    }
    const waiting = this.#waiting.get(said.number);
    this.#waiting.delete(said.number);
    if ('failed' in said) waiting?.reject(new Error(said.failed));
    else waiting?.resolve(said.value);
  }

  #end(): void {
    this.isDead = true;
    this.#ready.resolve(undefined);
    for (const { reject } of this.#waiting.values()) reject(new Killed('The desk was killed'));
    this.#waiting.clear();
  }
}

/** Processes that wait to be desks: starting one takes longer than most interleavings. */
export class DeskProcesses {
  readonly #spare: DeskProcess[] = [];
  readonly #all = new Set<DeskProcess>();
  readonly #wanted: number;

  constructor(wanted: number) {
    this.#wanted = wanted;
    this.#fill();
  }

  take(): DeskProcess {
    const taken = this.#spare.shift() ?? this.#start();
    this.#fill();
    return taken;
  }

  giveBack(process: DeskProcess): void {
    this.#all.delete(process);
    if (process.isDead) return;
    this.#all.add(process);
    this.#spare.push(process);
  }

  end(): void {
    for (const process of this.#all) process.kill();
  }

  #start(): DeskProcess {
    const started = new DeskProcess();
    this.#all.add(started);
    return started;
  }

  #fill(): void {
    while (this.#spare.length < this.#wanted) this.#spare.push(this.#start());
  }
}
