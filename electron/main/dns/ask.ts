import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { EventEmitter } from 'node:events';
import { getServers } from 'node:dns';
import { connect, isIPv6 } from 'node:net';
import {
  type Answer,
  decode,
  type DecodedPacket,
  encode,
  RECURSION_DESIRED,
  type RecordType,
} from 'dns-packet';
import { bareHost } from '#shared/domain/host.ts';
import { hasEnded } from '../jobs/waiting.ts';

/** An answer to one question; `silent` where none came that can be read. Source: RFC 1035, section 4. */
export type DnsReply =
  | {
      readonly kind: 'answered';
      /** 0: no error, 1: it did not understand the question, 2: the server failed, 3: there is no such name, 4: it does not do that, 5: refused. */
      readonly code: number;
      /** The server speaks for the zone itself. */
      readonly isAuthoritative: boolean;
      readonly answers: readonly Answer[];
      /** Of a referral the nameservers below; of a name that is not there the zone’s SOA. */
      readonly authorities: readonly Answer[];
    }
  | { readonly kind: 'silent' };

/**
 * Asks one question of DNS.
 *
 * @param of `system`: the computer’s own resolver, which finds the answer; an address: that server, for what it knows itself.
 */
export type Ask = (
  question: { readonly name: string; readonly type: RecordType },
  of: 'system' | { readonly address: string },
  signal: AbortSignal,
) => Promise<DnsReply>;

export interface AskLimits {
  /** The wait for one answer; over UDP a question is sent twice. */
  readonly timeoutMs: number;
  readonly port: number;
  /** The system’s resolvers: addresses, with `:port` where it is not 53. */
  readonly resolvers: () => readonly string[];
}

const usual: AskLimits = { timeoutMs: 2_500, port: 53, resolvers: getServers };

/** What UDP carries without fragments. Source: RFC 9715. */
const mostBytes = 1_232;

interface Server {
  readonly address: string;
  readonly port: number;
}

/** Questions go out without anything of an account: a server learns a domain’s name, and from where it was asked. */
export function createAsk(limits: AskLimits = usual): Ask {
  const { port, resolvers } = limits;
  return async (question, of, signal) => {
    const isRecursive = of === 'system';
    const servers = isRecursive ? resolvers().slice(0, 2).map(serverAt) : [{ address: of.address, port }];
    for (const server of servers) {
      const reply = await askOnce(server, { ...question, isRecursive }, limits.timeoutMs, signal);
      if (reply.kind === 'answered' || hasEnded(signal)) return reply;
    }
    return { kind: 'silent' };
  };
}

/** Source: the notation of Node’s `dns.getServers()`. */
function serverAt(text: string): Server {
  const [, address = text, port = '53'] =
    /^\[(.+)\]:(\d+)$/.exec(text) ?? /^([\d.]+):(\d+)$/.exec(text) ?? [];
  return { address, port: Number(port) };
}

interface Question {
  readonly name: string;
  readonly type: RecordType;
  readonly isRecursive: boolean;
}

/** The codes of a server that did not understand the question, or does not do what it asks: with many old ones, that is EDNS. */
const notUnderstood: ReadonlySet<number> = new Set([1, 4]);

/** Once more without EDNS where the server did not understand it. Source: RFC 6891, section 7; RFC 2671, section 5.3. */
async function askOnce(
  server: Server,
  question: Question,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DnsReply> {
  const reply = await askWith(server, { ...question, hasEdns: true }, timeoutMs, signal);
  const isOfEdns = reply.kind === 'answered' && notUnderstood.has(reply.code) && !hasEnded(signal);
  if (!isOfEdns) return reply;
  const plain = await askWith(server, { ...question, hasEdns: false }, timeoutMs, signal);
  return plain.kind === 'answered' ? plain : reply;
}

async function askWith(
  server: Server,
  question: Question & { readonly hasEdns: boolean },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DnsReply> {
  const id = randomInt(0x1_0000);
  const packet = encode({
    type: 'query',
    id,
    flags: question.isRecursive ? RECURSION_DESIRED : 0,
    questions: [{ name: question.name, type: question.type, class: 'IN' }],
    additionals: question.hasEdns
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: mostBytes,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  });
  const isOurs = (answer: DecodedPacket): boolean => answers(answer, id, question);
  const ended = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const short =
    (await overUdp(server, packet, isOurs, ended())) ??
    (hasEnded(signal) ? null : await overUdp(server, packet, isOurs, ended()));
  const whole = short?.flag_tc === true ? await overTcp(server, packet, isOurs, ended()) : short;
  return whole === null ? { kind: 'silent' } : replyOf(whole);
}

/**
 * Somebody else’s datagram is no answer: it has to repeat the number and the question. What a server did not understand, it may send back
 * without the question (RFC 1035, section 4.1.1).
 */
function answers(answer: DecodedPacket, askedId: number, asked: Question): boolean {
  const { id, flag_qr, questions } = answer;
  if (!flag_qr || id !== askedId) return false;
  const [question] = questions ?? [];
  if (question === undefined) return notUnderstood.has(codeOf(answer));
  return question.type === asked.type && bareHost(question.name) === bareHost(asked.name);
}

const codeOf = ({ flags = 0 }: DecodedPacket): number => flags & 0xf;

const replyOf = (packet: DecodedPacket): DnsReply => ({
  kind: 'answered',
  code: codeOf(packet),
  isAuthoritative: packet.flag_aa,
  answers: packet.answers ?? [],
  authorities: packet.authorities ?? [],
});

function decoded(bytes: Buffer): DecodedPacket | null {
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}

type IsOurs = (answer: DecodedPacket) => boolean;

/** Null where no answer comes in time, or the server cannot be reached. */
function overUdp(
  { address, port }: Server,
  packet: Buffer,
  isOurs: IsOurs,
  signal: AbortSignal,
): Promise<DecodedPacket | null> {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4' });
  return answerOver(socket, signal, {
    begin(resolve) {
      socket.on('message', (bytes) => {
        const answer = decoded(bytes);
        if (answer !== null && isOurs(answer)) resolve(answer);
      });
      // Connected, so that datagrams of others do not arrive, and a closed port is told.
      socket.connect(port, address, () => socket.send(packet));
    },
    close: () => socket.close(),
  });
}

interface Asking {
  readonly begin: (resolve: (answer: DecodedPacket | null) => void) => void;
  readonly close: () => void;
}

/** The first answer of a socket, which is closed then; null where it fails or ends before. */
function answerOver(
  socket: EventEmitter,
  signal: AbortSignal,
  { begin, close }: Asking,
): Promise<DecodedPacket | null> {
  const { promise, resolve } = Promise.withResolvers<DecodedPacket | null>();
  const end = (): void => resolve(null);
  // Errors that come after the end are nobody's.
  socket.on('error', end).on('close', end);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  else begin(resolve);
  return promise.finally(() => {
    signal.removeEventListener('abort', end);
    close();
  });
}

/** For what is too long for a datagram. */
function overTcp(
  { address, port }: Server,
  packet: Buffer,
  isOurs: IsOurs,
  signal: AbortSignal,
): Promise<DecodedPacket | null> {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(packet.length);
  let received = Buffer.alloc(0);
  const socket = connect({ host: address, port }, () => socket.write(Buffer.concat([length, packet])));
  return answerOver(socket, signal, {
    begin: (resolve) =>
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
        const answer = decoded(received.subarray(2, 2 + received.readUInt16BE(0)));
        resolve(answer !== null && isOurs(answer) ? answer : null);
      }),
    close: () => socket.destroy(),
  });
}
