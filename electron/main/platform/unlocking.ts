import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Keychain } from '../accounts/vault.ts';
import { Secret } from '../system/secret.ts';

/** Electron's `systemPreferences`, as far as they are used; only macOS has them. */
interface TouchId {
  /** False where the system has none. */
  readonly canPrompt: () => Promise<boolean>;
  /** Rejects where the user cancels, or is not recognised. */
  readonly prompt: (reason: string) => Promise<void>;
}

/** How the user shows that they may unlock the application: by the system's own means. */
export type Unlocking = ReturnType<typeof createUnlocking>;

/** The keychain's entry. The other entries are named by an account's id, which is a UUID. */
export const markerEntry = 'app-lock';
const marker = new Secret('Namedesk may be unlocked');

/** The system waits for a password meanwhile. */
export const unlockTimeoutMs = 60_000;

/**
 * Touch ID where the system offers it, else a read of an entry of the keychain: the system asks for its password where
 * the keychain is locked. The entry proves nothing by its text. Where the keychain answers that it has none, as after it
 * was replaced, it is open and the entry is stored anew: nobody is locked out for good.
 */
export function createUnlocking(touchId: TouchId, keychain: Keychain) {
  const means = async (): Promise<'touch-id' | 'keychain'> =>
    (await touchId.canPrompt()) ? 'touch-id' : 'keychain';

  async function readMarker(): Promise<Result<null>> {
    const read = await keychain.get(markerEntry);
    const answer = read.ok && read.value === null ? await keychain.set(markerEntry, marker) : read;
    return answer.ok ? ok(null) : fail<AppError>({ kind: 'keychain', fault: answer.error });
  }

  return {
    means,
    /**
     * Before the lock is turned on: makes sure that it can be unlocked again. Fails with: `keychain`.
     */
    prepare: async (): Promise<Result<null>> =>
      (await means()) === 'touch-id' ? ok(null) : await readMarker(),
    /** Asks the user. Fails with: `keychain`, `cancelled`. */
    async ask(): Promise<Result<null>> {
      if ((await means()) === 'keychain') return readMarker();
      return touchId.prompt('unlock Namedesk').then(
        () => ok(null),
        () => fail<AppError>({ kind: 'cancelled' }),
      );
    },
    /** Removes what `prepare` has stored, where the keychain allows it. */
    forget: () => void keychain.delete(markerEntry),
  };
}
