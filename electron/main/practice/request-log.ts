import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  /** With the base path and the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null where the body was not read to its end: broken off by plan, or too long. */
  readonly body: string | null;
}

export interface RequestLog {
  /** Counts a request whose head has arrived. */
  readonly arrived: () => void;
  readonly count: () => number;
  readonly add: (request: IncomingMessage, body: string | null) => void;
  readonly latest: () => readonly SeenRequest[];
}

/** Remembers the latest `capacity` requests, the oldest first, and counts all. */
export function createRequestLog(capacity: number): RequestLog {
  const ring: SeenRequest[] = [];
  let count = 0;
  return {
    arrived: () => {
      count += 1;
    },
    count: () => count,
    add: ({ method = '', url = '', headers }, body) => {
      if (capacity === 0) return;
      ring.push({ method, path: url, headers, body });
      if (ring.length > capacity) ring.shift();
    },
    latest: () => ring.slice(),
  };
}
