import type { DomainPart } from '#shared/domain/portfolio.ts';
import type { Run } from './run.ts';

/** One part of one domain, and the readings that wait for it. */
interface Waiting {
  readonly name: string;
  readonly part: DomainPart;
  readonly runs: Set<Run>;
}

/** One that is being asked. */
export interface Wanted extends Waiting {
  /** Aborted when nobody waits for it any more. */
  readonly given: AbortController;
}

/** What is to be read: each part of a domain once, however many readings want it. */
export interface WantedParts {
  readonly add: (run: Run, names: readonly string[], parts: readonly DomainPart[]) => void;
  /** The next one, which is under way from now on; null where none waits. */
  readonly next: () => Wanted | null;
  /** It was not asked after all. */
  readonly putBack: (wanted: Wanted) => void;
  /** It is not under way any more. */
  readonly ended: (wanted: Wanted) => void;
  /** The run waits for nothing any more. */
  readonly drop: (run: Run) => void;
  readonly isEmpty: () => boolean;
}

export function createWantedParts(): WantedParts {
  const waiting = new Map<string, Waiting>();
  const underWay = new Map<string, Wanted>();

  /** One that is under way and was given up is about to fail: it is asked anew. */
  function find(key: string): Waiting | undefined {
    const asked = underWay.get(key);
    return waiting.get(key) ?? (asked?.given.signal.aborted === true ? undefined : asked);
  }

  return {
    add(run, names, parts) {
      for (const name of names) {
        for (const part of parts) {
          const key = keyOf({ name, part });
          const there = find(key);
          if (there === undefined) waiting.set(key, { name, part, runs: new Set([run]) });
          else there.runs.add(run);
        }
      }
    },
    next() {
      for (const [key, first] of waiting) {
        const wanted = { ...first, given: new AbortController() };
        waiting.delete(key);
        underWay.set(key, wanted);
        return wanted;
      }
      return null;
    },
    putBack(wanted) {
      underWay.delete(keyOf(wanted));
      waiting.set(keyOf(wanted), wanted);
    },
    ended(wanted) {
      if (underWay.get(keyOf(wanted)) === wanted) underWay.delete(keyOf(wanted));
    },
    drop(run) {
      for (const [key, { runs }] of waiting) if (runs.delete(run) && runs.size === 0) waiting.delete(key);
      for (const { runs, given } of underWay.values()) if (runs.delete(run) && runs.size === 0) given.abort();
    },
    isEmpty: () => waiting.size === 0 && underWay.size === 0,
  };
}

const keyOf = ({ name, part }: Pick<Waiting, 'name' | 'part'>): string => `${part} ${name}`;
