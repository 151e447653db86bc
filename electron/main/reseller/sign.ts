import { createHmac } from 'node:crypto';
import { Secret } from '../system/secret.ts';

/** A UTC hour in the format of the token's key: `yy-mm-dd HH`. */
export type TokenHour = string;

/** The hour that contains `at`. `toISOString` is UTC whatever the machine's time zone. */
export const hourOf = (at: Date): TokenHour => {
  const iso = at.toISOString();
  return `${iso.slice(2, 10)} ${iso.slice(11, 13)}`;
};

/**
 * The token for one hour. The HMAC's key is `<e-mail>:<hour>` and its *message* is the API key, not the other way
 * round; the digest is encoded in Base64 as hexadecimal text, not as bytes. Always 88 characters.
 *
 * Source: Domain Reseller API v2.2, "Authentication"; the order is confirmed by the field notes' vectors.
 */
export const signToken = (username: string, key: Secret, hour: TokenHour): Secret => {
  const hex = createHmac('sha256', `${username}:${hour}`).update(key.reveal()).digest('hex');
  return new Secret(Buffer.from(hex).toString('base64'));
};

/** Creates tokens and caches only the last one, so that no token is kept after its hour. */
export function createSigner(username: string): (key: Secret, hour: TokenHour) => Secret {
  let last: { readonly key: Secret; readonly hour: TokenHour; readonly token: Secret } | null = null;
  return (key, hour) => {
    if (last?.key !== key || last.hour !== hour) last = { key, hour, token: signToken(username, key, hour) };
    return last.token;
  };
}
