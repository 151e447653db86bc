import { request } from 'node:http';
import type { PracticeService } from '../../../../../electron/main/practice/service.ts';
import { tokenAt } from '../../../../../electron/main/practice/token.ts';

export const username = 'reseller@example.com';
export const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';

/** The instant at which the services of the tests stand, and for whose hour requests are signed. */
export const testNow = new Date('2026-02-21T14:30:00Z');

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
