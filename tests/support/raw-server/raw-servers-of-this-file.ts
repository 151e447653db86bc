import { afterEach } from 'vitest';
import { type RawServer, startRawServer } from './raw-server.ts';

/** A starter of servers, each of which is stopped when its test is over. */
export function rawServersOfThisFile(): typeof startRawServer {
  const running: RawServer[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });
  return async (talk, tls) => {
    const server = await startRawServer(talk, tls);
    running.push(server);
    return server;
  };
}
