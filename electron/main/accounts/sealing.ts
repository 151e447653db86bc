import type { Result } from '#shared/result.ts';

/**
 * Encrypts what is personal before it goes to the disk, with a key that only the keychain has.
 *
 * What was sealed can be opened on this machine by this user alone, and by nobody once the key is gone.
 * Nothing is kept in clear where it cannot be sealed: whoever seals keeps it in memory then, or not at all.
 */
export interface Sealing {
  /** Fails with: `keychain`; then nothing may be kept. */
  readonly seal: (text: string, purpose: string) => Promise<Result<Uint8Array<ArrayBuffer>>>;
  /**
   * @param purpose The very one that it was sealed for.
   * @returns Null where it cannot be opened: the key is another one, or the bytes were damaged.
   *
   * Fails with: `keychain`.
   */
  readonly open: (sealed: Uint8Array<ArrayBuffer>, purpose: string) => Promise<Result<string | null>>;
}
