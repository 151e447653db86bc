/** Lets `call` through at most once in `pauseMs`; what came in between is not made up for. */
export function everySoOften<A extends readonly unknown[]>(
  pauseMs: number,
  nowMs: () => number,
  call: (...args: A) => void,
): (...args: A) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (nowMs() - lastMs < pauseMs) return;
    lastMs = nowMs();
    call(...args);
  };
}
