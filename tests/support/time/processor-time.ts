// How much work something is, in time of the processor: on a busy machine it hardly changes, while the time on the clock grows without
// end. Waiting is not in it.

/** What this process takes of the processor with all its threads while `work` runs, in milliseconds. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

interface Stretches {
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** How long this thread is held at a time while `work` runs: what it takes of the processor between two turns of its clock. */
export async function stretchesWhile(work: () => Promise<unknown>): Promise<Stretches> {
  const stretches: number[] = [];
  let before = process.threadCpuUsage();
  const note = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    stretches.push((user + system) / 1_000);
    before = process.threadCpuUsage();
  };
  const clock = setInterval(note, 1);
  await work().finally(() => clearInterval(clock));
  note();
  const sorted = stretches.toSorted((a, b) => a - b);
  return { p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longestMs: sorted.at(-1) ?? 0 };
}
