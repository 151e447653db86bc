import { createHmac } from 'node:crypto';
import { Secret } from '../system/secret.ts';

/** A UTC hour as the token's key spells it: `yy-mm-dd HH`. */
export type TokenHour = string;

/** The hour that `at` lies in. `toISOString` is UTC whatever the zone of the machine. */
export const hourOf = (at: Date): TokenHour => {
  const iso = at.toISOString();
  return `${iso.slice(2, 10)} ${iso.slice(11, 13)}`;
};

/**
 * The token for one hour: the HMAC's key is `<e-mail>:<hour>` and its *message* is the API key, not the other way
 * round; the digest goes into Base64 as hexadecimal text, not as bytes. Always 88 characters.
 *
 * Source: Domain Reseller API v2.2, "Authentication"; the order is confirmed by the field notes' vectors.
 */
export const signToken = (username: string, key: Secret, hour: TokenHour): Secret => {
  const hex = createHmac('sha256', `${username}:${hour}`).update(key.reveal()).digest('hex');
  return new Secret(Buffer.from(hex).toString('base64'));
};

/** Makes the token of an hour, and keeps only the last one made: a token never outlives its hour's use. */
export function createSigner(username: string): (key: Secret, hour: TokenHour) => Secret {
  let last: { readonly key: Secret; readonly hour: TokenHour; readonly token: Secret } | null = null;
  return (key, hour) => {
    if (last?.key !== key || last.hour !== hour) last = { key, hour, token: signToken(username, key, hour) };
    return last.token;
  };
}
