import { createContext, use, useSyncExternalStore } from 'react';
import { type Counting, createCounting, once, shortMs } from '#shared/domain/counting.ts';

/** Numbers, dates and times in the system's locale and the user's zone. The words are English, like the whole application. */
export interface Format extends Counting {
  readonly instant: (at: string) => string;
  readonly day: (at: string) => string;
  /** "just now", "3 min ago", "2 h ago", "4 days ago". */
  readonly age: (at: string, nowMs: number) => string;
}

/** Formatters are created on first use: creating them at startup would take 15 ms. */
export function createFormat(locale: string | undefined, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone };
  const instants = once(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone }),
  );
  const days = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }));
  const counting = createCounting(locale);
  return {
    ...counting,
    instant: (at) => instants().format(new Date(at)),
    day: (at) => days().format(new Date(at)),
    age(at, nowMs) {
      const ageMs = Math.max(0, nowMs - Date.parse(at));
      return ageMs < shortMs ? 'just now' : `${counting.span(ageMs)} ago`;
    },
  };
}

/** The application's formats: the locale and zone of the system. */
export const format = createFormat(undefined);

/** A rounded duration: in seconds below two minutes, in minutes below two hours. */
export function roughly(seconds: number): string {
  const step = seconds < 10 ? 1 : seconds < 120 ? 5 : seconds < 7_200 ? 60 : 600;
  return format.duration(Math.max(1, Math.round(seconds / step) * step) * 1_000);
}

/** A date in the system's format: the same date in every time zone. `YYYY-MM-DD`. */
export const dayInWords = (day: string): string => format.day(`${day}T12:00:00`);

/**
 * A text made outside of the page, in which dates are `YYYY-MM-DD`, with these as {@link dayInWords}. Not what only looks like a date in a
 * name or an address, which is shown exactly as it is sent.
 */
export const withDaysInWords = (text: string): string =>
  text.replaceAll(/(?<![\w.@-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w@-]|\.\w)/g, dayInWords);

const collator = once(() => new Intl.Collator());

/** The order of texts in lists: that of the system's language. Names are compared as they are shown, in Unicode. */
export const inOrder = (a: string, b: string): number => collator().compare(a, b);

/** The difference between the service's clock and this computer's, in words. Below two seconds it is network latency, not the clock. */
export function clockDifference(skewMs: number | null): string {
  if (skewMs === null) return 'The service’s clock is unknown';
  if (Math.abs(skewMs) < 2_000) return 'This computer’s clock and the service’s agree';
  const by = format.duration(Math.abs(skewMs));
  return `This computer’s clock is ${by} ${skewMs > 0 ? 'behind' : 'ahead of'} the service’s`;
}

export { upperFirst } from '#shared/domain/counting.ts';
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `1 TLD`, `12 TLDs`. */
export const { counted } = format;

/** A clock shared by all ages on the screen, so that they tick together and need one timer. */
interface Ticker {
  readonly nowMs: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param everyMs The interval of the ticks. */
export function createTicker(clock: () => number, everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let now = clock();
  let timer: ReturnType<typeof setInterval> | null = null;

  function tick(): void {
    now = clock();
    listeners.forEach((listener) => listener());
  }

  return {
    nowMs: () => now,
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(tick, everyMs);
      now = clock();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

export const TickerContext = createContext<Ticker>(createTicker(Date.now, 10_000));

/** The shared clock's time; renders the component again at each tick. */
export function useNowMs(): number {
  const ticker = use(TickerContext);
  return useSyncExternalStore(ticker.subscribe, ticker.nowMs);
}

/** A date, `YYYY-MM-DD`, which is no instant. */
export const Day = ({ on }: { readonly on: string }) => <time dateTime={on}>{dayInWords(on)}</time>;

/** The age of an instant, ticking; the exact time on hover. */
export function Age({ at }: { readonly at: string }) {
  const nowMs = useNowMs();
  return (
    <time dateTime={at} title={format.instant(at)}>
      {format.age(at, nowMs)}
    </time>
  );
}
