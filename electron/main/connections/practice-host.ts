import { randomBytes } from 'node:crypto';
import type { PracticeCredentials } from '../accounts/account.ts';
import { Secret } from '../system/secret.ts';
import type { PracticeService } from '../practice/service.ts';

/** Runs the practice service inside the application. Its key is generated at each start and only kept in memory. */
export interface PracticeHost {
  /** Does nothing where it is already running. */
  readonly start: () => Promise<void>;
  /** Null while the service does not run. */
  readonly seat: () => PracticeCredentials | null;
  readonly stop: () => Promise<void>;
}

const username = 'practice@namedesk.example';

export function createPracticeHost(onStarted: (port: number) => void): PracticeHost {
  let starting: Promise<void> | null = null;
  let running: { readonly service: PracticeService; readonly key: Secret } | null = null;

  async function start(): Promise<void> {
    const key = new Secret(randomBytes(24).toString('base64url'));
    // Loaded only when the practice service is started.
    const { startPracticeService } = await import('../practice/service.ts');
    const service = await startPracticeService({ username, apiKey: key.reveal() });
    running = { service, key };
    onStarted(service.port);
  }

  return {
    start: () => (starting ??= start()),
    seat: () => running && { baseUrl: running.service.baseUrl, username, key: running.key },
    async stop() {
      await starting;
      await running?.service.stop();
      starting = running = null;
    },
  };
}
