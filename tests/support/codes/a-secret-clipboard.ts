import type { SecretClipboard } from '../../../electron/main/codes/codes.ts';

export interface FakeSecretClipboard extends SecretClipboard {
  /** What somebody copies. */
  readonly put: (text: string) => void;
}

/** A clipboard in memory. */
export function aSecretClipboard(canHint = false): FakeSecretClipboard {
  let held = '';
  return {
    canHint,
    write(secret) {
      held = secret.reveal();
      return Promise.resolve();
    },
    readText: () => Promise.resolve(held),
    clear() {
      held = '';
      return Promise.resolve();
    },
    put(text) {
      held = text;
    },
  };
}
