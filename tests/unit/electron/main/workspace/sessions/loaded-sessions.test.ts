import { describe, expect, it } from 'vitest';
import {
  bucketCount,
  bucketOf,
  bucketsOf,
  createColumns,
  hashOfLabel,
  rowsWith,
} from '../../../../../../electron/main/workspace/sessions/loaded-sessions.ts';
import {
  countAll,
  createLabels,
  createMatrix,
  isPending,
  putCell,
  setPending,
  setShortlisted,
} from '../../../../../../electron/main/workspace/sessions/matrix.ts';
import {
  createSpareBuffers,
  lendingBytes,
  type RecordedRequest,
} from '../../../../../../electron/main/workspace/sessions/messages.ts';
import { cellCode, shortlistBit } from '../../../../../../shared/domain/session.ts';
import { ok } from '../../../../../../shared/result.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';

describe('the columns of a session', () => {
  const columns = createColumns(['com', 'рф', 'Co.UK']);

  it('are TLDs in both forms', () => {
    expect([columns.at(1), columns.at(2)]).toEqual([
      { tld: 'рф', asciiTld: 'xn--p1ai' },
      { tld: 'co.uk', asciiTld: 'co.uk' },
    ]);
  });

  it('are given in the order of a request, whatever was asked before it', () => {
    const tldsOf = (...asked: readonly number[]) =>
      columns.asked(Uint16Array.from(asked)).list.map(({ tld }) => tld);
    expect(tldsOf(0, 1, 2)).toEqual(['com', 'рф', 'co.uk']);
    expect(tldsOf(0, 1)).toEqual(['com', 'рф']);
    expect(tldsOf(2, 0)).toEqual(['co.uk', 'com']);
    expect(tldsOf(0, 2)).toEqual(['com', 'co.uk']);
    expect(tldsOf(1)).toEqual(['рф']);
  });

  it('are no plain question where one is asked twice', () => {
    expect(columns.asked(Uint16Array.of(0, 1)).arePlain).toBe(true);
    expect(columns.asked(Uint16Array.of(0, 0)).arePlain).toBe(false);
  });

  it('that there are not are a bug of the caller', () => {
    expect(() => columns.asked(Uint16Array.of(0, 3))).toThrow('no such column');
  });
});

describe('the names of a session in memory', () => {
  it('are found by their row, the first and the last too', () => {
    const labels = createLabels('bakery\nape\nzebra', 3);
    expect([-1, 0, 1, 2, 3].map(labels.at)).toEqual(['', 'bakery', 'ape', 'zebra', '']);
  });

  it('are none for an empty text', () => {
    expect([createLabels('', 0).at(0), createLabels('', 0).count]).toEqual(['', 0]);
  });
});

describe('the index of a list of names', () => {
  /** Rows that the index gives for a label. */
  function lookUp(labels: readonly string[], label: string): readonly number[] {
    const hash = hashOfLabel(label);
    const buckets = bucketsOf(labels);
    return rowsWith(hash, buckets[bucketOf(hash, bucketCount(labels.length))] ?? new Uint32Array());
  }

  it.each([1, 2, 1_023, 1_024, 1_025, 20_000])('finds each of %d names in its row', (count) => {
    const labels = Array.from({ length: count }, (_, row) => `name${(row * 7_919) % 1_000_003}`);
    const buckets = bucketsOf(labels);
    expect(buckets).toHaveLength(bucketCount(count));
    const missed = labels.filter((label, row) => {
      const hash = hashOfLabel(label);
      const entries = buckets[bucketOf(hash, buckets.length)] ?? new Uint32Array();
      return !rowsWith(hash, entries).includes(row);
    });
    expect(missed).toEqual([]);
    expect(buckets.reduce((sum, entries) => sum + entries.length / 2, 0)).toBe(count);
  });

  it('finds nothing for a name that is not there, and nothing in an empty list', () => {
    expect(lookUp(['bakery', 'ape'], 'zebra')).toEqual([]);
    expect(lookUp([], 'zebra')).toEqual([]);
  });

  it('finds every row of a hash that several have', () => {
    const hash = hashOfLabel('bakery');
    expect(rowsWith(hash, Uint32Array.of(1, 9, hash, 4, hash, 7))).toEqual([4, 7]);
  });

  it('spreads alike labels over its buckets: none has more than three times its share', () => {
    const labels = Array.from({ length: 50_000 }, (_, row) => `shop-${row}`);
    const largest = Math.max(...bucketsOf(labels).map((entries) => entries.length / 2));
    expect(largest).toBeLessThan(3 * (50_000 / bucketCount(50_000)));
  });
});

describe('a session’s cells in memory', () => {
  const taken = cellCode('taken', null);
  const refused = cellCode('unknown', 'refused');

  it('begin unchecked, all of them to be asked', () => {
    const matrix = createMatrix(10);
    expect([matrix.left, matrix.tallies[0]]).toEqual([10, 10]);
    expect(matrix.codes.some((code) => code !== 0)).toBe(false);
  });

  it('are asked once: the second finding of a cell takes nothing more off what is left', () => {
    const matrix = createMatrix(3);
    putCell(matrix, 1, taken, 100);
    putCell(matrix, 1, refused, 200);
    expect([matrix.left, matrix.tallies[0], matrix.tallies[taken], matrix.tallies[refused]]).toEqual([
      2, 2, 0, 1,
    ]);
    expect([...matrix.checkedAt]).toEqual([0, 200, 0]);
  });

  it('count a cell once that is unchecked and pending, and not at all when it is asked', () => {
    const matrix = createMatrix(9);
    putCell(matrix, 8, taken, 1);
    setPending(matrix, Uint8Array.of(0b1, 0b1));
    expect([matrix.left, isPending(matrix, 0), isPending(matrix, 8)]).toEqual([9, true, true]);
    putCell(matrix, 0, taken, 2);
    putCell(matrix, 8, taken, 2);
    expect([matrix.left, isPending(matrix, 0), isPending(matrix, 8)]).toEqual([7, false, false]);
  });

  it('stay on the shortlist when a finding comes', () => {
    const matrix = createMatrix(2);
    expect([setShortlisted(matrix, 1, true), setShortlisted(matrix, 1, true)]).toEqual([true, false]);
    putCell(matrix, 1, taken, 5);
    expect([...matrix.codes]).toEqual([0, taken | shortlistBit]);
    expect(matrix.tallies[taken]).toBe(1);
    expect(setShortlisted(matrix, 1, false)).toBe(true);
    expect([...matrix.codes]).toEqual([0, taken]);
  });

  it('have the same counts step by step as counted at the end, whatever happens', () => {
    const random = createRandom(7);
    const matrix = createMatrix(100);
    for (let step = 0; step < 5_000; step += 1) {
      if (random.chance(0.02))
        setPending(
          matrix,
          Uint8Array.from({ length: 13 }, () => random.int(256)),
        );
      else if (random.chance(0.1)) setShortlisted(matrix, random.int(100), random.chance(0.5));
      else putCell(matrix, random.int(100), random.pick([taken, refused, 1, 2]), step);
    }
    const [left, tallies] = [matrix.left, [...matrix.tallies]];
    countAll(matrix);
    expect([matrix.left, [...matrix.tallies]]).toEqual([left, tallies]);
  });
});

describe('memory that goes to the sessions’ thread and back', () => {
  const request = (row: number, body: RecordedRequest['body'], columns = [0]): RecordedRequest => ({
    row,
    columns: Uint16Array.from(columns),
    checkedAtMs: 1,
    body,
    cause: body === null ? 'unreachable' : null,
    message: '',
  });

  interface Recorded {
    readonly id: string;
    readonly requests: readonly RecordedRequest[];
  }
  const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

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
    taken.forEach((buffer) => spare.give(buffer));
    const again = Array.from({ length: 6 }, () => spare.take(1));
    expect(again.filter((buffer) => taken.includes(buffer))).toHaveLength(4);
  });

  it('carries what was recorded, and nothing of what it held before', async () => {
    const spare = createSpareBuffers();
    const send = lendingBytes(spare);
    const sent: Recorded[] = [];
    const record = (...requests: readonly RecordedRequest[]) =>
      send({ id: 'a', requests }, (input, buffers = []) => {
        const received = structuredClone({ input: input as Recorded, buffers }, { transfer: [...buffers] });
        expect(buffers[0]?.detached).toBe(true);
        sent.push(structuredClone(received.input));
        received.buffers.forEach((buffer) => spare.give(buffer));
        return Promise.resolve(ok(null));
      });
    const first = [request(0, bytesOf('a long answer'), [0, 1, 65_535]), request(1, bytesOf('another'), [2])];
    const second = [request(0, bytesOf('short')), request(1, null), request(2, new Uint8Array())];
    await record(...first);
    await record(...second);
    expect(sent).toEqual([
      { id: 'a', requests: first },
      { id: 'a', requests: second },
    ]);
  });
});
