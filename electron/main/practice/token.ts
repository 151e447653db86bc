import { createHmac, timingSafeEqual } from 'node:crypto';

const hourMs = 3_600_000;

/** The UTC hour in the token's format: `yy-mm-dd HH`. */
export const utcHour = (at: Date): string => at.toISOString().slice(2, 13).replace('T', ' ');

/**
 * The token of one account in one UTC hour.
 *
 * Source: Domain Reseller API v2.2, "Authentication": API key as the message, `<EMAIL>:<UTC time>` as the key, the digest
 * as lower-case hexadecimal text, and that text in Base64.
 */
export function tokenAt(username: string, apiKey: string, at: Date): string {
  const digest = createHmac('sha256', `${username}:${utcHour(at)}`)
    .update(apiKey, 'utf8')
    .digest('hex');
  return Buffer.from(digest, 'ascii').toString('base64');
}

/** Whether these headers are valid for this account in the current hour. */
export type Authenticator = (username: string | undefined, token: string | undefined, at: Date) => boolean;

/**
 * An authenticator that computes the token once per hour and compares in constant time.
 *
 * Unknown: clock skew and behaviour at the turn of the hour. Only the current hour is accepted: a client that works
 * here works with any server.
 */
export function createAuthenticator(username: string, apiKey: string): Authenticator {
  let hour = Number.NaN;
  let expected = Buffer.alloc(0);
  return (givenUsername, givenToken, at) => {
    const thisHour = Math.floor(at.getTime() / hourMs);
    if (thisHour !== hour) {
      expected = Buffer.from(tokenAt(username, apiKey, at));
      hour = thisHour;
    }
    const given = Buffer.from(givenToken ?? '');
    const sameToken = given.length === expected.length && timingSafeEqual(given, expected);
    return sameToken && givenUsername === username;
  };
}
