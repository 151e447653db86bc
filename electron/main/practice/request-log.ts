import { type IncomingHttpHeaders } from 'node:http';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  /** With the base path and the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null where the connection was broken off before the whole body was there. */
  readonly body: string | null;
}

/** Remembers the latest `capacity` requests, the oldest first. */
export interface RequestLog {
  readonly latest: () => readonly SeenRequest[];
  readonly add: (request: SeenRequest) => void;
}

export function createRequestLog(capacity: number): RequestLog {
  const ring: SeenRequest[] = [];
  return {
    latest: () => ring.slice(),
    add: (request) => {
      if (capacity === 0) return;
      ring.push(request);
      if (ring.length > capacity) ring.shift();
    },
  };
}
