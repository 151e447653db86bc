/** What Chromium says of a frame that took 50 ms or more; its times are those of `performance.now`. Source: Long Animation Frames API. */
interface LongFrame extends PerformanceEntry {
  /** Where drawing began: what lies before it is tasks, or waiting. */
  readonly renderStart: number;
  /** Those of at least 5 ms. */
  readonly scripts: readonly PerformanceEntry[];
}

/**
 * Watches the frames that take 50 ms and more.
 *
 * @returns The most that the page's own scripts and its drawing took of one of them, in ms by the clock: a wait in their midst counts
 * too. The rest of such a frame is waiting: for the compositor, or for a processor that others have.
 */
export function watchOwnWork(): () => number {
  const seen: PerformanceEntry[] = [];
  const look = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  look.observe({ type: 'long-animation-frame' });
  return () => {
    seen.push(...look.takeRecords());
    look.disconnect();
    // The type that was asked for is the only one that comes.
    return Math.max(0, ...(seen as LongFrame[]).map(ownWork));
  };
}

const ownWork = ({ startTime, duration, renderStart, scripts }: LongFrame): number => {
  const drawing = renderStart === 0 ? 0 : startTime + duration - renderStart;
  const before = scripts.filter((script) => renderStart === 0 || script.startTime < renderStart);
  return drawing + before.reduce((sum, script) => sum + script.duration, 0);
};
