import type * as Keytar from 'keytar';
import { createRequire } from 'node:module';
import {
  type KeychainAnswer,
  keychainFaultOf,
  type KeychainRequest,
  portToParent,
} from './keychain-messages.ts';

/**
 * A separate process for keytar, started for one call and then ended: a keychain that never answers blocks its caller's
 * threads for 50 s, and no key stays in the memory of an idle process. Source: B1.
 */

/** keytar identifies entries by service and account; the account is the entry's name. */
const service = 'Namedesk';
const probe = 'Namedesk asks whether the keyring is open';

const port = portToParent();
port.onMessage((request) => void answerTo(request).then(port.send));

async function answerTo(request: KeychainRequest): Promise<KeychainAnswer> {
  try {
    return { kind: 'done', secret: await perform(loadKeytar(), request) };
  } catch (thrown) {
    return { kind: 'failed', fault: keychainFaultOf(thrown) };
  }
}

/** Loads keytar on demand: without libsecret, loading fails. */
// keytar's own declarations describe its CommonJS module.
const loadKeytar = (): typeof Keytar => createRequire(import.meta.url)('keytar') as typeof Keytar;

async function perform(keytar: typeof Keytar, request: KeychainRequest): Promise<string | null> {
  switch (request.call) {
    case 'get': {
      const secret = await keytar.getPassword(service, request.entry);
      if (secret === null) await proveOpen(keytar);
      return secret;
    }
    case 'set':
      await keytar.setPassword(service, request.entry, request.secret);
      return null;
    case 'delete': {
      const deleted = await keytar.deletePassword(service, request.entry);
      if (!deleted) await proveOpen(keytar);
      return null;
    }
  }
}

/**
 * Throws unless the keyring is unlocked. libsecret answers "no such entry" also for a locked keyring, and for one without
 * a default collection; only a write shows the difference. The keychains of other systems report a lock themselves.
 */
async function proveOpen(keytar: typeof Keytar): Promise<void> {
  if (process.platform !== 'linux') return;
  await keytar.setPassword(service, probe, 'open');
  await keytar.deletePassword(service, probe);
}
