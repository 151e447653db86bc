import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type World } from './account.ts';
import { type Answer, plainText } from './answer.ts';
import { createDateHeader } from './date-header.ts';
import { withBody } from './request-body.ts';
import { type RequestLog } from './request-log.ts';
import { actionNotFound, notAuthenticated, respond } from './respond.ts';
import { routeOf } from './routes.ts';
import { type Authenticator } from './token.ts';

export interface ListenerOptions {
  readonly world: World;
  readonly log: RequestLog;
  readonly authenticate: Authenticator;
  readonly basePath: string;
  readonly latencyMs: number;
}

export interface Listener {
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  readonly requestCount: () => number;
}

/** What the web server in front of the API would say of any other path. */
const notHere: Answer = plainText('Not Found', 404);

/** The listener of one HTTP server: reads a request to its end, answers it. */
export function createListener(options: ListenerOptions): Listener {
  const { world, log, authenticate, basePath, latencyMs } = options;
  const dateHeader = createDateHeader();
  let count = 0;

  const answerTo = (request: IncomingMessage, body: string | null): Answer => {
    const { method = '', url = '', headers } = request;
    if (!url.startsWith(basePath)) return notHere;
    const { username, token } = headers;
    if (!authenticate(single(username), single(token), world.now())) return notAuthenticated;
    const route = routeOf(method, url.slice(basePath.length).split('?', 1)[0] ?? '');
    return route === null ? actionNotFound : respond(route, body, headers['content-type'], world);
  };

  const deliver = (response: ServerResponse, answer: Answer): void => {
    response.writeHead(answer.status, {
      Date: dateHeader(world.now()),
      'Content-Type': answer.contentType,
      'Content-Length': Buffer.byteLength(answer.body),
      ...answer.headers,
    });
    response.end(answer.body);
  };

  return {
    requestCount: () => count,
    onRequest: (request, response) => {
      count += 1;
      withBody(request, (body) => {
        log.add({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
        const answer = answerTo(request, body);
        if (latencyMs === 0) deliver(response, answer);
        else setTimeout(deliver, latencyMs, response, answer);
      });
    },
  };
}

const single = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
