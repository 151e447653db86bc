import { describe, expect, it } from 'vitest';
import type { DeliveryFault } from '../../../../../../electron/main/practice/faults/fault.ts';
import { type Bytes, askForBytes } from '../bytes.ts';
import { servicesOfThisFile } from '../running.ts';

const start = servicesOfThisFile();

/** How long a connection may stay silent before it counts as hanging. */
const patienceMs = 300;

const bytesWith = async (fault: DeliveryFault, waitMs?: number): Promise<Bytes> =>
  askForBytes(await start({ faults: [{ fault }] }), 'tlds', waitMs);

const endings = [
  ['reset', 'reset'],
  ['fin', 'fin'],
  ['hang', 'open'],
] as const;

describe('a fault of the delivery', () => {
  it('is observable against a delivery in order', async () => {
    const heard = await askForBytes(await start(), 'tlds');
    expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect([heard.body.endsWith('.com.tr"]'), heard.ending]).toEqual([true, 'fin']);
  });

  describe.each(endings)('a break by %s', (by, ending) => {
    it.each(['request-head', 'request'] as const)(
      'after the %s leaves no byte of an answer',
      async (after) => {
        const heard = await bytesWith({ kind: 'break', after, by }, patienceMs);
        expect(heard).toEqual({ head: '', body: '', ending, arrivals: 0 });
      },
    );

    it('after part of the head leaves a head that does not end', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'part-of-head', by }, patienceMs);
      expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect([heard.head.includes('Content-Length: '), heard.body, heard.ending]).toEqual([
        false,
        '',
        ending,
      ]);
    });

    it('after the head leaves a whole head and no body', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'head', by }, patienceMs);
      expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nContent-Length: \d+$/s);
      expect([heard.body, heard.ending]).toEqual(['', ending]);
    });

    it('after part of the body leaves a body shorter than its length says', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'part-of-body', by }, patienceMs);
      expect(heard.body).toMatch(/^\["\.com",/);
      expect([heard.body.length < declaredLength(heard), heard.ending]).toEqual([true, ending]);
    });
  });

  it('drip gives the head at once and then a byte a second', async () => {
    const heard = await bytesWith({ kind: 'drip' }, patienceMs);
    expect(heard.head).toMatch(/Content-Length: \d+$/);
    expect([heard.body, heard.ending]).toEqual(['', 'open']);
  });

  it('drip at a higher rate gives every byte by itself, and then ends', async () => {
    const service = await start({ faults: [{ fault: { kind: 'drip', bytesPerSecond: 100 } }] });
    const heard = await askForBytes(service, 'version');
    expect([heard.body, heard.ending]).toEqual(['"2.2.0"', 'fin']);
    expect(heard.arrivals).toBeGreaterThan(4);
  });

  it.each([
    ['more', 64],
    ['less', -4],
  ] as const)('wrong-content-length declares %s than there is', async (declares, difference) => {
    const heard = await bytesWith({ kind: 'wrong-content-length', declares });
    expect(heard.body.endsWith('.com.tr"]')).toBe(true);
    expect([declaredLength(heard) - heard.body.length, heard.ending]).toEqual([difference, 'fin']);
  });

  it('not-http is no HTTP', async () => {
    const heard = await bytesWith({ kind: 'not-http' });
    expect([heard.head, heard.ending]).toEqual(['220 mail.example ESMTP ready\r\n', 'fin']);
  });
});

const declaredLength = ({ head }: Bytes): number => Number(/Content-Length: (\d+)/.exec(head)?.[1]);
