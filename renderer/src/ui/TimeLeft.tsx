import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { roughly, useNowMs } from './Formats.tsx';

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** The pace is that of the last minute: services and registries slow down, and recover. */
const windowMs = 60_000;
/** Before this nothing is said: the first answers are faster or slower than those after them. */
const leastMs = 5_000;

/**
 * The seconds that are left at the pace since the first of `samples`; null where it cannot be told yet, where nothing goes on, and
 * where it is over in a moment.
 */
export function secondsLeft(samples: readonly Sample[], total: number, nowMs: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [ranMs, done] = [nowMs - first.atMs, last.done - first.done];
  if (ranMs < leastMs || done <= 0) return null;
  const seconds = ((total - last.done) * ranMs) / done / 1_000;
  return seconds < 5 ? null : seconds;
}

interface TimeLeftProps {
  /** Null where it is over. */
  readonly of: { readonly done: number; readonly total: number } | null;
}

/** " · about 2 min left", measured on this page while the work goes on. */
export function TimeLeft({ of }: TimeLeftProps) {
  const samples = useRef<readonly Sample[]>([]);
  const [left, setLeft] = useState<number | null>(null);
  const tickMs = useNowMs();
  const [done, total] = [of?.done ?? 0, of?.total ?? 0];
  useEffect(() => {
    const nowMs = performance.now();
    const last = samples.current.at(-1);
    const isTheSame = last !== undefined && last.done <= done;
    const recent = isTheSame ? samples.current.filter(({ atMs }) => nowMs - atMs <= windowMs) : [];
    samples.current = last?.done === done && recent.length > 0 ? recent : [...recent, { atMs: nowMs, done }];
    setLeft(secondsLeft(samples.current, total, nowMs));
  }, [done, total, tickMs]);
  return of !== null && left !== null && <Text span c="dimmed">{` · about ${roughly(left)} left`}</Text>;
}
