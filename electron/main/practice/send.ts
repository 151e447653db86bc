import type { ServerResponse } from 'node:http';
import { createDateHeader } from './date-header.ts';
import { deliverBadly } from './faults/deliver-badly.ts';
import type { Reply } from './respond.ts';

export type Send = (response: ServerResponse, reply: Reply) => void;

/** A sender of answers, each with the service's own time in its `Date` header. */
export function createSender(now: () => Date): Send {
  const dateHeader = createDateHeader();

  const dateOf = (offsetS: number | 'absent'): Readonly<Record<string, string>> => {
    if (offsetS === 'absent') return {};
    return { Date: dateHeader(offsetS === 0 ? now() : new Date(now().getTime() + offsetS * 1_000)) };
  };

  return (response, { answer, trouble }) => {
    const headers = {
      ...dateOf(trouble.dateOffsetS),
      'Content-Type': answer.contentType,
      'Content-Length': answer.body.length,
      ...answer.headers,
    };
    if (trouble.delivery !== null) {
      deliverBadly(trouble.delivery, { socket: response.req.socket, answer, headers });
      return;
    }
    response.sendDate = false;
    response.writeHead(answer.status, headers);
    response.end(answer.body, 'latin1');
  };
}
