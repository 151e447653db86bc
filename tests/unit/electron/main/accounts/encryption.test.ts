import { describe, expect, it } from 'vitest';
import { createEncryption } from '../../../../../electron/main/accounts/encryption.ts';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import type { KeychainFault } from '../../../../../shared/errors.ts';
import { aKeychain } from '../../../../support/keychain/a-keychain.ts';

describe('a digest under the keychain’s key', () => {
  const aMachine = () => {
    let fault: KeychainFault | undefined;
    const keychain = aKeychain({ faultOf: () => fault });
    return {
      shut: (with_: KeychainFault) => (fault = with_),
      start: () => createEncryption({ vault: createVault(keychain) }),
    };
  };
  const of = async (encryption: ReturnType<typeof createEncryption>, purpose: string, text: string) =>
    (await encryption.keyed(purpose))(text);

  it('(G12) is the same after a restart, and another for each purpose, text and machine', async () => {
    const [one, other] = [aMachine(), aMachine()];
    const first = await of(one.start(), 'change 1', 'Köln');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await of(one.start(), 'change 1', 'Köln')).toBe(first);
    const others = [
      await of(one.start(), 'change 2', 'Köln'),
      await of(one.start(), 'change 1', 'Bonn'),
      await of(other.start(), 'change 1', 'Köln'),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('(G12) is of this process alone where the keychain fails', async () => {
    const machine = aMachine();
    const known = await of(machine.start(), 'change 1', 'Köln');
    machine.shut('locked');
    const process = machine.start();
    const here = await of(process, 'change 1', 'Köln');
    expect(await of(process, 'change 1', 'Köln')).toBe(here);
    expect(new Set([known, here, await of(machine.start(), 'change 1', 'Köln')]).size).toBe(3);
  });
});
