import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect } from '@playwright/test';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { launcherName } from '../../../scripts/lib/packaged/places.mjs';
import { ground, type PackagedGround } from '../application/launch-namedesk.ts';
import { processTree } from '../../bench/window/process-memory.ts';

export const packaged = (): PackagedGround => {
  const { packaged: found } = ground();
  if (found === undefined) throw new Error('These tests run by tests/packaged/playwright.config.ts alone.');
  return found;
};

export interface ReleaseOptions {
  /** Where it keeps everything; told to it by its own switch. Without one, no such switch is given. */
  readonly userDataDir?: string;
  readonly args?: readonly string[];
  /** Over the environment of the run; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Another file than what people start: the runtime itself, or one of another folder. */
  readonly program?: string;
  /** Before the program: `prlimit …`. */
  readonly wrapper?: readonly string[];
  readonly input?: string;
  readonly cwd?: string;
}

/** A running release, seen from outside: nothing is attached to it. */
export interface Release {
  readonly pid: number;
  readonly out: () => string;
  readonly err: () => string;
  readonly hasEnded: () => boolean;
  /** The exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Whether the page is there and has asked main for something. */
  readonly isUp: () => boolean;
  /** Sends SIGTERM and, after a while, SIGKILL. */
  readonly stop: () => Promise<number | null>;
  readonly signal: (name: NodeJS.Signals) => void;
  /** What a debugger would read and write: descriptors 3 and 4. */
  readonly debuggerPipe: { readonly write: (text: string) => void; readonly heard: () => string };
}

const timeoutMs = 10_000;

/** Ends a test that hangs, and judges no speed: on a busy machine a start may take a minute. */
export const upTimeoutMs = 90_000;

/** Once its page is there. */
export async function up(release: Release): Promise<Release> {
  await expect.poll(release.isUp, { timeout: upTimeoutMs, message: release.err() }).toBe(true);
  return release;
}

/** Starts the installed release as an ordinary user would. */
export function startRelease(options: ReleaseOptions): Release {
  const { installed } = packaged();
  const [command = '', ...args] = lineOf(options);
  const child = spawn(command, args, {
    env: { ...ground().env, ...options.env },
    cwd: options.cwd ?? installed,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, toDebugger, fromDebugger] = child.stdio as unknown as Pipes; // each is a pipe: see above
  const [out, err, heard] = [collected(stdout), collected(stderr), collected(fromDebugger)];
  // A program that has ended, or does not listen there.
  for (const pipe of [stdin, toDebugger]) pipe.on('error', () => undefined);
  stdin.end(options.input);
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      hasEnded = true;
      resolve(code);
    });
  });
  return {
    pid: child.pid ?? 0,
    out,
    err,
    hasEnded: () => hasEnded,
    ended,
    isUp: () => isUpIn(options.userDataDir),
    stop: async () => {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const code = await ended;
      clearTimeout(insist);
      return code;
    },
    signal: (name) => void child.kill(name),
    debuggerPipe: { write: (text) => void toDebugger.write(text), heard },
  };
}

type Pipes = readonly [Writable, Readable, Readable, Writable, Readable];

function lineOf({ userDataDir, program, args = [], wrapper = [] }: ReleaseOptions): readonly string[] {
  const { installed, asUser } = packaged();
  const start = [...asUser, ...wrapper, program ?? join(installed, launcherName)];
  if (userDataDir === undefined) return [...start, ...args];
  ownFolder(userDataDir, ground().user ?? undefined);
  return [...start, `--user-data-dir=${userDataDir}`, ...args];
}

const isUpIn = (userDataDir: string | undefined): boolean =>
  userDataDir !== undefined && existsSync(join(userDataDir, 'workspace', 'workspace.sqlite'));

function collected(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  stream.on('error', () => undefined);
  return () => text;
}

/** The lines of the log of a release, as they stand on the disk. */
export const logOf = (userDataDir: string): string => {
  const file = join(userDataDir, 'logs', 'namedesk.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** TCP ports that some process of the tree listens at: `127.0.0.1:9222` as /proc writes it, in hexadecimal digits. */
export function listeningPorts(root: number): readonly string[] {
  const inodes = new Set(processTree(root).flatMap(socketsOf));
  return ['tcp', 'tcp6'].flatMap((table) =>
    linesOf(`/proc/net/${table}`)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listening && inodes.has(fields[9] ?? ''))
      .map((fields) => fields[1] ?? ''),
  );
}

/** Source: proc_net_tcp(5): fields 2 (local address), 4 (state) and 10 (inode). */
const listening = '0A';

/** The inodes of a process's sockets; none of a process that has ended or lets nobody look. */
function socketsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => socketAt(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

function socketAt(link: string): readonly string[] {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(link))?.slice(1) ?? [];
  } catch {
    return []; // closed since it was listed
  }
}

const linesOf = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(1);
  } catch {
    return []; // a machine without IPv6 has no such table
  }
};

export interface Member {
  readonly pid: number;
  /** `main`, `renderer`, `zygote`, `gpu-process`; `utility:` and its name. */
  readonly kind: string;
}

/** The processes of a release by what they do. */
export const membersOf = (root: number): readonly Member[] =>
  processTree(root).map((pid) => ({ pid, kind: pid === root ? 'main' : kindOf(pid) }));

function kindOf(pid: number): string {
  const line = commandLineOf(pid);
  const type = /--type=([\w-]+)/.exec(line)?.[1] ?? 'other';
  const part = /--utility-sub-type=([\w.-]+)/.exec(line)?.[1];
  return part === undefined ? type : `${type}:${part}`;
}

/** A process may write its own command line, as Chromium's do: then words are parted by spaces. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // ended since it was listed
  }
}

/** The soft and the hard limit of core files, in bytes. Source: proc_pid_limits(5). */
export const coreLimitsOf = (pid: number): readonly string[] =>
  /^Max core file size +(\S+) +(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.slice(1) ?? [];
