import type { KeychainFault } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import type { Secret } from './secret.ts';

/**
 * The operating system's keychain as the vault sees it. Each call ends by itself within a few seconds, with an answer
 * or with the fault that kept it from one.
 */
export interface Keychain {
  /** The secret of an entry; null where there is certainly none: a locked keychain is a fault, never a null (B5). */
  readonly get: (entry: string) => Promise<Result<Secret | null, KeychainFault>>;
  readonly set: (entry: string, secret: Secret) => Promise<Result<null, KeychainFault>>;
  /** Succeeds where there was no entry too. */
  readonly delete: (entry: string) => Promise<Result<null, KeychainFault>>;
}
