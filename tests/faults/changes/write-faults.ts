import { answerOf, type Fault, faults as brokenExchanges } from '../../support/raw-server/raw-server.ts';
import type { Strike } from './front.ts';

/** A way in which a write goes wrong. */
export interface WriteFault {
  readonly name: string;
  readonly fault: Strike['fault'];
  /** `no`: the service says that it did not do it. It may have lied only where reading can show that. */
  readonly says: 'nothing' | 'no' | 'yes';
}

const answered =
  (body: string, status: string): Fault =>
  ({ request, socket }) =>
    void request.then(() => socket.end(answerOf(body, status)));

const unreadable: Readonly<Record<string, Fault>> = {
  'a page': answered('<html><body>Welcome</body></html>', '200 OK'),
  'half the answer, with a length that agrees': answered('{"result":"succ', '200 OK'),
  'an empty answer': answered('', '200 OK'),
  '500 with an error': answered('{"error":"Internal error"}', '500 Internal Server Error'),
};

/** Noes that define nothing (F2): the service may have done it, or do it yet. */
const unclear: Readonly<Record<string, Fault>> = {
  '400 as the document has it': answered('{"error":{"message":"Not possible"}}', '400 Bad Request'),
  '200 in the words of a time-out': answered('{"error":"cURL error 28: Operation timed out"}', '200 OK'),
  '404 in the words of a gateway': answered('{"error":"Not found: 504 Gateway Timeout"}', '404 Not Found'),
};

const noes: Readonly<Record<string, Fault>> = {
  '400 in words that define it': answered('{"error":"Insufficient funds"}', '400 Bad Request'),
  '401': answered('Invalid API Token', '401 Unauthorized'),
  '404': answered('{"error":"Domain not found"}', '404 Not Found'),
  '429': answered('Too many requests', '429 Too Many Requests'),
};

const listed = (table: Readonly<Record<string, Fault>>, says: WriteFault['says']): readonly WriteFault[] =>
  Object.entries(table).map(([name, fault]) => ({ name, fault, says }));

/** All that a connection, a server in between or a service is known to do to a write. */
export const writeFaults: readonly WriteFault[] = [
  ...listed(brokenExchanges, 'nothing'),
  ...listed(unreadable, 'nothing'),
  ...listed(unclear, 'nothing'),
  ...listed(noes, 'no'),
  { name: 'no fault', fault: 'honest', says: 'yes' },
  { name: 'nobody listens', fault: 'nobody listens', says: 'nothing' },
];
