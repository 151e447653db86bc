import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import {
  createAnswerLog,
  entriesIn,
  resumeAnswerLog,
} from '../../../../../electron/main/workspace/answer-log.ts';
import type { RecordedRequest } from '../../../../../electron/main/workspace/sessions/messages.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

const place = directoryOfEachTest();

const checkedAtMs = Date.parse('2026-11-21T10:00:00.750Z');

const aRequest = (row: number, given: Partial<RecordedRequest> = {}): RecordedRequest => ({
  row,
  columns: Uint16Array.of(0, 1),
  checkedAtMs,
  body: new Uint8Array(Buffer.from(`[{"domainName":"shop-${row}.com"}]`)),
  cause: null,
  message: '',
  ...given,
});

const files = (): string[] => readdirSync(place.path).sort();
const read = (name: string) => entriesIn(readFileSync(join(place.path, name)));

describe('the log of answers', () => {
  it('holds what was answered until it is recorded, readable by its owner alone', () => {
    const log = createAnswerLog(place.path, 1);
    const failed = aRequest(7, { body: null, cause: 'refused', message: 'Nein' });
    const settled = log.add('s', [aRequest(3), failed]);
    expect(read('unrecorded-1.log')).toEqual([
      { sessionId: 's', request: aRequest(3) },
      { sessionId: 's', request: failed },
    ]);
    expect(statSync(join(place.path, 'unrecorded-1.log')).mode & 0o777).toBe(0o600);
    settled?.();
    expect(read('unrecorded-1.log')).toEqual([]);
    log.close();
    expect(files()).toEqual([]);
  });

  it('keeps everything while one thing is not recorded', () => {
    const log = createAnswerLog(place.path, 1);
    const first = log.add('s', [aRequest(1)]);
    log.add('s', [aRequest(2)]);
    first?.();
    log.close();
    expect(read('unrecorded-1.log').map(({ request }) => request.row)).toEqual([1, 2]);
  });

  it('goes on in another file when one is large, and takes each away when all of it is recorded', () => {
    const log = createAnswerLog(place.path, 1);
    const body = new Uint8Array(9 * 1_024 * 1_024);
    const settle = [1, 2, 3].map((row) => log.add('s', [aRequest(row, { body })]));
    expect(files()).toEqual(['unrecorded-1.log', 'unrecorded-2.log']);
    settle[0]?.();
    settle[1]?.();
    expect(files()).toEqual(['unrecorded-2.log']);
    settle[2]?.();
    log.close();
    expect(files()).toEqual([]);
  });

  it('says where nothing could be written down', () => {
    expect(createAnswerLog(join(place.path, 'gone'), 1).add('s', [aRequest(1)])).toBeNull();
  });
});

describe('a file of the log', () => {
  const written = (): Buffer => {
    createAnswerLog(place.path, 1).add('s', [aRequest(1), aRequest(2)]);
    return readFileSync(join(place.path, 'unrecorded-1.log'));
  };
  const rows = (file: Buffer) => entriesIn(file).map(({ request }) => request.row);

  it('that was cut by a kill is read up to the cut, wherever that is', () => {
    const whole = written();
    const first = whole.length / 2;
    for (let length = 0; length < whole.length; length += 1)
      expect(rows(whole.subarray(0, length))).toEqual(length < first ? [] : [1]);
    expect(rows(whole)).toEqual([1, 2]);
  });

  it('is not believed where a single bit is another', () => {
    const whole = written();
    for (let at = 0; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 4, at);
      expect(rows(flipped)).toEqual(at < whole.length / 2 ? [] : [1]);
    }
  });
});

describe('what a killed process left', () => {
  /** One session `s` of three names under two TLDs; the first name was recorded at `checkedAtMs`. */
  function someSessions({ isFull = false }: { readonly isFull?: boolean } = {}) {
    const recorded: number[] = [];
    let seals = 0;
    const sessions = {
      find: ({ id }: { readonly id: string }) =>
        Promise.resolve(ok(id === 's' ? { tlds: ['com', 'net'] } : null)),
      cells: () =>
        Promise.resolve(
          ok({
            codes: Uint8Array.of(1, 3, 1, 0, 0, 0),
            checkedAt: Uint32Array.from([0, 0, 0, 0, 0, 0], (_, cell) =>
              cell < 3 ? Math.floor(checkedAtMs / 1_000) : 0,
            ),
          }),
        ),
      record: ({ requests }: { readonly requests: readonly RecordedRequest[] }) => {
        if (isFull) return Promise.resolve(fail({ kind: 'storage', fault: 'full' }));
        recorded.push(...requests.map(({ row }) => row));
        return Promise.resolve(ok({ codes: new Uint8Array() }));
      },
      seal: () => Promise.resolve(ok({ seals: (seals += 1) })),
    } as unknown as Workspace['sessions']; // of a session, its TLDs alone are looked at
    return { sessions, recorded, seals: () => seals };
  }

  const leave = (...rows: readonly number[]): void => {
    const log = createAnswerLog(place.path, 4);
    log.add(
      's',
      rows.map((row) => aRequest(row)),
    );
  };

  it('is recorded, but for what was recorded already', async () => {
    leave(0, 1, 2);
    const { sessions, recorded, seals } = someSessions();
    await resumeAnswerLog(place.path, sessions);
    expect(recorded).toEqual([1, 2]);
    expect(seals()).toBe(1);
    expect(files()).toEqual([]);
  });

  it('is recorded where it is newer than what is there', async () => {
    createAnswerLog(place.path, 1).add('s', [aRequest(0, { checkedAtMs: checkedAtMs + 1_000 })]);
    const { sessions, recorded } = someSessions();
    await resumeAnswerLog(place.path, sessions);
    expect(recorded).toEqual([0]);
  });

  it('is passed over where its session was removed', async () => {
    createAnswerLog(place.path, 1).add('gone', [aRequest(1)]);
    const { sessions, recorded } = someSessions();
    await resumeAnswerLog(place.path, sessions);
    expect(recorded).toEqual([]);
    expect(files()).toEqual([]);
  });

  it('stays for the next time where the disk is full', async () => {
    leave(1);
    const log = await resumeAnswerLog(place.path, someSessions({ isFull: true }).sessions);
    log.add('s', [aRequest(2)]);
    expect(files()).toEqual(['unrecorded-4.log', 'unrecorded-5.log']);
  });

  it('does not keep anyone from working where it cannot be read', async () => {
    writeFileSync(join(place.path, 'unrecorded-1.log'), 'no entry at all');
    const { sessions, recorded } = someSessions();
    await resumeAnswerLog(place.path, sessions);
    expect(recorded).toEqual([]);
  });
});
