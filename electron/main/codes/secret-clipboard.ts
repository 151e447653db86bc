import type { Secret } from '../accounts/secret.ts';

/** The system's clipboard for something that must not stay there. */
export interface SecretClipboard {
  /** Whether histories of clipboards can be asked to leave it out, in the same write. */
  readonly canHint: boolean;
  readonly write: (secret: Secret) => Promise<void>;
  readonly readText: () => Promise<string>;
  readonly clear: () => Promise<void>;
}
