import { afterEach, describe, expect, it } from 'vitest';
import { createVault } from '../../electron/main/accounts/vault.ts';
import type { KeychainFault } from '../../shared/errors.ts';
import { aKeychain } from '../support/keychain/a-keychain.ts';
import { aBulkRun, type BulkRun } from './a-bulk-run.ts';
import { asked, repeatsIn } from './oracle.ts';

describe('a look-up while the keyring is locked in the middle', () => {
  let run: BulkRun;
  afterEach(() => run.end());

  it('waits and says so, makes no cell unknown, and goes on by itself when the keyring is open again', async () => {
    let fault: KeychainFault | undefined;
    const vault = createVault(aKeychain({ faultOf: () => fault }));
    run = await aBulkRun({
      names: 2_000,
      concurrency: 4,
      service: { latencyMs: 3 },
      vault,
      place: 'keychain',
    });
    await run.untilRequests(100);
    fault = 'locked';
    vault.forgetCached();
    const waiting = await run.untilSession(({ state }) => state === 'waiting');
    expect(waiting.waitingFor).toEqual({ kind: 'keychain', fault: 'locked' });
    expect(waiting.counts.unknown).toBe(0);

    fault = undefined;
    await run.untilSession(({ state }) => state === 'finished');
    expect(await run.kinds()).toEqual(await run.truth());
    expect(repeatsIn(asked(run.service()))).toBe(0);
  });
});
