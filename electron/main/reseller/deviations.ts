import type { Operation, OperationName } from './operation.ts';
import type { Answer } from './reply.ts';
import { type Misfit, misfits } from './shape.ts';

/** A place at which a service answers otherwise than the API document says. Holds no values. */
export interface Deviation extends Misfit {
  readonly operation: OperationName;
  /** In how many answers, since the client was made. */
  readonly count: number;
  /** UTC, ISO 8601. */
  readonly lastSeenAt: string;
}

export interface DeviationDeps {
  readonly now: () => Date;
  /** Called once for each answer and place, with the count so far. */
  readonly onDeviation: (deviation: Deviation) => void;
}

/** Enough for every place of every operation; a service that invents names without end is not followed. */
const maxPlaces = 1_000;

/** Compares successful answers with the documented shape and counts where they differ. */
export function createDeviationLog({ now, onDeviation }: DeviationDeps) {
  const counts = new Map<string, number>();
  return ({ name, documented }: Documented, { status, refusal, body }: Answer): void => {
    if (documented === null || status !== 200 || refusal !== null || body === undefined) return;
    for (const misfit of misfits(body, documented)) {
      const place = `${name} ${misfit.path} ${misfit.seen}`;
      if (!counts.has(place) && counts.size >= maxPlaces) continue;
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      onDeviation({ operation: name, ...misfit, count, lastSeenAt: now().toISOString() });
    }
  };
}

type Documented = Pick<Operation<never, object>, 'name' | 'documented'>;
