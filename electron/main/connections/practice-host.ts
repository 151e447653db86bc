import { randomBytes } from 'node:crypto';
import { practiceTroubles } from '#shared/domain/practice-troubles.ts';
import { Secret } from '../system/secret.ts';
import type { PracticeService } from '../practice/service.ts';

/** Runs the practice service inside the application. Its key is generated at each start and only kept in memory. */
export type PracticeHost = ReturnType<typeof createPracticeHost>;

export interface PracticeSamples {
  /** Names as A-labels, with the day on which each expires. */
  readonly domains: readonly { readonly name: string; readonly expiresOn: string }[];
  /** Names with which something goes wrong on purpose. */
  readonly troubles: readonly string[];
}

const username = 'practice@namedesk.example';

/** @param onStarted Awaited before the service is used. */
export function createPracticeHost(onStarted: (port: number, samples: PracticeSamples) => Promise<void>) {
  let starting: Promise<void> | null = null;
  let running: {
    readonly service: PracticeService;
    readonly samples: PracticeSamples;
    readonly key: Secret;
  } | null = null;

  async function start(): Promise<void> {
    const key = new Secret(randomBytes(24).toString('base64url'));
    // Loaded only when the practice service is started.
    const [{ startPracticeService }, { startingDomains }] = await Promise.all([
      import('../practice/service.ts'),
      import('../practice/operations/domains.ts'),
    ]);
    const service = await startPracticeService({ username, apiKey: key.reveal(), isShowcase: true });
    const domains = [...startingDomains(new Date()).values()];
    const samples = {
      domains: domains.map(({ name, expiryOn }) => ({ name, expiresOn: expiryOn })),
      troubles: practiceTroubles.map(({ example }) => example),
    };
    running = { service, samples, key };
    await onStarted(service.port, samples);
  }

  function started() {
    if (running === null) throw new Error('The practice service does not run');
    return running;
  }

  return {
    /** Does nothing where it is already running. */
    start: () => (starting ??= start()),
    /** Null while the service does not run. */
    credentials: () => running && { baseUrl: running.service.baseUrl, username, key: running.key },
    /** The domains that the portfolio of a practice account begins with. Start it before. */
    samples: () => started().samples,
    /** Everything at the service is again as at its start. Start it before. */
    reset: () => started().service.reset(),
    async stop() {
      await starting;
      await running?.service.stop();
      starting = running = null;
    },
  };
}
