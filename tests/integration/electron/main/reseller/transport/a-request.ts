import type { Request } from '../../../../../../electron/main/reseller/transport/outcome.ts';
import type { Exchange } from '../../../../../support/raw-server/raw-server.ts';

/** A change of a lock. */
export const aRequest = (url: string, more: Partial<Request> = {}): Request => ({
  method: 'POST',
  url: `${url}/api/index.php/domains/example.com/lock`,
  headers: { username: 'a@b.example', token: 'the-token', 'content-length': '17' },
  body: 'lockstatus=locked',
  timeoutMs: 250,
  signal: undefined,
  ...more,
});

/** Sends `answer` as soon as the request is whole. */
export const answering =
  (answer: string) =>
  ({ socket, request }: Exchange): void =>
    void request.then(() => socket.end(answer));
