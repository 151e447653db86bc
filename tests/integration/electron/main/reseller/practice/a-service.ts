import { afterEach } from 'vitest';
import { type AccountOptions, defaultAccountOptions } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import { Secret } from '../../../../../../electron/main/system/secret.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../../../../electron/main/practice/service.ts';
import { parseBaseUrl } from '../../../../../../electron/main/reseller/base-url.ts';
import {
  createResellerClient,
  type ResellerClient,
} from '../../../../../../electron/main/reseller/client.ts';
import { type NamedMethods, withNames } from '../../../../../support/named-operations.ts';
import type { Deviation } from '../../../../../../electron/main/reseller/reply.ts';

export const username = 'reseller@example.com';
export const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';

export interface Setting {
  readonly service?: Partial<PracticeOptions>;
  readonly options?: Partial<AccountOptions>;
  readonly key?: string;
  readonly now?: () => Date;
}

export interface Running {
  readonly client: ResellerClient & NamedMethods;
  readonly service: PracticeService;
  readonly deviations: readonly Deviation[];
}

/** A starter of a practice service with a client for it; both end with their test. */
export function servicesOfThisFile(): (setting?: Setting) => Promise<Running> {
  const running: Running[] = [];
  afterEach(async () => {
    for (const { client, service } of running.splice(0)) {
      await client.close();
      await service.stop();
    }
  });
  return async (setting = {}) => {
    const started = await start(setting);
    running.push(started);
    return started;
  };
}

// Far from the turn of an hour, so that a slow machine does not turn it within a test.
const midHour = () => new Date('2026-03-01T10:30:00Z');

async function start({
  service: given = {},
  options = {},
  key = apiKey,
  now = midHour,
}: Setting): Promise<Running> {
  const service = await startPracticeService({
    username,
    apiKey,
    now: midHour,
    rememberRequests: 100,
    ...given,
  });
  const base = parseBaseUrl(service.baseUrl);
  if (!base.ok) throw new Error('A loopback address is let through');
  const deviations: Deviation[] = [];
  const client = createResellerClient({
    service: {
      baseUrl: base.value,
      username,
      options: { ...defaultAccountOptions, timeoutMs: 2_000, ...options },
    },
    key: () => Promise.resolve(ok(new Secret(key))),
    now,
    random: () => 0,
    sleep: () => Promise.resolve(),
    onDeviation: (deviation) => deviations.push(deviation),
  });
  return { client: withNames(client), service, deviations };
}

/** The value, where the test has no interest in a failure. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
