import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A keyring of gpg's own, and one key in it. */
export interface SigningKeys {
  /** As the scripts that sign take them. */
  readonly signing: { readonly key: string; readonly home: string };
  /** Another key in the same keyring. @returns Its fingerprint. */
  readonly another: (name: string) => string;
  readonly remove: () => void;
}

export function newSigningKeys(): SigningKeys {
  const home = mkdtempSync(join(tmpdir(), 'namedesk-keys-'));
  const gpg = (...args: readonly string[]): string =>
    spawnSync('gpg', ['--homedir', home, '--batch', '--passphrase', '', ...args], { encoding: 'utf8' })
      .stdout;
  function another(name: string): string {
    gpg('--quick-generate-key', name, 'ed25519', 'sign', 'never');
    const [, fingerprint = ''] = /^fpr:+([0-9A-F]+):/m.exec(gpg('--with-colons', '--list-keys', name)) ?? [];
    if (fingerprint === '') throw new Error(`gpg made no key for ${name}`);
    return fingerprint;
  }
  return {
    signing: { key: another('Namedesk of tests'), home },
    another,
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
