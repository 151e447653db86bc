import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createLimitedService,
  limitedServices,
  type PlannedService,
} from '../../support/pace/limited-services.ts';
import { createCannedAnswers } from './canned-answers.ts';

/** Where each limited service stands, by its name. */
export type LimitedAddresses = Readonly<Record<string, string>>;

/** What a limited service says of itself at `/counts`. */
export interface LimitedCounts {
  readonly arrived: number;
  readonly refused: number;
}

export const limitedTld = 'com';

/**
 * All limited services, each on a port of its own.
 *
 * @param share Of the requests of each run: its limits change by how much of it is over.
 */
export async function startLimitedServices(share: number): Promise<LimitedAddresses> {
  const started = limitedServices.map(async (plan) => {
    const sized = { ...plan, requests: Math.round(plan.requests * share) };
    return [plan.name, await startLimited(sized)] as const;
  });
  return Object.fromEntries(await Promise.all(started));
}

async function startLimited(plan: PlannedService): Promise<string> {
  const service = createLimitedService(plan, Math.random);
  const { answerFor } = createCannedAnswers([limitedTld]);
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.endsWith('/counts') === true) {
      response.end(JSON.stringify(service.counts()));
      return;
    }
    const arrival = service.arrive(performance.now());
    const [label] = await Promise.all([labelIn(request), wait(arrival.afterMs)]);
    service.leave(arrival);
    if (arrival.isRefused) {
      const pause = plan.retryAfterS === null ? {} : { 'retry-after': String(plan.retryAfterS) };
      response.writeHead(429, { 'content-type': 'application/json', ...pause }).end('"Too many requests"');
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(answerFor(label));
  }
  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://127.0.0.1:${port}/api/index.php`;
}

async function labelIn(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += String(piece);
  return new URLSearchParams(body).get('searchTerm') ?? '';
}
