import { createServer, type Server } from 'node:http';
import { type BaseUrl, parseBaseUrl } from '../../../electron/main/reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../../../electron/main/reseller/client.ts';
import { asked, calls, type OperationName, writeNames } from '../named-operations.ts';
import type { LookupAnswer } from '../../../electron/main/reseller/operations/lookup.ts';
import { createTransport } from '../../../electron/main/reseller/transport.ts';
import type { Transport } from '../../../electron/main/reseller/transport/outcome.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { finding as findingSchema } from '../../../shared/areas/common-schemas.ts';
import { appError } from '../../../shared/areas/error-schema.ts';
import { defaultAccountOptions } from '../../../shared/domain/account.ts';
import type { Finding } from '../../../shared/domain/finding.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { createCases, type Case } from './cases.ts';

export interface FuzzReport {
  readonly seed: number;
  readonly count: number;
  readonly elapsedMs: number;
  /** The longest that one case took. */
  readonly slowestMs: number;
  /** How often each result came: `success`, a finding's kind, a failure's kind. */
  readonly seen: Readonly<Record<string, number>>;
  readonly problems: readonly { readonly index: number; readonly text: string; readonly problem: string }[];
}

export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** The first case: to replay one, begin with it and count one. */
  readonly from?: number;
}

/** Gives each generated answer to the client as if it had come over the wire. */
export function fuzzDecoders(options: FuzzOptions): Promise<FuzzReport> {
  let answer: Case | null = null;
  const give = () => {
    const { status, text } = answer ?? { status: 200, text: '' };
    return Promise.resolve({ kind: 'answered', status, headers: {}, text } as const);
  };
  const giveBytes = async () => {
    const { text, ...answered } = await give();
    return { ...answered, bytes: Buffer.from(text) };
  };
  const client = aClient('http://127.0.0.1/', {
    read: give,
    bytes: giveBytes,
    once: give,
    close: () => Promise.resolve(),
  });
  return fuzz(options, 1, (one) => {
    answer = one;
    return calls[one.operation](client);
  });
}

/** Serves each generated answer over HTTP and asks for it with the real client. */
export async function fuzzOverHttp(options: FuzzOptions): Promise<FuzzReport> {
  const caseOf = createCases(options.seed);
  const server = createServer((request, response) => {
    const { status, text } = caseOf(Number(request.url?.split('/')[1]));
    request.resume().on('end', () => response.writeHead(status, { 'retry-after': '0' }).end(text));
  });
  const port = await listening(server);
  const transport = createTransport();
  try {
    return await fuzz(options, 16, (one) =>
      calls[one.operation](aClient(`http://127.0.0.1:${port}/${one.index}`, transport)),
    );
  } finally {
    await transport.close();
    server.closeAllConnections();
    server.close();
  }
}

async function fuzz(
  { seed, count, from = 0 }: FuzzOptions,
  concurrency: number,
  run: (one: Case) => Promise<Result<object>>,
): Promise<FuzzReport> {
  const caseOf = createCases(seed);
  const seen: Record<string, number> = {};
  const problems: { index: number; text: string; problem: string }[] = [];
  const startedAtMs = performance.now();
  let slowestMs = 0;
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < from + count) {
      const one = caseOf(next);
      next += 1;
      const caseStartedAtMs = performance.now();
      const problem = await problemOf(one, run, (what) => (seen[what] = (seen[what] ?? 0) + 1));
      slowestMs = Math.max(slowestMs, performance.now() - caseStartedAtMs);
      if (problem !== null) problems.push({ index: one.index, text: one.text, problem });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { seed, count, elapsedMs: performance.now() - startedAtMs, slowestMs, seen, problems };
}

async function problemOf(
  one: Case,
  run: (one: Case) => Promise<Result<object>>,
  note: (what: string) => void,
): Promise<string | null> {
  try {
    const result = await run(one);
    note(result.ok ? 'success' : result.error.kind);
    if (result.ok && 'findings' in result.value) {
      // A look-up's value: its findings have a kind each.
      const { findings } = result.value as { findings: readonly { finding: { kind: string } }[] };
      findings.forEach(({ finding }) => note(finding.kind));
    }
    return problemWith(one, result);
  } catch (thrown) {
    return `It threw: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`;
  }
}

const key = new Secret('test-api-key');

function aClient(url: string, transport: Transport): ResellerClient {
  return createResellerClient({
    service: { baseUrl: baseUrl(url), username: 'a@b.example', options: defaultAccountOptions },
    key: () => Promise.resolve(ok(key)),
    // Far from the turn of an hour, so that nothing is asked twice for its sake.
    now: () => new Date('2026-03-01T10:30:00Z'),
    random: () => 0,
    sleep: () => Promise.resolve(),
    onDeviation: () => undefined,
    transport,
  });
}

function baseUrl(url: string): BaseUrl {
  const parsed = parseBaseUrl(url);
  if (!parsed.ok) throw new Error('A loopback address is let through');
  return parsed.value;
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
}

/** What is wrong with a result, or null. Reads the raw text by itself, not by the code under test. */
function problemWith(sent: Case, result: Result<object>): string | null {
  // HTTP clients take a byte order mark away.
  const one = { ...sent, text: sent.text.replace(/^\uFEFF/, '') };
  if (!result.ok) {
    if (!appError.safeParse(result.error).success) return 'The failure is outside the contract';
    const isNo = isWrite(one.operation) && result.error.kind === 'refused';
    return isNo && speaksOfTrouble(one.text) ? 'Words of trouble became a no to a write (F2)' : null;
  }
  if (one.status < 200 || one.status > 299) return `A status of ${one.status} became a success`;
  if (!isJson(one.text)) return 'Something that is no JSON became a success';
  return isLookup(result.value) ? problemWithLookup(one, result.value) : null;
}

const isWrite = (name: OperationName): boolean => writeNames.includes(name);

/** A text in it says so; names of members do not count. */
function speaksOfTrouble(text: string): boolean {
  const trouble = /timed out|gateway|pending/i;
  if (!isJson(text)) return trouble.test(text);
  let speaks = false;
  JSON.parse(text, (_name, value: unknown) => {
    if (typeof value === 'string' && trouble.test(value)) speaks = true;
    return value;
  });
  return speaks;
}

const isLookup = (value: object): value is LookupAnswer => 'findings' in value;

function problemWithLookup(one: Case, { findings }: LookupAnswer): string | null {
  if (findings.length !== asked.tlds.length) return 'There is not one finding for each TLD';
  const freeNames = findings.some(({ finding }) => isFree(finding)) ? freeNamesIn(one.text) : [];
  for (const { finding } of findings) {
    if ((finding.kind === 'unknown') !== (finding.cause !== null)) return 'Unknown and its cause disagree';
    if (one.index % 8 === 0 && !findingSchema.safeParse(finding).success)
      return 'The finding is outside the contract';
    if (isFree(finding) && !freeNames.some((name) => isAbout(name, finding.tld))) {
      return `${finding.domain} is called ${finding.kind} without a result that says so`;
    }
  }
  return null;
}

const isFree = ({ kind }: Finding): boolean => kind === 'available' || kind === 'premium';

/** All objects as text, however deep, that say `isAvailable: true` and do not say that they are invalid. */
function freeNamesIn(text: string): readonly string[] {
  const names: string[] = [];
  JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('isAvailable' in value)) return value;
    const isValid = !('isValidDomain' in value) || value.isValidDomain === true;
    if (value.isAvailable === true && isValid) names.push(JSON.stringify(value).toLowerCase());
    return value;
  });
  return names;
}

/** Loosely: the TLD stands in the result, with or without its dots. */
const isAbout = (result: string, tld: string): boolean =>
  result.includes(tld) || result.includes(tld.replaceAll('.', ''));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
