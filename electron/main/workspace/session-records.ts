import { z } from 'zod';
import * as s from '#shared/areas/common-schemas.ts';
import * as b from '#shared/areas/session-schemas.ts';
import { unknownCauses } from '#shared/domain/finding.ts';
import type { SpareBuffers } from './thread.ts';

/** A session as stored: without what only exists while the program runs. */
export const sessionRecord = b.session.omit({ pace: true, waitingFor: true });
export type SessionRecord = z.output<typeof sessionRecord>;

export const newSession = sessionRecord.pick({
  id: true,
  accountId: true,
  name: true,
  state: true,
  createdAt: true,
  source: true,
  tlds: true,
  rerunOf: true,
});

export const sessionChanges = sessionRecord
  .pick({ name: true, state: true, changedAt: true, finishedAt: true, view: true })
  .partial();

export const bytes = z.instanceof(Uint8Array);

/** The result of one request of a session. */
export const recordedRequest = z.object({
  row: z.int().min(0),
  /** The columns that were asked, in the order of the request. */
  columns: z.instanceof(Uint16Array),
  /** Milliseconds since 1970. */
  checkedAtMs: z.int(),
  /** The answer as received, without the key and the token; null where no usable answer came. */
  body: bytes.nullable(),
  /** Why none came; null where one did. */
  cause: b.cause.nullable(),
  /** The service's message where it refused, sanitized; or empty. */
  message: z.string().max(1_000),
});
export type RecordedRequest = z.output<typeof recordedRequest>;

/** All cells of a session, in typed arrays that are transferred and not copied. */
export const sessionCells = z.object({
  /** Cell codes with the shortlist's bit, see `shared/domain/session.ts`. */
  codes: bytes,
  /** Unix seconds. */
  checkedAt: z.instanceof(Uint32Array),
  /** One bit for each cell (cell `i` is bit `i & 7` of byte `i >> 3`): to be asked again, and not asked since. */
  pending: bytes,
});

/** What the throttle has learned of an account. */
export const learnedPace = z.object({
  requestsPerSecond: z.number().nullable(),
  concurrency: z.number(),
  learnedAt: s.instant,
});

/**
 * Recorded requests as they are sent to the workspace's thread: packed, so that the buffers are transferred and not
 * cloned one by one. A body may be a small part of a large buffer, and cloning it would clone all of that buffer.
 */
const packedRequests = z.object({
  /** For each request: row, time, number of columns, length of the body, cause. */
  numbers: z.instanceof(Float64Array),
  columns: z.instanceof(Uint16Array),
  bodies: bytes,
  messages: z.array(z.string()),
});
type PackedRequests = z.output<typeof packedRequests>;

const numbersEach = 5;
/** Stands for no body or no cause. */
const none = -1;

interface Recorded {
  readonly id: string;
  readonly requests: readonly RecordedRequest[];
}

/** For `sessions.record`: how its input is sent to the thread, and which buffers are transferred with it. */
export const recordWire = {
  pack(
    { id, requests }: Recorded,
    spare: SpareBuffers,
  ): {
    readonly message: { readonly id: string; readonly packed: PackedRequests };
    readonly handedOver: readonly ArrayBuffer[];
  } {
    const numbers = new Float64Array(requests.length * numbersEach);
    const columns = new Uint16Array(sum(requests.map((one) => one.columns.length)));
    const size = sum(requests.map((one) => one.body?.length ?? 0));
    const bodies = new Uint8Array(spare.take(size), 0, size);
    let [columnsAt, bodiesAt] = [0, 0];
    requests.forEach(({ row, columns: asked, checkedAtMs, body, cause }, index) => {
      const causeIndex = cause === null ? none : unknownCauses.indexOf(cause);
      numbers.set([row, checkedAtMs, asked.length, body?.length ?? none, causeIndex], index * numbersEach);
      columns.set(asked, columnsAt);
      columnsAt += asked.length;
      if (body !== null) bodies.set(body, bodiesAt);
      bodiesAt += body?.length ?? 0;
    });
    const messages = requests.map(({ message }) => message);
    return {
      message: { id, packed: { numbers, columns, bodies, messages } },
      handedOver: [numbers.buffer, columns.buffer, bodies.buffer],
    };
  },

  /** Restores the input; its arrays are views of the transferred buffers. */
  unpack(message: unknown): Recorded {
    const { id, packed } = z.object({ id: z.string(), packed: packedRequests }).parse(message);
    const { numbers, columns, bodies, messages } = packed;
    let [columnsAt, bodiesAt] = [0, 0];
    const requests = messages.map((text, index): RecordedRequest => {
      const [row = 0, checkedAtMs = 0, asked = 0, length = none, cause = none] = numbers.subarray(
        index * numbersEach,
        (index + 1) * numbersEach,
      );
      const one = {
        row,
        columns: columns.subarray(columnsAt, columnsAt + asked),
        checkedAtMs,
        body: length === none ? null : bodies.subarray(bodiesAt, bodiesAt + length),
        cause: unknownCauses[cause] ?? null,
        message: text,
      };
      columnsAt += asked;
      bodiesAt += Math.max(0, length);
      return one;
    });
    return { id, requests };
  },

  /**
   * The buffer to return when the call is done. The bodies that {@link recordWire.unpack} gave must not be read after
   * that.
   */
  handedBack({ requests }: Recorded): readonly ArrayBuffer[] {
    const buffer = requests.find(({ body }) => body !== null)?.body?.buffer;
    return buffer instanceof ArrayBuffer ? [buffer] : [];
  },
} as const;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** How many cells' findings are sent in one message: with ten prices each, main is busy with it for about 4 ms. */
const cellsPerPart = 250;

interface Wanted {
  readonly id: string;
  readonly cells: Uint32Array;
}

/** For `sessions.findings`: its input in parts, each sent after the previous one was answered. */
export function cellsInParts({ id, cells }: Wanted): readonly Wanted[] {
  const parts: Wanted[] = [];
  for (let from = 0; from < cells.length; from += cellsPerPart) {
    parts.push({ id, cells: cells.slice(from, from + cellsPerPart) });
  }
  return parts;
}
