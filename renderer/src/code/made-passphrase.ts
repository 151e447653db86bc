/** Without `i`, `l`, `o` and `u`: none is taken for another, and no word comes of them. Source: Crockford's Base32. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Five bits each: 140 in all. */
const length = 28;
const groupLength = 4;

/** A passphrase of 140 random bits, by fours: `7kq2-…`. The alphabet has 32 characters, so that each is as likely as the others. */
export function makePassphrase(fillWithRandom: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(length);
  fillWithRandom(bytes);
  const characters = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length));
  const groups: string[] = [];
  for (let at = 0; at < length; at += groupLength)
    groups.push(characters.slice(at, at + groupLength).join(''));
  return groups.join('-');
}
