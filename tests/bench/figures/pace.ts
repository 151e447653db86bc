import { join } from 'node:path';
import { limitedServices, type PlannedService } from '../../support/pace/limited-services.ts';
import type { Figure, FigureOptions, Row, Side, Taken } from '../framework/figure.ts';
import { takeInProcess } from '../framework/side-process.ts';
import type { LimitedAddresses, LimitedCounts } from '../service/limited-server.ts';
import { startLimitedProcess } from '../service/running-service.ts';

/** What both sides of the pace are told. */
export interface PaceInput {
  readonly addresses: LimitedAddresses;
  /** Of the requests of each service. */
  readonly share: number;
  readonly folder: string;
}

/** What both sides came to at every service. */
type Round = Readonly<Record<'ours' | 'oracle', ReadonlyMap<string, Taken>>>;

/** A look-up of some thousand names, one request each, at twelve services that do not say what they allow. */
export const pace: Figure = {
  name: 'pace',
  prepare(options) {
    const rounds: Promise<Round>[] = [];
    /** The rows are measured together, since each of them mostly waits: the first that wants a round has it taken. */
    const round = (index: number): Promise<Round> => (rounds[index] ??= takeRound(options, index));
    const rows = limitedServices.map((plan) => rowOf(plan, round));
    return Promise.resolve({ rows, end: () => Promise.resolve() });
  },
};

function rowOf(plan: PlannedService, round: (index: number) => Promise<Round>): Row {
  const side = (of: keyof Round, is: string): Side => {
    let runs = 0;
    return {
      is,
      async take() {
        const taken = (await round(runs++))[of].get(plan.name);
        if (taken === undefined) throw new Error(`${plan.name} was not taken`);
        return taken;
      },
    };
  };
  return {
    name: `pace ${plan.name}`,
    unit: 's',
    ours: side('ours', `${plan.is}: a session over the whole path, nothing set and nothing learned before`),
    limit: side('oracle', 'a bare loop that knows the limit, of places at most 64 and 200 a second'),
    goals: [{ of: 'ratio', bound: 'at most', first: plan.stands ? 1.08 : 1.15, then: null }],
    heldEqual: `${plan.requests} requests; a service of its own for each side in a process of its own, all at once`,
    warmUp: 'none',
  };
}

async function takeRound({ isQuick, folder }: FigureOptions, index: number): Promise<Round> {
  const share = isQuick ? 0.05 : 1;
  const take = async (script: 'pace-ours' | 'pace-oracle'): Promise<ReadonlyMap<string, Taken>> => {
    const service = await startLimitedProcess(share);
    try {
      const input: PaceInput = { addresses: service.addresses, share, folder: join(folder, `pace-${index}`) };
      const { also } = await takeInProcess({ script, input });
      const rows = Object.entries(also).map(async ([name, seconds]) => {
        const counts = await fetch(`${service.addresses[name] ?? ''}/counts`);
        const { arrived, refused } = (await counts.json()) as LimitedCounts; // by limited-server.ts
        return [name, { value: seconds, also: { 'refused %': (100 * refused) / arrived } }] as const;
      });
      return new Map(await Promise.all(rows));
    } finally {
      await service.end();
    }
  };
  const [ours, oracle] = await Promise.all([take('pace-ours'), take('pace-oracle')]);
  return { ours, oracle };
}
