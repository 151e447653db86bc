import type { UnknownCause } from '#shared/domain/finding.ts';
import { type CellOffers, createOfferList } from '#shared/domain/session-prices.ts';
import { ok, type Result } from '#shared/result.ts';

/** The result of one request of a session. */
export interface RecordedRequest {
  readonly row: number;
  /** The columns that were asked, in the order of the request. */
  readonly columns: Uint16Array;
  /** Milliseconds since 1970. */
  readonly checkedAtMs: number;
  /** The answer as received, without the key and the token; null where no usable answer came. */
  readonly body: Uint8Array | null;
  /** Why none came; null where one did. */
  readonly cause: UnknownCause | null;
  /** The service's message where it refused, sanitized; or empty. */
  readonly message: string;
}

/**
 * Sends a call to the sessions' thread.
 *
 * @param lent Buffers of `input` that are transferred to the thread, and given back with its answer.
 */
type SendInput = (input: unknown, lent?: readonly ArrayBuffer[]) => Promise<Result<unknown>>;

interface Recorded {
  readonly id: string;
  readonly requests: readonly RecordedRequest[];
}

/**
 * Sends the input of `sessions.record` with its bytes in one buffer that is lent to the thread. A body may be a small
 * part of a large buffer, and cloning it would clone all of that buffer.
 */
export function lendingBytes(spare: SpareBuffers) {
  return ({ id, requests }: Recorded, send: SendInput): Promise<Result<unknown>> => {
    const columnBytes = sum(requests.map(({ columns }) => columns.byteLength));
    const buffer = spare.take(columnBytes + sum(requests.map(({ body }) => body?.length ?? 0)));
    // The columns come first: their numbers have two bytes, and the bodies may have any length.
    let [columnsAt, bodyAt] = [0, columnBytes];
    const copied = requests.map((request): RecordedRequest => {
      const columns = new Uint16Array(buffer, columnsAt, request.columns.length);
      columns.set(request.columns);
      columnsAt += columns.byteLength;
      if (request.body === null) return { ...request, columns };
      const body = new Uint8Array(buffer, bodyAt, request.body.length);
      body.set(request.body);
      bodyAt += body.length;
      return { ...request, columns, body };
    });
    return send({ id, requests: copied }, [buffer]);
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** As many as are in use at once with two running sessions. */
const mostHeld = 4;
/** Fits a batch of ordinary answers; larger ones get a buffer of their own, which is not pooled. */
const ordinaryBytes = 512 * 1_024;

type SpareBuffers = ReturnType<typeof createSpareBuffers>;

/**
 * A pool of buffers that are lent to the sessions' thread. Without it, each new buffer would be zeroed needlessly,
 * and buffers would pile up on the thread until a full garbage collection: a third of its work in a long session.
 */
export function createSpareBuffers() {
  const spare: ArrayBuffer[] = [];
  return {
    /** A buffer of at least `bytes` bytes, with its former content. */
    take: (bytes: number): ArrayBuffer =>
      bytes > ordinaryBytes ? new ArrayBuffer(bytes) : (spare.pop() ?? new ArrayBuffer(ordinaryBytes)),
    /** Returns a buffer to the pool. */
    give(buffer: ArrayBuffer): void {
      if (buffer.byteLength === ordinaryBytes && spare.length < mostHeld) spare.push(buffer);
    },
  };
}

/** How many cells' findings are sent in one message: with ten prices each, main is busy with it for about 4 ms. */
const cellsPerPart = 250;
/** How many cells' answers are read at once for prices: with ten periods each, about 10 ms of the thread. */
const pricesPerPart = 500;

interface Wanted {
  readonly id: string;
  readonly cells: Uint32Array;
}

/** Sends a list of cells part after part, so that the thread and main can do other work in between. */
async function inPartsOf(
  { id, cells }: Wanted,
  cellsPerPart: number,
  send: SendInput,
  take: (answer: unknown) => void,
): Promise<Result<null>> {
  for (let from = 0; from < cells.length; from += cellsPerPart) {
    const result = await send({ id, cells: cells.slice(from, from + cellsPerPart) });
    if (!result.ok) return result;
    take(result.value);
  }
  return ok(null);
}

/** Sends the input of `sessions.findings`. */
export async function inParts(wanted: Wanted, send: SendInput): Promise<Result<unknown>> {
  const findings: unknown[] = [];
  const sent = await inPartsOf(
    wanted,
    cellsPerPart,
    send,
    (answer) => findings.push(...(answer as readonly unknown[])), // What `sessions.findings` returns.
  );
  return sent.ok ? ok(findings) : sent;
}

/** Sends the input of `sessions.prices`. */
export async function offersInParts(wanted: Wanted, send: SendInput): Promise<Result<CellOffers>> {
  const list = createOfferList();
  const of: number[] = [];
  const sent = await inPartsOf(wanted, pricesPerPart, send, (answer) => {
    const part = answer as CellOffers; // What `sessions.prices` returns.
    for (const number of list.add(part)) of.push(number);
  });
  return sent.ok ? ok({ offers: list.offers.slice(1), of }) : sent;
}
