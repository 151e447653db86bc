import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that descend from it. */
export function processTree(root: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const tree = new Set([root]);
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const [pid, parent] of parents) if (parent !== null && tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

/** Source: proc_pid_stat(5), field 4; the name before it may hold spaces. Null of a process that has ended. */
function parentOf(pid: number): number | null {
  const stat = contentOf(`/proc/${String(pid)}/stat`);
  return stat === null ? null : Number(stat.split(') ').at(-1)?.split(' ')[1]);
}

/**
 * What a tree of processes has for itself alone, in MB (10⁶ bytes): the sum of `Private_Clean` and `Private_Dirty`. What they share, as
 * the runtime's own code, is on no account.
 *
 * Source: proc_pid_smaps(5).
 */
export function privateMegabytes(root: number): number {
  let kilobytes = 0;
  for (const pid of processTree(root)) {
    const rollup = contentOf(`/proc/${String(pid)}/smaps_rollup`) ?? '';
    for (const [, amount = '0'] of rollup.matchAll(/^Private_\w+: +(\d+) kB$/gm)) kilobytes += Number(amount);
  }
  return (kilobytes * 1_024) / 1e6;
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended since it was listed.
    return null;
  }
}
