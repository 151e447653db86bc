import { describe, expect, it } from 'vitest';
import { type RecordedRequest, recordWire } from '../../../../../electron/main/workspace/session-records.ts';
import { createSpareBuffers } from '../../../../../electron/main/workspace/thread.ts';

const request = (row: number, body: RecordedRequest['body']): RecordedRequest => ({
  row,
  columns: Uint16Array.of(0),
  checkedAtMs: 1,
  body,
  cause: body === null ? 'unreachable' : null,
  message: '',
});
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const bodiesIn = (message: unknown): readonly (string | null)[] =>
  recordWire
    .unpack(message)
    .requests.map(({ body }) => (body === null ? null : Buffer.from(body).toString()));

describe('memory that goes to the workspace’s thread and back', () => {
  it('is filled again where it has come back, and only then', () => {
    const spare = createSpareBuffers();
    const first = spare.take(10);
    expect(spare.take(10)).not.toBe(first);
    spare.give(first);
    expect(spare.take(10)).toBe(first);
  });

  it('is not held where it was made for answers that are larger than ordinary ones', () => {
    const spare = createSpareBuffers();
    const large = spare.take(5 * 1_024 * 1_024);
    expect(large.byteLength).toBe(5 * 1_024 * 1_024);
    spare.give(large);
    expect(spare.take(5 * 1_024 * 1_024)).not.toBe(large);
  });

  it('is held for four calls at most', () => {
    const spare = createSpareBuffers();
    const taken = Array.from({ length: 6 }, () => spare.take(1));
    taken.forEach(spare.give);
    const again = Array.from({ length: 6 }, () => spare.take(1));
    expect(again.filter((buffer) => taken.includes(buffer))).toHaveLength(4);
  });

  it('says nothing of what it held before', () => {
    const spare = createSpareBuffers();
    const long = recordWire.pack(
      { id: 'a', requests: [request(0, bytesOf('a long answer')), request(1, bytesOf('another'))] },
      spare,
    );
    const given = recordWire.unpack(long.message);
    recordWire.handedBack(given).forEach(spare.give);

    const short = recordWire.pack(
      { id: 'a', requests: [request(0, bytesOf('short')), request(1, null), request(2, new Uint8Array())] },
      spare,
    );

    expect(short.message.packed.bodies.buffer).toBe(long.message.packed.bodies.buffer);
    expect(short.message.packed.bodies).toHaveLength(5);
    expect(bodiesIn(short.message)).toEqual(['short', null, '']);
  });

  it('is nothing to hand back where no request had an answer', () => {
    const { message } = recordWire.pack({ id: 'a', requests: [request(0, null)] }, createSpareBuffers());
    expect(recordWire.handedBack(recordWire.unpack(message))).toEqual([]);
  });
});
