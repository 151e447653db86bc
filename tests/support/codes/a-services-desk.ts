import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { afterEach } from 'vitest';
import { Secret } from '../../../electron/main/system/secret.ts';
import { codeOf } from '../../../electron/main/practice/operations/domains.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../electron/main/practice/service.ts';
import type { Services } from '../../../electron/main/app/services.ts';
import { openServices } from '../services/open-services.ts';
import { aDirectory, valueOf } from '../workspace/a-workspace.ts';

export const passphrase = 'CANARY-passphrase-77aa';
export const apiKey = 'CANARY-key-9c2e11';
const username = 'reseller@example.com';

/** The whole program without a window, over a service on loopback with an account at it. */
export interface ServicesDesk {
  readonly services: Services;
  readonly service: PracticeService;
  readonly accountId: string;
  /** All files: the workspace's in `workspace`, and what is saved in `saved`. */
  readonly directory: string;
  readonly path: string;
  readonly domains: readonly string[];
  /** As the service gives it. */
  readonly codeOf: (domain: string) => string;
  readonly start: (
    changes?: Partial<Parameters<Services['savings']['start']>[0]>,
  ) => ReturnType<Services['savings']['start']>;
}

const closing: (() => Promise<void>)[] = [];

/** To be called at the head of a test file. */
export const servicesDesksOfThisFile = (): typeof aServicesDesk => {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return aServicesDesk;
};

async function aServicesDesk(options: Partial<PracticeOptions> = {}): Promise<ServicesDesk> {
  const directory = aDirectory();
  const [workspace, saved] = ['workspace', 'saved'].map((name) => join(directory.path, name));
  if (workspace === undefined || saved === undefined) throw new Error('Two places');
  mkdirSync(workspace);
  mkdirSync(saved);
  const service = await startPracticeService({ username, apiKey, rememberRequests: 10_000, ...options });
  const services = await openServices(workspace);
  closing.push(async () => {
    await services.close();
    await service.stop();
    directory.remove();
  });
  const account = valueOf(
    await services.accounts.add({ label: 'Acme', colour: 'blue', baseUrl: service.baseUrl, username }),
  );
  valueOf(await services.accounts.saveKey(account.id, new Secret(apiKey), 'keychain'));
  await services.connections.override(account.id, { requestsPerSecond: 0 });
  const path = join(saved, 'codes.age');
  const domains = service.domains().map(({ name }) => name);
  return {
    services,
    service,
    accountId: account.id,
    directory: directory.path,
    path,
    domains,
    codeOf(name) {
      const domain = service.domain(name);
      if (domain === undefined) throw new Error(`The service has no ${name}`);
      return codeOf(options.seed ?? 1, domain);
    },
    start: (changes) =>
      services.savings.start({
        accountId: account.id,
        domains,
        path,
        passphrase: new Secret(passphrase),
        ...changes,
      }),
  };
}
