import type { Dispatcher } from 'undici';
import type { AnswerHeaders, BytesOutcome } from './outcome.ts';
import { reachFailureOf } from './reach-failure.ts';

export interface ReadingDeps {
  /** Connect to last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called once. */
  readonly settle: (outcome: BytesOutcome) => void;
}

/**
 * Follows one read from its dispatch to its last byte. Speaks undici's handler language itself: a stream, a promise and
 * an abort signal for each request cost more than all else that a look-up does on this thread.
 */
export function createReading({ timeoutMs, signal, settle }: ReadingDeps): Dispatcher.DispatchHandler {
  let status = 0;
  let headers: AnswerHeaders = {};
  let chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | null = null;
  let isSettled = false;

  function end(outcome: BytesOutcome): void {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    chunks = [];
    settle(outcome);
  }
  /** A request that still waits for its connection has no controller: it is ended when it gets one. */
  function giveUp(outcome: BytesOutcome): void {
    end(outcome);
    controller?.abort(givenUp);
  }
  const cancel = (): void => giveUp({ kind: 'cancelled' });
  const timer = setTimeout(() => giveUp(lost(status, 'no-answer-in-time')), timeoutMs);
  signal?.addEventListener('abort', cancel);

  return {
    onRequestStart(started) {
      controller = started;
      if (isSettled) started.abort(givenUp);
    },
    onResponseStart(_controller, statusCode, given) {
      if (statusCode < 200) return;
      status = statusCode;
      headers = firstOfEach(given);
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      end({ kind: 'answered', status, headers, bytes: joined(chunks) });
    },
    onResponseError(_controller, thrown) {
      end(lost(status, isOverLimit(thrown) ? 'too-large' : reachFailureOf(thrown, 'connection-lost')));
    },
  };
}

const givenUp = new Error('The read was given up');

type Lost = Extract<BytesOutcome, { readonly kind: 'lost' }>;

const lost = (status: number, why: Lost['why']): Lost => ({
  kind: 'lost',
  stage: status === 0 ? 'sending' : 'headers',
  status,
  why,
});

/**
 * In memory that holds little else: a view into a large piece of the socket's would keep all of that. What came in one
 * piece, as nearly all answers do, is not copied.
 */
function joined(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1 && first.buffer instanceof ArrayBuffer) {
    const { buffer, byteOffset, byteLength } = first;
    if (buffer.byteLength <= 2 * byteLength) return new Uint8Array(buffer, byteOffset, byteLength);
  }
  let size = 0;
  for (const chunk of chunks) size += chunk.length;
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const isOverLimit = (thrown: Error): boolean =>
  'code' in thrown &&
  (thrown.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || thrown.code === 'UND_ERR_HEADERS_OVERFLOW');

function firstOfEach(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const first: Partial<Record<string, string>> = {};
  for (const name in headers) {
    const value = headers[name];
    const text = typeof value === 'object' ? value[0] : value;
    if (text !== undefined) first[name] = text;
  }
  return first;
}
