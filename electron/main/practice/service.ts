import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { practiceTroubles } from '#shared/domain/practice-troubles.ts';
import {
  type Chooser,
  type ChosenFaults,
  createChooser,
  deliverBadly,
  endings,
  formRead,
  noFaults,
  spoiled,
} from './faults/choose.ts';
import type { FaultPlan } from './faults/fault.ts';
import {
  type PracticeDomain,
  type StartingDomain,
  startingDomains,
  type World,
} from './operations/domains.ts';
import { aboutDomains, changes, namesAsked, type Route, routeOf } from './operations/table.ts';
import {
  type Answer,
  type Authenticator,
  createAuthenticator,
  decimal,
  plainText,
  readForm,
  refused,
} from './wire.ts';

const loopback = '127.0.0.1';
const startingCreditCents = 50_000;
const defaultBasePath = '/modules/addons/DomainsReseller/api/index.php';

export interface PracticeOptions {
  /** The account's e-mail address. */
  readonly username: string;
  readonly apiKey: string;
  /** 0, the default, chooses a free port. */
  readonly port?: number;
  /** Determines which names are free; the same seed always gives the same findings. */
  readonly seed?: number;
  /** The prefix of every operation's path; empty or beginning with a slash. */
  readonly basePath?: string;
  readonly now?: () => Date;
  /** How many additional domains the account owns, named `more-0.com` and so on; none by default. */
  readonly moreDomains?: number;
  /** The faults of the service; none by default. They cannot be changed over the network. */
  readonly faults?: FaultPlan;
  /** Whether to show everything that a service can do: prices for most names, and the planned troubles. Not by default. */
  readonly isShowcase?: boolean;
  /** Delay of each answer. */
  readonly latencyMs?: number;
  /** How many of the latest requests `requests()` returns; none by default. */
  readonly rememberRequests?: number;
}

export type PracticeService = Awaited<ReturnType<typeof startPracticeService>>;

/**
 * Starts a service on loopback that implements the Domain Reseller API v2.2 with its own account in memory.
 *
 * Rejects with the server's own error if the port cannot be opened.
 */
export async function startPracticeService(options: PracticeOptions) {
  const { username, apiKey, seed = 1, basePath = defaultBasePath, now = () => new Date() } = options;
  const { moreDomains = 0, isShowcase = false, faults = [] } = options;
  const more = [
    ...(isShowcase ? troubledDomains : []),
    ...Array.from({ length: moreDomains }, (_, index) => oneMore(index)),
  ];
  const domainsAtStart = () => startingDomains(now(), more);
  const account = { creditCents: startingCreditCents, domains: domainsAtStart() };
  const world: World = { account, seed, mostPriced: isShowcase, now };
  const log = createRequestLog(options.rememberRequests ?? 0);
  const authenticate = createAuthenticator(username, apiKey);
  const chooser = createChooser(isShowcase ? [...faults, ...plannedTroubles] : faults);
  const latencyMs = options.latencyMs ?? 0;
  const server = createServer(createListener({ world, chooser, log, authenticate, basePath, latencyMs }));
  const port = await listening(server, options.port ?? 0);
  return {
    baseUrl: `http://${loopback}:${port}${basePath}`,
    port,
    /** How many requests have arrived, whatever their outcome. */
    requestCount: log.count,
    requests: log.latest,
    domains: (): readonly PracticeDomain[] => [...account.domains.values()],
    /** @param name As A-labels in lower case. */
    domain: (name: string) => account.domains.get(name),
    /** In the API's notation, such as `500.00`. */
    credit: () => decimal(account.creditCents),
    /** Everything is again as at the start: domains and credit. */
    reset() {
      account.creditCents = startingCreditCents;
      account.domains = domainsAtStart();
    },
    /** Closes all connections and frees the port. */
    stop: () => stopped(server),
  };
}

/** One of the additional domains, which are too many to list by hand. */
const oneMore = (index: number): StartingDomain => ({
  name: `more-${index}.com`,
  days: 100,
  isUnlocked: true,
});

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

interface ListenerOptions {
  readonly world: World;
  readonly chooser: Chooser;
  readonly log: ReturnType<typeof createRequestLog>;
  readonly authenticate: Authenticator;
  readonly basePath: string;
  readonly latencyMs: number;
}

/** What the web server in front of the API would answer for any other path. */
const notHere: Answer = plainText('Not Found', 404);

/** Reads each request to its end and answers it, or produces the planned fault. */
function createListener(options: ListenerOptions): RequestListener {
  const { world, chooser, log, latencyMs } = options;
  const send = createSender(world.now);
  return (request, response) => {
    log.arrived();
    const admitted = admit(request, options);
    const strike = isRoute(admitted)
      ? chooser.onArrival(admitted.operation, () => namesAsked(admitted.operation, { ...admitted, form: {} }))
      : null;
    if (strike !== null) {
      log.add(request, null);
      endings[strike.by](request.socket);
      return;
    }
    withBody(request, (body) => {
      log.add(request, body);
      const contentType = request.headers['content-type'];
      const reply = isRoute(admitted) ? respond(admitted, body, contentType, options) : untroubled(admitted);
      const waitMs = latencyMs + reply.trouble.latencyMs;
      if (waitMs === 0) send(response, reply);
      else setTimeout(send, waitMs, response, reply);
    });
  };
}

const isRoute = (admitted: Route | Answer): admitted is Route => 'operation' in admitted;

/** The route of an accepted request, or the answer to a rejected one. */
function admit(request: IncomingMessage, { basePath, authenticate, world }: ListenerOptions): Route | Answer {
  const { method = '', url = '', headers } = request;
  if (!url.startsWith(basePath)) return notHere;
  const { username, token } = headers;
  if (!authenticate(single(username), single(token), world.now())) return notAuthenticated;
  return routeOf(method, url.slice(basePath.length).split('?', 1)[0] ?? '') ?? actionNotFound;
}

const single = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

/** The longest form that is read: far above the largest lookup. */
const maxBodyBytes = 1_048_576;

/** Passes the whole body as text to `use`, or null if it is too long; for an aborted request `use` is not called. */
function withBody(request: IncomingMessage, use: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  });
  request.on('end', () => {
    use(bytes > maxBodyBytes ? null : textFrom(chunks));
  });
}

const textFrom = ([first, ...more]: readonly Buffer[]): string => {
  if (first === undefined) return '';
  return (more.length === 0 ? first : Buffer.concat([first, ...more])).toString('utf8');
};

/** A request as it arrived. */
interface SeenRequest {
  readonly method: string;
  /** With the base path and the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null if the body was not read to its end: aborted by plan, or too long. */
  readonly body: string | null;
}

/** Stores the latest `capacity` requests, oldest first, and counts all whose head has arrived. */
function createRequestLog(capacity: number) {
  const ring: SeenRequest[] = [];
  let count = 0;
  return {
    arrived: () => void (count += 1),
    count: (): number => count,
    add({ method = '', url = '', headers }: IncomingMessage, body: string | null): void {
      if (capacity === 0) return;
      ring.push({ method, path: url, headers, body });
      if (ring.length > capacity) ring.shift();
    },
    latest: (): readonly SeenRequest[] => ring.slice(),
  };
}

export type Send = (response: ServerResponse, reply: Reply) => void;

/** Sends answers, each with the service's own time in its `Date` header. */
export function createSender(now: () => Date): Send {
  const dateHeader = createDateHeader();

  const dateOf = (offsetS: number | 'absent'): Readonly<Record<string, string>> => {
    if (offsetS === 'absent') return {};
    return { Date: dateHeader(offsetS === 0 ? now() : new Date(now().getTime() + offsetS * 1_000)) };
  };

  return (response, { answer, trouble }) => {
    const headers = {
      ...dateOf(trouble.dateOffsetS),
      'Content-Type': answer.contentType,
      'Content-Length': answer.body.length,
      ...answer.headers,
    };
    if (trouble.delivery !== null) {
      deliverBadly(trouble.delivery, { socket: response.req.socket, answer, headers });
      return;
    }
    response.sendDate = false;
    response.writeHead(answer.status, headers);
    response.end(answer.body, 'latin1');
  };
}

/** Creates `Date` headers; formats each second once. */
function createDateHeader(): (at: Date) => string {
  let second = Number.NaN;
  let text = '';
  return (at) => {
    const now = Math.floor(at.getTime() / 1_000);
    if (now !== second) {
      second = now;
      text = at.toUTCString();
    }
    return text;
  };
}

/** An answer and the faults of its delivery. */
export interface Reply {
  readonly answer: Answer;
  readonly trouble: ChosenFaults;
}

/** Unknown: the answer to a path that no operation has. Assumed: a 404 with this text. */
export const actionNotFound: Answer = plainText('Action not found', 404);

/** Unknown: the answer to missing or wrong credentials. Assumed: a 401 with a plain text. */
export const notAuthenticated: Answer = plainText('Invalid API Token', 401);

const tooLarge = refused('The request is too large', 413);
const notAForm = refused('The body must be application/x-www-form-urlencoded');

export const untroubled = (answer: Answer): Reply => ({ answer, trouble: noFaults });

/** Carries out a signed request. @param body Null if it was too long to be read. */
export function respond(
  route: Route,
  body: string | null,
  contentType: string | undefined,
  { world, chooser }: { readonly world: World; readonly chooser: Chooser },
): Reply {
  if (body === null) return untroubled(tooLarge);
  const form = readForm(body, contentType);
  if (form === null) return untroubled(notAForm);
  const { operation, domain, handle } = route;
  const trouble = chooser.onRequest(operation, () => namesAsked(operation, { domain, form }));
  const asked = { domain, form: formRead(trouble.answer, operation, form) };
  const answer = handle(asked, trouble.isApplied ? world : rehearsal(world));
  const { isMeant } = trouble;
  return trouble.answer === null
    ? { answer, trouble }
    : { answer: spoiled(trouble.answer, { answer, operation, isMeant }), trouble };
}

/** A copy of the world: an operation on it is answered, but has no effect. */
const rehearsal = (world: World): World => ({
  ...world,
  account: { ...world.account, domains: new Map(world.account.domains) },
});

/** Lookups answer as always. A domain that begins with `missing-` needs no fault: the account does not have it. */
export const plannedTroubles: FaultPlan = [
  {
    domain: /^refused-/,
    operation: changes,
    fault: { kind: 'json', value: { error: 'Invalid domain status: on hold' }, status: 400 },
    isApplied: false,
  },
  {
    domain: /^uncertain-/,
    operation: changes,
    fault: { kind: 'break', after: 'request', by: 'reset' },
    isApplied: true,
  },
  { domain: /^slow-/, operation: aboutDomains, fault: { kind: 'latency', ms: 4_000 } },
];

/** The domains with a trouble that the account owns at the start. */
export const troubledDomains: readonly StartingDomain[] = practiceTroubles
  .filter(({ prefix }) => prefix !== 'missing-')
  .map(({ example }) => ({ name: example, days: 180 }));
