import { createServer, type Server } from 'node:http';
import type { PracticeDomain, World } from './account.ts';
import { createChooser } from './faults/choose.ts';
import type { FaultPlan } from './faults/fault.ts';
import { createListener } from './listener.ts';
import { decimal } from './money.ts';
import { startingDomains } from './portfolio.ts';
import { createRequestLog, type SeenRequest } from './request-log.ts';
import { createAuthenticator } from './token.ts';

const loopback = '127.0.0.1';
const startingCreditCents = 50_000;
const defaultBasePath = '/modules/addons/DomainsReseller/api/index.php';

export interface PracticeOptions {
  /** The account's e-mail address. */
  readonly username: string;
  readonly apiKey: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Decides which names are free; the same seed finds the same, always. */
  readonly seed?: number;
  /** The path that every operation's path is appended to; empty or beginning with a slash. */
  readonly basePath?: string;
  readonly now?: () => Date;
  /** How many domains the account owns beside the few of its own, named `more-0.com` and so on; none by default. */
  readonly moreDomains?: number;
  /** How the service misbehaves; by default it does not. Nothing that comes over the network can change it. */
  readonly faults?: FaultPlan;
  /** How long each answer waits. */
  readonly latencyMs?: number;
  /** How many of the latest requests `requests()` gives; none by default. */
  readonly rememberRequests?: number;
}

export interface PracticeService {
  readonly baseUrl: string;
  readonly port: number;
  /** How many requests have arrived, however they ended. */
  readonly requestCount: () => number;
  readonly requests: () => readonly SeenRequest[];
  readonly domains: () => readonly PracticeDomain[];
  /** @param name As A-labels in lower case. */
  readonly domain: (name: string) => PracticeDomain | undefined;
  /** As the API writes it, such as `500.00`. */
  readonly credit: () => string;
  /** Breaks every connection off and frees the port. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a service on loopback that implements the Domain Reseller API v2.2 with an account of its own in memory.
 *
 * Rejects with the server's own error where the port cannot be had.
 */
export async function startPracticeService(options: PracticeOptions): Promise<PracticeService> {
  const { username, apiKey, seed = 1, basePath = defaultBasePath, now = () => new Date() } = options;
  const account = { creditCents: startingCreditCents, domains: startingDomains(now(), options.moreDomains) };
  const world: World = { account, seed, now };
  const log = createRequestLog(options.rememberRequests ?? 0);
  const authenticate = createAuthenticator(username, apiKey);
  const chooser = createChooser(options.faults ?? []);
  const latencyMs = options.latencyMs ?? 0;
  const server = createServer(createListener({ world, chooser, log, authenticate, basePath, latencyMs }));
  const port = await listening(server, options.port ?? 0);
  return {
    baseUrl: `http://${loopback}:${port}${basePath}`,
    port,
    requestCount: log.count,
    requests: log.latest,
    domains: () => [...account.domains.values()],
    domain: (name) => account.domains.get(name),
    credit: () => decimal(account.creditCents),
    stop: () => stopped(server),
  };
}

function listening(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(port, loopback, () => {
    server.off('error', reject);
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? address.port : port);
  });
  return promise;
}

function stopped(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => {
    resolve(undefined);
  });
  server.closeAllConnections();
  return promise;
}
