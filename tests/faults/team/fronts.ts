import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { type PracticeService, startPracticeService } from '../../../electron/main/practice/service.ts';
import { serviceSeed } from '../changes/asks.ts';
import type { Verdict } from './points.ts';
import { changeHeader, type Login, practiceNow } from './protocol.ts';

/** A write that has come to a service as a whole. */
export interface Post {
  readonly desk: number;
  readonly account: number;
  /** Below the address, as `/order/domains/renew`. */
  readonly path: string;
  readonly changeId: string;
  /** Whether it has changed something there. */
  hasEffect: boolean;
}

export type PostMoment = 'before the effect' | 'after the effect';

/** What stands between the desks and their services, and sees every write. */
export interface Services {
  /** Of every write since the last `reset`, in their order. */
  readonly posts: readonly Post[];
  readonly loginsOf: (desk: number) => readonly Login[];
  readonly domain: (account: number, name: string) => ReturnType<PracticeService['domain']>;
  onPost: (post: Post, moment: PostMoment) => Promise<Verdict>;
  /** Everything is as at the start. */
  readonly reset: () => void;
  readonly stop: () => Promise<void>;
}

/** Two accounts at one reseller, each with what it has by itself, so that one name could be bought at both. */
const logins = ['one', 'two'].map((name) => ({
  baseUrl: `https://${name}.reseller.example/api`,
  username: `${name}@example.com`,
  apiKey: `a-key-of-${name}`,
}));

/** @param desks Each has fronts of its own. */
export async function startServices(desks: number): Promise<Services> {
  const services = await Promise.all(
    logins.map(({ username, apiKey }) =>
      startPracticeService({ username, apiKey, basePath: '/api', seed: serviceSeed, now: practiceNow }),
    ),
  );
  const posts: Post[] = [];
  const fronts = await Promise.all(
    Array.from({ length: desks }, (_, desk) =>
      Promise.all(services.map(({ port }, account) => startFront(port, desk, account))),
    ),
  );

  async function startFront(port: number, desk: number, account: number) {
    const server = createServer((request, response) => {
      carry({ port, desk, account }, request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return { server, url: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}` };
  }

  async function carry(
    { port, desk, account }: { readonly port: number; readonly desk: number; readonly account: number },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = await bodyOf(request);
    const path = (request.url ?? '').replace(/^\/api/, '');
    if (request.method !== 'POST' || path === '/domains/lookup') {
      answer(response, await carried(port, request, body));
      return;
    }
    const post: Post = {
      desk,
      account,
      path,
      changeId: String(request.headers[changeHeader]),
      hasEffect: false,
    };
    posts.push(post);
    if ((await all.onPost(post, 'before the effect')) === 'cut') return void response.destroy();
    const given = await carried(port, request, body);
    post.hasEffect = given.status === 200 && !given.text.includes('error');
    if ((await all.onPost(post, 'after the effect')) === 'cut') return void response.destroy();
    answer(response, given);
  }

  const all: Services = {
    posts,
    // Every second desk reaches the same reseller at another address (T1).
    loginsOf: (desk) =>
      logins.map(({ baseUrl, ...login }, account) => ({
        ...login,
        baseUrl: desk % 2 === 0 ? baseUrl : baseUrl.replace('https://', 'https://www.'),
        front: fronts[desk]?.[account]?.url ?? '',
      })),
    domain: (account, name) => services[account]?.domain(name),
    onPost: () => Promise.resolve('go'),
    reset() {
      posts.length = 0;
      for (const service of services) service.reset();
    },
    async stop() {
      for (const { server } of fronts.flat()) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await Promise.all(services.map((service) => service.stop()));
    },
  };
  return all;
}

interface Given {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

function carried(port: number, { method, url, headers }: IncomingMessage, body: string): Promise<Given> {
  return new Promise((resolve, reject) => {
    const to = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answered) => {
      const [status, type] = [answered.statusCode ?? 0, answered.headers['content-type'] ?? ''];
      bodyOf(answered).then((text) => resolve({ status, type, text }), reject);
    });
    to.on('error', reject);
    to.end(body);
  });
}

function answer(response: ServerResponse, { status, type, text }: Given): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
