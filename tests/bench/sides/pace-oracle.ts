// The limit beside the pace: a bare loop that knows what each service allows, and keeps just below it.
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { hardCeilings } from '#shared/domain/bounds.ts';
import { limitedServices, type PlannedService } from '../../support/pace/limited-services.ts';
import type { PaceInput } from '../figures/pace.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';
import { benchNames } from '../service/running-service.ts';

const { addresses, share } = askedOfSide() as PaceInput; // figures/pace.ts

/** Room for the unevenness of arrivals, which is not the service's doing. */
const spacing = 1.01;

async function secondsAt({ name, requests, limits, workers }: PlannedService): Promise<number> {
  const { origin, pathname } = new URL(addresses[name] ?? '');
  const pool = new Pool(origin, { connections: hardCeilings.concurrency });
  const names = [...benchNames(requests)];
  let [answered, running, plannedAtMs] = [0, 0, performance.now()];
  const startedAtMs = plannedAtMs;

  const ask = async (label: string): Promise<void> => {
    running += 1;
    const { statusCode, body } = await pool.request({
      path: `${pathname}/domains/lookup`,
      method: 'POST',
      body: `searchTerm=${label}`,
    });
    await body.dump();
    running -= 1;
    if (statusCode === 200) answered += 1;
    else names.push(label);
  };

  while (answered < requests) {
    const { perSecond, atOnce } = limits(answered / requests);
    const nowMs = performance.now();
    const isFree =
      running < Math.min(atOnce ?? workers ?? hardCeilings.concurrency, hardCeilings.concurrency);
    const label = isFree && plannedAtMs <= nowMs ? names.pop() : undefined;
    if (label === undefined) {
      await wait(1);
      continue;
    }
    void ask(label);
    const spacingMs = (spacing * 1_000) / (perSecond ?? hardCeilings.requestsPerSecond);
    plannedAtMs = Math.max(plannedAtMs, nowMs - 5) + spacingMs;
  }
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await pool.close();
  return seconds;
}

const taken = await Promise.all(
  limitedServices.map(async (plan) => {
    const seconds = await secondsAt({ ...plan, requests: Math.round(plan.requests * share) });
    return [plan.name, seconds] as const;
  }),
);
tellTaken({ value: 0, also: Object.fromEntries(taken) });
