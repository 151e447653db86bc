import type { IncomingMessage, RequestListener } from 'node:http';
import type { World } from './account.ts';
import { type Answer, plainText } from './answer.ts';
import type { Chooser } from './faults/choose.ts';
import { endings } from './faults/deliver-badly.ts';
import { namesAsked } from './names-asked.ts';
import { withBody } from './request-body.ts';
import type { RequestLog } from './request-log.ts';
import { actionNotFound, notAuthenticated, respond, untroubled } from './respond.ts';
import { type Route, routeOf } from './routes.ts';
import { createSender } from './send.ts';
import type { Authenticator } from './token.ts';

export interface ListenerOptions {
  readonly world: World;
  readonly chooser: Chooser;
  readonly log: RequestLog;
  readonly authenticate: Authenticator;
  readonly basePath: string;
  readonly latencyMs: number;
}

/** What the web server in front of the API would say of any other path. */
const notHere: Answer = plainText('Not Found', 404);

/** Reads each request to its end and answers it, or lets go wrong what is planned to. */
export function createListener(options: ListenerOptions): RequestListener {
  const { world, chooser, log, latencyMs } = options;
  const send = createSender(world.now);
  return (request, response) => {
    log.arrived();
    const admitted = admit(request, options);
    const strike = isRoute(admitted)
      ? chooser.onArrival(admitted.operation, () => namesAsked(admitted, {}))
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

/** The route of a request that may go on, or the answer to one that may not. */
function admit(request: IncomingMessage, { basePath, authenticate, world }: ListenerOptions): Route | Answer {
  const { method = '', url = '', headers } = request;
  if (!url.startsWith(basePath)) return notHere;
  const { username, token } = headers;
  if (!authenticate(single(username), single(token), world.now())) return notAuthenticated;
  return routeOf(method, url.slice(basePath.length).split('?', 1)[0] ?? '') ?? actionNotFound;
}

const single = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
