import tls from 'node:tls';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { canHaveLeft } from '../../../../../../electron/main/reseller/classify.ts';
import { createTransport } from '../../../../../../electron/main/reseller/transport.ts';
import type { Outcome, Request } from '../../../../../../electron/main/reseller/transport/outcome.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';
import {
  answerOf,
  type Exchange,
  faults,
  type RawServer,
  startRawServer,
} from '../../../../../support/raw-server/raw-server.ts';

/** A change of a lock. */
const aRequest = (url: string, more: Partial<Request> = {}): Request => ({
  method: 'POST',
  url: `${url}/api/index.php/domains/example.com/lock`,
  headers: { username: 'a@b.example', token: 'the-token', 'content-length': '17' },
  body: 'lockstatus=locked',
  timeoutMs: 250,
  signal: undefined,
  ...more,
});

/** Sends `answer` as soon as the request is whole. */
const answering =
  (answer: string) =>
  ({ socket, request }: Exchange): void =>
    void request.then(() => socket.end(answer));

/** A starter of servers, each of which is stopped when its test is over. */
function rawServersOfThisFile(): typeof startRawServer {
  const running: RawServer[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });
  return async (talk, tls) => {
    const server = await startRawServer(talk, tls);
    running.push(server);
    return server;
  };
}

describe('stages', () => {
  const startServer = rawServersOfThisFile();
  const pem = (name: string): string => readFileSync(`tests/fixtures/tls/${name}.pem`, 'utf8');

  const transport = createTransport({ limits: { connectTimeoutMs: 300 }, roots: [pem('authority')] });
  afterAll(() => transport.close());

  describe('an answer', () => {
    it.each(['read', 'once'] as const)('comes whole, over %s', async (way) => {
      const { url } = await startServer(
        answering(answerOf('"success"', '200 OK', 'Date: Sun, 01 Mar 2026 10:00:00 GMT\r\n')),
      );
      expect(await transport[way](aRequest(url))).toMatchObject({
        kind: 'answered',
        status: 200,
        text: '"success"',
        headers: { date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
      });
    });

    it.each(['read', 'once'] as const)('over TLS, of a known authority, over %s', async (way) => {
      const { url } = await startServer(answering(answerOf('"success"')), {
        key: pem('server-key'),
        cert: pem('good'),
      });
      expect(await transport[way](aRequest(url, { timeoutMs: 2_000 }))).toMatchObject({
        kind: 'answered',
        text: '"success"',
      });
    });

    it.each(['read', 'once'] as const)('loses a byte order mark, over %s', async (way) => {
      const { url } = await startServer(answering(answerOf('\uFEFF"success"')));
      expect(await transport[way](aRequest(url))).toMatchObject({ text: '"success"' });
    });
  });

  describe.each(Object.entries(faults))('C2, C5: %s', (_name, fault) => {
    it('costs one request at most over a connection of its own, and is called by its stage', async () => {
      const server = await startServer((exchange) => fault(exchange, createRandom(7)));
      const outcome = await transport.once(aRequest(server.url));
      expect(server.requests()).toBeLessThanOrEqual(1);
      expect(server.connections()).toBe(1);
      expect(outcome.kind).not.toBe('cancelled');
      if (outcome.kind === 'not-sent') expect(server.received()).toBe('');
      if (outcome.kind === 'lost') expect(canHaveLeft(outcome.stage)).toBe(true);
    });

    it('over a pooled connection ends too, in one request', async () => {
      const server = await startServer((exchange) => fault(exchange, createRandom(7)));
      const outcome = await transport.read(aRequest(server.url));
      expect(['lost', 'answered']).toContain(outcome.kind);
      expect(server.requests()).toBeLessThanOrEqual(1);
    });
  });

  describe('C5 a request that is cut while it is sent', () => {
    it.each([
      ['plain', undefined],
      ['over TLS', { key: pem('server-key'), cert: pem('good') }],
    ])('is lost, %s: part of it has arrived', async (_name, certificate) => {
      const server = await startServer(({ socket, reset }) => void socket.once('data', reset), certificate);
      // Far more than the buffers of both sides hold: the last byte cannot have left.
      const body = 'x'.repeat(16 * 1024 * 1024);
      const headers = { 'content-length': String(body.length) };
      const patient = createTransport({ roots: [pem('authority')] });
      const outcome = await patient.once(aRequest(server.url, { body, headers, timeoutMs: 20_000 }));
      expect(outcome).toMatchObject({ kind: 'lost', stage: 'sending' });
      expect(server.received()).not.toBe('');
      expect(server.requests()).toBe(0);
    });
  });

  describe('C5, C15 not sent', () => {
    it.each(['read', 'once'] as const)('a connection that is refused, over %s', async (way) => {
      const server = await startServer(() => undefined);
      await server.stop();
      const outcome = await transport[way](aRequest(server.url));
      expect(outcome).toMatchObject({ why: 'connection-refused' });
      expect(outcome.kind).toBe(way === 'once' ? 'not-sent' : 'lost');
    });

    it('a name that does not resolve', async () => {
      expect(
        await transport.once(aRequest('https://no-such-host.invalid', { timeoutMs: 5_000 })),
      ).toMatchObject({
        kind: 'not-sent',
      });
    });

    it.each([
      ['signed by nobody known', { cert: pem('self-signed') }],
      ['expired', { cert: pem('expired') }],
      ['for another host', { cert: pem('other-host') }],
    ] as const)('a certificate that is %s: not a byte of the request leaves', async (_name, options) => {
      const server = await startServer(answering(answerOf('"success"')), {
        key: pem('server-key'),
        ...options,
      });
      for (const way of ['once', 'read'] as const) {
        const outcome = await transport[way](aRequest(server.url, { timeoutMs: 2_000 }));
        expect(outcome).toMatchObject({ kind: way === 'once' ? 'not-sent' : 'lost', why: 'tls-failed' });
      }
      expect(server.received()).toBe('');
    });

    it('C15 TLS 1.1 is refused, whatever the process allows', async () => {
      const before = [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] as const;
      [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] = ['TLSv1', 'DEFAULT@SECLEVEL=0'];
      const own = createTransport({ roots: [pem('authority')] });
      try {
        const server = await startServer(answering(answerOf('"success"')), {
          key: pem('server-key'),
          cert: pem('good'),
          maxVersion: 'TLSv1.1',
        });
        for (const way of ['once', 'read'] as const) {
          expect(await own[way](aRequest(server.url, { timeoutMs: 2_000 }))).toMatchObject({
            why: 'tls-failed',
          });
        }
        expect(server.received()).toBe('');
      } finally {
        [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] = before;
        await own.close();
      }
    });

    it('C15 the environment cannot switch the check off', async () => {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      try {
        const server = await startServer(() => undefined, {
          key: pem('server-key'),
          cert: pem('self-signed'),
        });
        for (const way of ['once', 'read'] as const) {
          expect(await transport[way](aRequest(server.url))).toMatchObject({ why: 'tls-failed' });
        }
      } finally {
        delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      }
    });

    it('a server of plain HTTP is named as such', async () => {
      const server = await startServer(({ socket }) =>
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      );
      const url = server.url.replace('http:', 'https:');
      for (const way of ['once', 'read'] as const) {
        const outcome = await transport[way](aRequest(url, { timeoutMs: 2_000 }));
        expect(outcome).toMatchObject({ kind: way === 'once' ? 'not-sent' : 'lost', why: 'not-https' });
      }
    });

    it.each<[string, (exchange: Exchange) => void, string]>([
      ['hangs', () => undefined, 'connect-timeout'],
      ['is reset', ({ socket, reset }) => void socket.once('data', reset), 'tls-failed'],
      ['is closed', ({ socket }) => void socket.once('data', () => socket.end()), 'tls-failed'],
    ])('a handshake that %s', async (_name, talk, why) => {
      const server = await startServer(talk);
      const url = server.url.replace('http:', 'https:');
      expect(await transport.once(aRequest(url, { timeoutMs: 2_000 }))).toEqual({ kind: 'not-sent', why });
    });
  });

  describe('C4 connections', () => {
    const alive = ({ socket }: Exchange): void =>
      void socket.on('data', () =>
        socket.write(answerOf('"success"', '200 OK', 'Connection: keep-alive\r\n')),
      );

    it('each single sending has its own', async () => {
      const server = await startServer(alive);
      for (let sent = 0; sent < 3; sent += 1) await transport.once(aRequest(server.url));
      expect(server.connections()).toBe(3);
      expect(server.received().match(/connection: close/g)).toHaveLength(3);
    });

    it('reads share them', async () => {
      const server = await startServer(alive);
      for (let sent = 0; sent < 20; sent += 1) {
        await transport.read(aRequest(server.url, { method: 'GET', body: null, headers: {} }));
      }
      // The pool opens a second one when a request comes before the first has been marked free.
      expect(server.connections()).toBeLessThanOrEqual(2);
    });
  });

  describe('giving up', () => {
    it.each(['read', 'once'] as const)('before sending, nothing is sent over %s', async (way) => {
      const server = await startServer(() => undefined);
      expect(await transport[way](aRequest(server.url, { signal: AbortSignal.abort() }))).toEqual({
        kind: 'cancelled',
      });
      expect(server.connections()).toBe(0);
    });

    it('during the handshake is cancelled: no byte has left', async () => {
      const abort = new AbortController();
      const server = await startServer(({ socket }) => void socket.once('data', () => abort.abort()));
      const url = server.url.replace('http:', 'https:');
      expect(await transport.once(aRequest(url, { signal: abort.signal }))).toEqual({ kind: 'cancelled' });
    });

    it('after the request has left is lost: it may have been done', async () => {
      const abort = new AbortController();
      const server = await startServer(({ request }) => void request.then(() => abort.abort()));
      expect(await transport.once(aRequest(server.url, { signal: abort.signal }))).toMatchObject({
        kind: 'lost',
      });
    });

    it('a read at any time is cancelled', async () => {
      const abort = new AbortController();
      const server = await startServer(({ request }) => void request.then(() => abort.abort()));
      expect(await transport.read(aRequest(server.url, { signal: abort.signal }))).toEqual({
        kind: 'cancelled',
      });
    });

    it.each(['read', 'once'] as const)('closing ends what is under way over %s', async (way) => {
      const own = createTransport();
      const server = await startServer(({ request }) => void request.then(() => own.close()));
      const outcome: Outcome = await own[way](aRequest(server.url, { timeoutMs: 5_000 }));
      expect(outcome.kind).toBe('lost');
    });
  });
});

describe('outcome', () => {
  const startServer = rawServersOfThisFile();
  const transport = createTransport();
  afterAll(() => transport.close());

  describe('C16 limits', () => {
    it.each(['read', 'once'] as const)('a body over 5 MiB is not taken over %s', async (way) => {
      const server = await startServer(answering(answerOf('x'.repeat(5 * 1024 * 1024 + 1))));
      expect(await transport[way](aRequest(server.url, { timeoutMs: 5_000 }))).toMatchObject({
        kind: 'lost',
        why: 'too-large',
      });
    });

    it.each(['read', 'once'] as const)('a body of 5 MiB is, over %s', async (way) => {
      const server = await startServer(answering(answerOf('x'.repeat(5 * 1024 * 1024))));
      expect(await transport[way](aRequest(server.url, { timeoutMs: 5_000 }))).toMatchObject({
        kind: 'answered',
      });
    });

    it.each(['read', 'once'] as const)('a head over 64 KiB is not taken over %s', async (way) => {
      const server = await startServer(
        answering(answerOf('x', '200 OK', `X-Filler: ${'x'.repeat(65_537)}\r\n`)),
      );
      expect(await transport[way](aRequest(server.url, { timeoutMs: 5_000 }))).toMatchObject({
        kind: 'lost',
        why: 'too-large',
      });
    });

    it.each(['read', 'once'] as const)('a slow drip ends with the total time over %s', async (way) => {
      const server = await startServer((exchange) =>
        faults['one byte at a time']?.(exchange, createRandom(1)),
      );
      expect(await transport[way](aRequest(server.url))).toMatchObject({
        kind: 'lost',
        why: 'no-answer-in-time',
      });
    });
  });

  describe('C3 redirects', () => {
    it.each(['301', '302', '303', '307', '308'])(
      '%s to another origin is followed by nobody, and no token gets there',
      async (status) => {
        const other = await startServer(answering(answerOf('"success"')));
        const server = await startServer(
          answering(answerOf('', `${status} Moved`, `Location: ${other.url}/x\r\n`)),
        );
        for (const way of ['read', 'once'] as const) {
          expect(await transport[way](aRequest(server.url))).toMatchObject({
            kind: 'answered',
            status: Number(status),
          });
        }
        expect(other.connections()).toBe(0);
        expect(other.received()).not.toContain('token');
        expect(server.requests()).toBe(2);
      },
    );

    it('a loop ends at its first answer', async () => {
      const server = await startServer(
        answering(answerOf('', '302 Found', 'Location: /api/index.php/domains/example.com/lock\r\n')),
      );
      for (const way of ['read', 'once'] as const) await transport[way](aRequest(server.url));
      expect(server.requests()).toBe(2);
    });
  });
});
