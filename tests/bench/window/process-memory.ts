import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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

/** In MB (10⁶ bytes). */
export interface PrivateMemory {
  /** Of files, such as the runtime's own code; what another process maps as well is not in it. */
  readonly clean: number;
  readonly dirty: number;
}

/**
 * What a tree of processes has for itself alone: the sums of `Private_Clean` and `Private_Dirty`. What they share, as the runtime's own
 * code, is on no account; nor is what any other process on the machine happens to share with them.
 *
 * Source: proc_pid_smaps(5).
 */
export function privateMegabytes(root: number): PrivateMemory {
  const kilobytes = { Clean: 0, Dirty: 0 };
  for (const pid of processTree(root)) {
    const rollup = contentOf(`/proc/${String(pid)}/smaps_rollup`) ?? '';
    for (const kind of ['Clean', 'Dirty'] as const)
      kilobytes[kind] += Number(new RegExp(`^Private_${kind}: +(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0);
  }
  return { clean: (kilobytes.Clean * 1_024) / 1e6, dirty: (kilobytes.Dirty * 1_024) / 1e6 };
}

/**
 * How many processes outside the tree run the same program. They share its code with the tree, which then has up to 60 MB less for
 * itself: where this is not 0 on both sides, the figure says nothing.
 */
export function othersLike(root: number): number {
  const program = programOf(root);
  const tree = new Set(processTree(root));
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && !tree.has(Number(name)) && programOf(Number(name)) === program,
  ).length;
}

function programOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${String(pid)}/exe`);
  } catch {
    // It has ended, or it is another user's and none of ours.
    return null;
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended since it was listed.
    return null;
  }
}
