import { randomBytes } from 'node:crypto';
import { Secret } from '../accounts/secret.ts';
import { startPracticeService, type PracticeService } from '../practice/service.ts';

/** The practice service of this run: where it listens, and the key that it takes. */
export interface RunningPractice {
  readonly baseUrl: string;
  readonly apiKey: Secret;
}

export interface PracticeHost {
  /** Starts the service when it is first asked for. */
  readonly running: () => Promise<RunningPractice>;
  readonly stop: () => Promise<void>;
}

/** Runs the practice service inside the application. Its key is made anew each time and is only ever in memory. */
export function createPracticeHost(username: string): PracticeHost {
  let started: Promise<{ service: PracticeService; apiKey: Secret }> | null = null;

  async function start(): Promise<{ service: PracticeService; apiKey: Secret }> {
    const apiKey = new Secret(randomBytes(24).toString('base64url'));
    return { service: await startPracticeService({ username, apiKey: apiKey.reveal() }), apiKey };
  }

  return {
    async running() {
      started ??= start();
      const { service, apiKey } = await started;
      return { baseUrl: service.baseUrl, apiKey };
    },
    async stop() {
      if (started !== null) await (await started).service.stop();
      started = null;
    },
  };
}
