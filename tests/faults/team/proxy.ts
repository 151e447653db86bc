import { connect, createServer, type Socket } from 'node:net';
import type { Verdict } from './points.ts';

/** The functions of the schema at whose statements a desk's way to the database is struck. */
export const struckFunctions = ['claim', 'mark_sent', 'settle', 'release', 'status'] as const;
export type StruckFunction = (typeof struckFunctions)[number];

interface Seen {
  readonly seq: number;
  readonly hash: string;
}

/** A statement on its way to the database, or its answer on the way back. */
export interface Statement {
  readonly name: StruckFunction;
  readonly when: 'before' | 'after';
  /** Of the change that it is about. */
  readonly changeId: string;
  /** The entry of the team's journal that a claim says its desk has seen last; null where it has seen none. */
  readonly seen: Seen | null;
  /** What the database answers; empty before it does. */
  readonly answer: string;
  /** The port by which the database knows the connection. */
  readonly clientPort: number;
}

/** The way of one desk to the database. */
export interface Proxy {
  readonly port: number;
  /** Asked before a statement goes on, and before its answer does. */
  onStatement: (statement: Statement) => Promise<Verdict>;
  /** The desk says that it knows no more than a schema that is older than any. */
  isOld: boolean;
  /** Cuts what is open. */
  readonly cut: () => void;
  readonly stop: () => Promise<void>;
}

/** @param target The port of the database. */
export async function startProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((desk) => relay(desk, connect(target, '127.0.0.1'), proxy, sockets));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const proxy: Proxy = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    onStatement: () => Promise.resolve('go'),
    isOld: false,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    async stop() {
      proxy.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

function relay(desk: Socket, database: Socket, proxy: Proxy, sockets: Set<Socket>): void {
  let asked: Asked | null = null;
  let up: Promise<unknown> = Promise.resolve();
  let down: Promise<unknown> = Promise.resolve();
  const cut = (): void => {
    desk.destroy();
    database.destroy();
  };
  const strike = async (what: Asked, when: Statement['when'], answer = ''): Promise<boolean> => {
    const verdict = await proxy.onStatement({ ...what, when, answer, clientPort: database.localPort ?? 0 });
    if (verdict === 'cut') cut();
    return verdict === 'go';
  };
  for (const socket of [desk, database]) {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }
  desk.on('data', (chunk: Buffer) => {
    up = up.then(async () => {
      const what = statementIn(chunk);
      if (what !== null) {
        if (!(await strike(what, 'before'))) return;
        asked = what;
      }
      database.write(proxy.isOld ? asOld(chunk) : chunk);
    });
  });
  database.on('data', (chunk: Buffer) => {
    down = down.then(async () => {
      const what = asked;
      asked = null;
      if (what !== null && !(await strike(what, 'after', answerIn(chunk)))) return;
      desk.write(chunk);
    });
  });
  // What is on its way still arrives: a statement of a desk that has given up is carried out.
  desk.on('close', () => void up.then(() => database.end()));
  database.on('close', () => void down.then(() => desk.destroy()));
}

type Asked = Pick<Statement, 'name' | 'changeId' | 'seen'>;

function statementIn(chunk: Buffer): Asked | null {
  const text = chunk.toString('latin1');
  const found = /namedesk\.([a-z_]+)\(\$1\)/.exec(text)?.[1];
  const name = struckFunctions.find((each) => each === found);
  if (name === undefined) return null;
  const [, seq, hash = ''] = /"seen":\{"seq":(\d+),"hash":"([0-9a-f]+)"/.exec(text) ?? [];
  const seen = seq === undefined ? null : { seq: Number(seq), hash };
  return { name, seen, changeId: /"changeId":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? '' };
}

const answerIn = (chunk: Buffer): string =>
  /\{.*\}|M[^\0]+/s.exec(chunk.toString('latin1'))?.[0].slice(0, 200) ?? '';

/** The setting by which a desk says how old it is, in as many bytes. */
const asOld = (chunk: Buffer): Buffer =>
  Buffer.from(
    chunk
      .toString('latin1')
      .replace(
        /(namedesk\.schema=)(\d+)/,
        (_, before: string, version: string) => `${before}${version.replaceAll(/\d/g, '0')}`,
      ),
    'latin1',
  );
