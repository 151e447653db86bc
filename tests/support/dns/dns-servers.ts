import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  type DecodedPacket,
  encode,
  TRUNCATED_RESPONSE,
} from 'dns-packet';
import { onTestFinished } from 'vitest';

/** What a server says to one question; nothing where it is silent. */
export interface Said {
  readonly code?: number;
  readonly isAuthoritative?: boolean;
  readonly answers?: readonly Answer[];
  readonly authorities?: readonly Answer[];
  /** Too long for a datagram: whole over TCP alone. */
  readonly isLong?: boolean;
  /** The code of what is asked with EDNS, which it does not understand. */
  readonly ednsCode?: number;
  /** That comes without the question. */
  readonly isBare?: boolean;
  /** Somebody else’s answer, under another number, comes first: a refusal. */
  readonly forgedId?: boolean;
}

/** By name and type: `example.com SOA`. */
export type Zone = (question: string) => Said | null;

interface Asked {
  readonly address: string;
  readonly question: string;
  readonly over: 'udp' | 'tcp';
}

/**
 * DNS servers on this computer, each at an address of its own and all at one port: `127.0.0.1` stands for the system’s resolver.
 *
 * @param zones By address.
 */
export async function startDnsServers(zones: Readonly<Record<string, Zone>>) {
  const asked: Asked[] = [];
  let port = 0;
  for (const [address, zone] of Object.entries(zones)) {
    const socket = createSocket('udp4');
    const streams = new Set<Socket>();
    const answerTo = (query: DecodedPacket, over: Asked['over']): readonly Buffer[] => {
      const [question] = query.questions ?? [];
      const text = `${question?.name.toLowerCase() ?? ''} ${question?.type ?? ''}`;
      asked.push({ address, question: text, over });
      const said = zone(text);
      return said === null ? [] : packetsOf(query, said, over);
    };
    socket.on('message', (bytes, from) => {
      for (const packet of answerTo(decode(bytes), 'udp')) socket.send(packet, from.port, from.address);
    });
    const server = createServer((stream) => {
      streams.add(stream);
      stream.on('error', () => undefined);
      stream.on('data', (bytes) => {
        for (const packet of answerTo(decode(bytes.subarray(2)), 'tcp')) {
          const length = Buffer.alloc(2);
          length.writeUInt16BE(packet.length);
          stream.write(Buffer.concat([length, packet]));
        }
      });
    });
    await new Promise<void>((resolve) => void server.listen(port, address, resolve));
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('The server has no port');
    port = bound.port;
    await new Promise<void>((resolve) => void socket.bind(port, address, resolve));
    onTestFinished(() => {
      socket.close();
      for (const stream of streams) stream.destroy();
      server.close();
    });
  }
  return { port, asked, resolver: `127.0.0.1:${port}` };
}

function packetsOf(query: DecodedPacket, said: Said, over: Asked['over']): readonly Buffer[] {
  const isCut = said.isLong === true && over === 'udp';
  const hasEdns = (query.additionals ?? []).some(({ type }) => type === 'OPT');
  if (said.ednsCode !== undefined && hasEdns) {
    const questions = said.isBare === true ? [] : (query.questions ?? []);
    return [encode({ type: 'response', id: query.id ?? 0, flags: said.ednsCode, questions })];
  }
  const packet = (id: number, code = said.code ?? 0): Buffer =>
    encode({
      type: 'response',
      id,
      flags:
        (said.isAuthoritative === true ? AUTHORITATIVE_ANSWER : 0) | (isCut ? TRUNCATED_RESPONSE : 0) | code,
      questions: query.questions ?? [],
      answers: isCut ? [] : [...(said.answers ?? [])],
      authorities: [...(said.authorities ?? [])],
    });
  const id = query.id ?? 0;
  return said.forgedId === true ? [packet((id + 1) % 0x1_0000, 5), packet(id)] : [packet(id)];
}

export const soa = (name: string): Answer => ({
  ...{ type: 'SOA', name, ttl: 60 },
  data: {
    mname: 'ns.example',
    rname: 'host.example',
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
  },
});
export const a = (name: string, address: string): Answer => ({ type: 'A', name, ttl: 60, data: address });
export const ns = (name: string, host: string): Answer => ({ type: 'NS', name, ttl: 60, data: host });
