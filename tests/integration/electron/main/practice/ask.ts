import { request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../../../electron/main/practice/service.ts';
import { tokenAt } from '../../../../../electron/main/practice/wire.ts';
import type { Operation } from '../../../../../electron/main/practice/operations/table.ts';

export const username = 'reseller@example.com';
export const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';

/** The instant at which the services of the tests stand, and for whose hour requests are signed. */
const testNow = new Date('2026-02-21T14:30:00Z');

/** Field name and value; a name may come more than once. */
export type Fields = readonly (readonly [string, string])[];

export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The text read as JSON; asking for it of a text that is none throws. */
  readonly json: () => unknown;
}

export const signedHeaders = (at: Date = testNow): Readonly<Record<string, string>> => ({
  username,
  token: tokenAt(username, apiKey, at),
});

export const formOf = (fields: Fields): string =>
  fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request over a connection of its own, exactly as given. */
export function send(
  service: PracticeService,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Heard> {
  const { promise, resolve, reject } = Promise.withResolvers<Heard>();
  const outgoing = request(`${service.baseUrl}${path}`, {
    method,
    agent: false,
    headers: { ...sent.headers },
  });
  outgoing.once('error', reject);
  outgoing.once('response', (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('error', reject);
    incoming.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { statusCode = 0, headers } = incoming;
      resolve({ status: statusCode, headers, text, json: () => JSON.parse(text) as unknown });
    });
  });
  outgoing.end(sent.body ?? '');
  return promise;
}

/** @param at The instant whose hour the token is made for. */
export const get = (service: PracticeService, path: string, at?: Date): Promise<Heard> =>
  send(service, 'GET', path, { headers: signedHeaders(at) });

/** @param at The instant whose hour the token is made for. */
export const post = (service: PracticeService, path: string, fields: Fields, at?: Date): Promise<Heard> =>
  send(service, 'POST', path, {
    body: formOf(fields),
    headers: { ...signedHeaders(at), 'Content-Type': 'application/x-www-form-urlencoded' },
  });

/** A practice service that ends with its test. */
export async function start(options: Partial<PracticeOptions> = {}): Promise<PracticeService> {
  const service = await startPracticeService({ username, apiKey, now: () => testNow, ...options });
  onTestFinished(() => service.stop());
  return service;
}

interface Sample {
  readonly path: string;
  /** Null for a GET. */
  readonly fields: Fields | null;
}

const domain = '/domains/orbit-hosting.net';

export const registration: Fields = [
  ['domain', 'available-harbour.com'],
  ['regperiod', '2'],
  ['nameservers[ns1]', 'ns1.example.net'],
  ['nameservers[ns2]', 'ns2.example.net'],
  ['contacts[registrant][firstname]', 'Ada'],
  ['contacts[registrant][lastname]', 'Byron'],
  ['contacts[registrant][email]', 'ada@example.org'],
  ['contacts[registrant][postcode]', 'SW1A 1AA'],
];

/** One request for each operation that the service, left in peace, carries out. */
const samples: Readonly<Record<Operation, Sample>> = {
  lookup: {
    path: '/domains/lookup',
    fields: [
      ['searchTerm', 'harbour-books'],
      ['tldsToInclude[]', 'com'],
      ['tldsToInclude[]', 'dev'],
      ['premiumEnabled', '0'],
    ],
  },
  credits: { path: '/billing/credits', fields: null },
  tlds: { path: '/tlds', fields: null },
  version: { path: '/version', fields: null },
  'contact-read': { path: `${domain}/contact`, fields: null },
  'contact-write': { path: `${domain}/contact`, fields: [['contactdetails[Registrant][City]', 'Bath']] },
  'lock-read': { path: `${domain}/lock`, fields: null },
  'lock-write': { path: `${domain}/lock`, fields: [['lockstatus', 'unlocked']] },
  register: { path: '/order/domains/register', fields: registration },
  renew: {
    path: '/order/domains/renew',
    fields: [
      ['domain', 'orbit-hosting.net'],
      ['regperiod', '1'],
    ],
  },
  eppcode: { path: `${domain}/eppcode`, fields: null },
  sync: { path: `${domain}/sync`, fields: [] },
  'nameservers-read': { path: `${domain}/nameservers`, fields: null },
  'nameservers-write': {
    path: `${domain}/nameservers`,
    fields: [
      ['ns1', 'ns1.example.net'],
      ['ns2', 'ns2.example.net'],
    ],
  },
  'child-register': {
    path: `${domain}/nameservers/register`,
    fields: [
      ['nameserver', 'ns3.orbit-hosting.net'],
      ['ipaddress', '203.0.113.3'],
    ],
  },
  'child-modify': {
    path: `${domain}/nameservers/modify`,
    fields: [
      ['nameserver', 'ns1.orbit-hosting.net'],
      ['currentipaddress', '192.0.2.11'],
      ['newipaddress', '203.0.113.1'],
    ],
  },
  'child-delete': {
    path: `${domain}/nameservers/delete`,
    fields: [['nameserver', 'ns1.orbit-hosting.net']],
  },
};

/** Sends the operation's sample. */
export function askSample(service: PracticeService, operation: Operation): Promise<Heard> {
  const { path, fields } = samples[operation];
  return fields === null ? get(service, path) : post(service, path, fields);
}

/** What came over a connection, to the byte, and how the connection ended; `open` where it did not within the time. */
export interface Bytes {
  readonly head: string;
  readonly body: string;
  readonly ending: 'fin' | 'reset' | 'open';
  /** How many times something arrived. */
  readonly arrivals: number;
}

/** The sample of an operation as the bytes of an HTTP/1.1 request that asks for the connection to be closed. */
function requestText(service: PracticeService, operation: Operation): string {
  const { path, fields } = samples[operation];
  const body = fields === null ? '' : formOf(fields);
  const headers = {
    Host: `127.0.0.1:${service.port}`,
    Connection: 'close',
    ...signedHeaders(),
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const target = new URL(service.baseUrl).pathname + path;
  return `${fields === null ? 'GET' : 'POST'} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends the operation's sample over a bare connection. @param patienceMs Then an open connection counts as open. */
export function askForBytes(
  service: PracticeService,
  operation: Operation,
  timeoutMs = 5_000,
): Promise<Bytes> {
  const { promise, resolve } = Promise.withResolvers<Bytes>();
  const chunks: Buffer[] = [];
  const socket = connect(service.port, '127.0.0.1');
  const finish = (ending: Bytes['ending']): void => {
    clearTimeout(timer);
    socket.destroy();
    const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
    resolve({ head, body: rest.join('\r\n\r\n'), ending, arrivals: chunks.length });
  };
  const timer = setTimeout(finish, timeoutMs, 'open');
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.once('end', () => finish('fin'));
  socket.once('error', () => finish('reset'));
  socket.write(requestText(service, operation));
  return promise;
}
