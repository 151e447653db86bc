import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '#shared/result.ts';
import { createMutex } from '../system/queue.ts';
import { Secret } from '../system/secret.ts';
import type { Vault } from './vault.ts';

/**
 * Encrypts personal data before it is stored, with a key that only the keychain has.
 *
 * What is encrypted can be decrypted on this machine by this user alone, and by nobody once the key is deleted. Nothing
 * is stored unencrypted: where encryption fails, the caller keeps the data in memory, or not at all.
 */
export type Encryption = ReturnType<typeof createEncryption>;

interface EncryptionDeps {
  readonly vault: Pick<Vault, 'read' | 'write'>;
}

/** A digest of a text: the same for the same text, and worthless to who does not have the key to test guesses with. */
export type Keyed = (text: string) => string;

/** The keychain's entry; accounts have theirs under their ids, which are UUIDs. */
export const sealingEntry = 'sealing-key';

const cipher = 'aes-256-gcm';
const keyLength = 32;
/** Encrypted bytes: the version, the nonce, the tag, the text. The version is authenticated with the purpose. */
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength + tagLength;

/**
 * Encryption with AES-256-GCM and one random key, generated at the first encryption. The vault caches the key as it
 * caches API keys, and drops it with them; nothing is cached here.
 *
 * Source: NIST SP 800-38D, section 8.2.2: a random nonce of 96 bits for each encryption.
 */
export function createEncryption({ vault }: EncryptionDeps) {
  const inTurn = createMutex();
  const ofThisProcess = randomBytes(keyLength);

  /**
   * Returns the key, generated where there is none: once for concurrent callers, and only where the keychain certainly
   * has none (B5).
   */
  const makeOnce = (): Promise<Result<Secret>> =>
    inTurn(async () => {
      const there = await vault.read(sealingEntry);
      if (!there.ok) return there;
      if (there.value !== null) return ok(there.value);
      const made = new Secret(randomBytes(keyLength).toString('base64'));
      const written = await vault.write(sealingEntry, made);
      if (written.ok) return ok(made);
      // Where the keychain does not return what it was given, nothing was stored.
      return written.error.kind === 'keychain' ? written : unusable;
    });

  /** Calls `use` with the key's bytes; null where the stored entry is not a key. */
  async function withMade<T>(use: (key: Buffer) => T): Promise<Result<T | null>> {
    const there = await vault.read(sealingEntry);
    const kept = there.ok && there.value === null ? await makeOnce() : there;
    if (!kept.ok) return kept;
    return ok(kept.value === null ? null : withKey(kept.value, use));
  }

  return {
    /** Fails with: `keychain`; then nothing may be stored. */
    async seal(text: string, purpose: string): Promise<Result<Uint8Array<ArrayBuffer>>> {
      const sealed = await withMade((key) => sealWith(key, text, purpose));
      if (!sealed.ok) return sealed;
      return sealed.value === null ? unusable : ok(sealed.value);
    },
    /**
     * For digests that are stored in place of personal values: HMAC-SHA-256, hexadecimal. Where the keychain fails, under a key
     * of this process, so that after the next start the digests equal nothing (G12).
     */
    async keyed(purpose: string): Promise<Keyed> {
      const own = (key: Buffer): Buffer => createHmac('sha256', key).update(`digest ${purpose}`).digest();
      const made = await withMade(own);
      const key = (made.ok ? made.value : null) ?? own(ofThisProcess);
      return (text) => createHmac('sha256', key).update(text).digest('hex');
    },
    /**
     * @param purpose The same one that it was encrypted for.
     * @returns Null where it cannot be decrypted: the key is another one, or the bytes are damaged.
     *
     * Fails with: `keychain`.
     */
    async open(sealed: Uint8Array<ArrayBuffer>, purpose: string): Promise<Result<string | null>> {
      const there = await vault.read(sealingEntry);
      if (!there.ok) return there;
      return ok(there.value === null ? null : withKey(there.value, (key) => openWith(key, sealed, purpose)));
    },
  };
}

/** The entry is not ours, or was not stored as given. It is left unchanged, and nothing is encrypted. */
const unusable: Result<never> = fail({ kind: 'keychain', fault: 'denied' });

/** Calls `use` with the key's bytes, which are cleared afterwards; null where the stored entry is not a key. */
function withKey<T>(kept: Secret, use: (key: Buffer) => T): T | null {
  const key = Buffer.from(kept.reveal(), 'base64');
  try {
    return key.length === keyLength ? use(key) : null;
  } finally {
    key.fill(0);
  }
}

function sealWith(key: Buffer, text: string, purpose: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceLength);
  const sealer = createCipheriv(cipher, key, nonce, { authTagLength: tagLength });
  sealer.setAAD(boundTo(purpose));
  const body = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()]);
  const sealed = new Uint8Array(headLength + body.length);
  sealed[0] = version;
  sealed.set(nonce, 1);
  sealed.set(sealer.getAuthTag(), 1 + nonceLength);
  sealed.set(body, headLength);
  return sealed;
}

function openWith(key: Buffer, sealed: Uint8Array, purpose: string): string | null {
  if (sealed.length < headLength || sealed[0] !== version) return null;
  const opener = createDecipheriv(cipher, key, sealed.subarray(1, 1 + nonceLength), {
    authTagLength: tagLength,
  });
  opener.setAAD(boundTo(purpose));
  opener.setAuthTag(sealed.subarray(1 + nonceLength, headLength));
  try {
    return Buffer.concat([opener.update(sealed.subarray(headLength)), opener.final()]).toString('utf8');
  } catch {
    // Another key, another purpose, or damaged bytes: these cannot be told apart.
    return null;
  }
}

const boundTo = (purpose: string): Buffer =>
  Buffer.concat([Buffer.of(version), Buffer.from(purpose, 'utf8')]);
