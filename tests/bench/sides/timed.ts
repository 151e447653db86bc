export interface Timed<T> {
  readonly outcome: T;
  readonly seconds: number;
  /** Of all threads of this process. */
  readonly cpuSeconds: number;
}

/** Runs something and says what it cost this process. */
export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const outcome = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { outcome, seconds, cpuSeconds: (user + system) / 1e6 };
}
