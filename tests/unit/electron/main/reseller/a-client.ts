import { type AccountOptions, defaultAccountOptions } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';
import { createResellerClient } from '../../../../../electron/main/reseller/client.ts';
import type { Deviation, RequestStats } from '../../../../../electron/main/reseller/reply.ts';
import type {
  BytesOutcome,
  Outcome,
  Request,
} from '../../../../../electron/main/reseller/transport/outcome.ts';
import { withNames } from '../../../../support/named-operations.ts';

export const key = new Secret('test-api-key');
export const username = 'test@example.com';

export interface Sent extends Request {
  readonly way: 'read' | 'once';
}

export interface Setting {
  readonly now?: () => Date;
  readonly nowMs?: () => number;
  readonly answer: (request: Sent, count: number) => Outcome;
  readonly key?: () => Promise<Result<Secret>>;
  readonly options?: Partial<AccountOptions>;
  readonly username?: string;
  readonly onExchange?: (exchange: RequestStats) => void;
}

/** A client whose transport is a function, and what it was asked to send. */
export function aClient(setting: Setting) {
  const base = parseBaseUrl('https://h.example/api/index.php');
  if (!base.ok) throw new Error('The base is a good one');
  const sent: Sent[] = [];
  const deviations: Deviation[] = [];
  const send = (way: 'read' | 'once') => (request: Request) => {
    sent.push({ ...request, way });
    return Promise.resolve(setting.answer({ ...request, way }, sent.length));
  };
  const client = createResellerClient({
    service: {
      baseUrl: base.value,
      username: setting.username ?? username,
      options: { ...defaultAccountOptions, ...setting.options },
    },
    key: setting.key ?? (() => Promise.resolve(ok(key))),
    now: setting.now ?? (() => new Date('2026-03-01T10:30:00Z')),
    nowMs: setting.nowMs ?? (() => 0),
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    onDeviation: (deviation) => deviations.push(deviation),
    transport: {
      read: send('read'),
      bytes: async (request) => inBytes(await send('read')(request)),
      once: send('once'),
      close: () => Promise.resolve(),
    },
    ...(setting.onExchange && { onExchange: setting.onExchange }),
  });
  return { client: withNames(client), sent, deviations };
}

const inBytes = (outcome: Outcome): BytesOutcome => {
  if (outcome.kind !== 'answered') return outcome;
  const { text, ...rest } = outcome;
  return { ...rest, bytes: Buffer.from(text) };
};

export const answered = (text: string, status = 200, headers: Record<string, string> = {}): Outcome => ({
  kind: 'answered',
  status,
  headers,
  text,
});
