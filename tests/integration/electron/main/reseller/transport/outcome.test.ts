import { afterAll, describe, expect, it } from 'vitest';
import { createTransport } from '../../../../../../electron/main/reseller/transport.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';
import { faults } from '../../../../../support/raw-server/faults.ts';
import { answerOf } from '../../../../../support/raw-server/raw-server.ts';
import { rawServersOfThisFile } from '../../../../../support/raw-server/raw-servers-of-this-file.ts';
import { answering, aRequest } from './a-request.ts';

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
    const server = await startServer((exchange) => faults['one byte at a time']?.(exchange, createRandom(1)));
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
