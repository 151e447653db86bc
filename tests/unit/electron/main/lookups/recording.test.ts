import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { Recorder } from '../../../../../electron/main/lookups/recording.ts';
import type { RecordedRequest } from '../../../../../electron/main/workspace/session-records.ts';

const aRequest = (row: number): RecordedRequest => ({
  row,
  columns: Uint16Array.of(0),
  checkedAtMs: 0,
  body: null,
  cause: 'refused',
  message: '',
});

/** A workspace that answers when the test says so, and a log that can write or cannot. */
function aDesk({ canNote }: { readonly canNote: boolean }) {
  const happened: string[] = [];
  let sleeps = 0;
  const calls: {
    readonly rows: readonly number[];
    readonly answer: (result: Result<{ readonly codes: Uint8Array }>) => void;
  }[] = [];
  const recorder = new Recorder({
    record: (requests) => {
      const { promise, resolve } = Promise.withResolvers<Result<{ readonly codes: Uint8Array }>>();
      calls.push({ rows: requests.map(({ row }) => row), answer: resolve });
      return promise;
    },
    note: (requests) => {
      const rows = requests.map(({ row }) => row).join(',');
      return canNote ? () => void happened.push(`settled ${rows}`) : null;
    },
    sleep: () => {
      sleeps += 1;
      return Promise.resolve();
    },
    onRecorded: (requests) => void happened.push(`recorded ${requests.map(({ row }) => row).join(',')}`),
    onFault: ({ kind }) => void happened.push(`fault ${kind}`),
  });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    recorder,
    happened,
    calls,
    turn,
    slept: () => sleeps,
    add: (...rows: readonly number[]) => {
      for (const row of rows) {
        recorder.add({
          request: aRequest(row),
          safe: () => void happened.push(`safe ${row}`),
          done: () => void happened.push(`done ${row}`),
        });
      }
    },
  };
}

const recorded = ok({ codes: new Uint8Array() });
const full = fail({ kind: 'storage', fault: 'full' } as const);

describe('the recorder', () => {
  it('gives places back once what came is written down, and is done when it is recorded', async () => {
    const { add, turn, calls, happened } = aDesk({ canNote: true });
    add(1, 2);
    await turn();
    expect(happened).toEqual(['safe 1', 'safe 2']);
    calls[0]?.answer(recorded);
    await turn();
    expect(happened.slice(2)).toEqual(['recorded 1,2', 'settled 1,2', 'done 1', 'done 2']);
  });

  it('keeps places until it is recorded where nothing could be written down', async () => {
    const { add, turn, calls, happened } = aDesk({ canNote: false });
    add(1);
    await turn();
    expect(happened).toEqual([]);
    calls[0]?.answer(recorded);
    await turn();
    expect(happened).toEqual(['recorded 1', 'safe 1', 'done 1']);
  });

  it('gathers while a batch is being written', async () => {
    const { add, turn, calls } = aDesk({ canNote: true });
    add(1);
    await turn();
    add(2);
    await turn();
    add(3);
    await turn();
    calls[0]?.answer(recorded);
    await turn();
    expect(calls.map(({ rows }) => rows)).toEqual([[1], [2, 3]]);
  });

  it('lets few gather once more after a batch, and takes many at once', async () => {
    const { recorder, add, turn, calls, slept } = aDesk({ canNote: true });
    const afterABatch = async (count: number): Promise<number> => {
      add(...Array.from({ length: 32 }, (_, row) => row));
      await turn();
      add(...Array.from({ length: count }, (_, row) => row));
      await turn();
      const before = slept();
      calls.at(-1)?.answer(recorded);
      await turn();
      calls.at(-1)?.answer(recorded);
      await turn();
      expect(recorder.isIdle()).toBe(true);
      return slept() - before;
    };
    expect(await afterABatch(31)).toBe(1);
    expect(await afterABatch(32)).toBe(0);
  });

  it('lets nobody’s place wait for others to gather', async () => {
    const { add, turn, calls, slept } = aDesk({ canNote: false });
    add(1);
    await turn();
    add(2);
    await turn();
    calls[0]?.answer(recorded);
    await turn();
    expect(calls.map(({ rows }) => rows)).toEqual([[1], [2]]);
    expect(slept()).toBe(0);
  });

  it('gives no place back early when the workspace is far behind', async () => {
    const { add, turn, happened } = aDesk({ canNote: true });
    add(...Array.from({ length: 256 }, (_, row) => row));
    await turn();
    add(256);
    await turn();
    expect(happened).toContain('safe 255');
    expect(happened).not.toContain('safe 256');
  });

  it('holds what could not be recorded, gives every place back, and settles only what is recorded later', async () => {
    const { recorder, add, turn, calls, happened } = aDesk({ canNote: false });
    add(1);
    await turn();
    add(2);
    await turn();
    calls[0]?.answer(full);
    await turn();
    expect(happened).toEqual(['fault storage', 'safe 1', 'done 1', 'safe 2', 'done 2']);
    expect(recorder.isIdle()).toBe(false);
    recorder.retry();
    await turn();
    expect(calls[1]?.rows).toEqual([1, 2]);
    calls[1]?.answer(recorded);
    await turn();
    expect(happened.slice(5)).toEqual(['recorded 1,2']);
    expect(recorder.isIdle()).toBe(true);
  });

  it('does not settle what was written down before it is recorded', async () => {
    const { recorder, add, turn, calls, happened } = aDesk({ canNote: true });
    add(1);
    await turn();
    calls[0]?.answer(full);
    await turn();
    expect(happened).toEqual(['safe 1', 'fault storage', 'done 1']);
    recorder.retry();
    await turn();
    calls[1]?.answer(recorded);
    await turn();
    expect(happened.slice(3)).toEqual(['recorded 1', 'settled 1']);
  });
});
