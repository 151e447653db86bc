import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answered, type Shape } from './rdap-shapes.ts';

/** IANA's list and the registries in it, on this computer. */
export interface RdapServer {
  /** Of the list: what the setting `registry.bootstrap` is set to. */
  readonly bootstrap: string;
  readonly origin: string;
  /** From now on, this is what a name comes to. */
  readonly set: (name: string, shape: Shape | ((name: string) => Shape)) => void;
  /** The paths that were asked for, and the headers of each request, in order. */
  readonly asked: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly namesAsked: () => readonly string[];
  /** What is there for a name that nothing was set for; 404 at first. */
  otherwise: (name: string) => Shape;
  readonly stop: () => Promise<void>;
}

const notFound: Shape = { kind: 'answer', status: 404, body: '{"errorCode":404}' };

/** @param tlds Those that the list has a server for. `com` is at `/com/`, and so on; all of them at this one host. */
export async function startRdapServer(tlds: readonly string[] = ['com', 'net', 'org']): Promise<RdapServer> {
  const shapes = new Map<string, Shape | ((name: string) => Shape)>();
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => respond(request, response));

  function respond({ url: path = '', headers }: IncomingMessage, response: ServerResponse): void {
    asked.push({ path, headers });
    if (path === '/dns.json') {
      response.end(listOf(tlds, origin));
      return;
    }
    const name = decodeURIComponent(path.split('/').at(-1) ?? '');
    if (path.startsWith('/moved/')) {
      send(response, answered(name));
      return;
    }
    const shape = shapes.get(name) ?? rdap.otherwise;
    send(response, typeof shape === 'function' ? shape(name) : shape);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rdap: RdapServer = {
    origin,
    bootstrap: `${origin}/dns.json`,
    asked,
    set: (name, shape) => void shapes.set(name, shape),
    namesAsked: () =>
      asked.flatMap(({ path }) =>
        path.includes('/domain/') ? [decodeURIComponent(path.split('/').at(-1) ?? '')] : [],
      ),
    otherwise: () => notFound,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return rdap;
}

const listOf = (tlds: readonly string[], origin: string): string =>
  JSON.stringify({
    description: 'RDAP bootstrap file for Domain Name System registrations',
    publication: '2026-11-24T00:00:00Z',
    version: '1.0',
    services: [
      ...tlds.map((tld) => [[tld], [`${origin}/${tld}/`]]),
      // One that may not be asked: it is no HTTPS.
      [['kg'], ['http://rdap.cctld.kg/']],
    ],
  });

function send(response: ServerResponse, shape: Shape): void {
  if (shape.kind === 'silent') return;
  if (shape.kind === 'redirect') {
    response.writeHead(302, { location: shape.to }).end();
    return;
  }
  response
    .writeHead(shape.status ?? 200, { 'content-type': 'application/rdap+json', ...shape.headers })
    .end(shape.body);
}
