import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processTree } from '../../bench/window/process-memory.ts';

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
