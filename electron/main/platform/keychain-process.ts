import type * as Keytar from 'keytar';
import { createRequire } from 'node:module';
import {
  type KeychainAnswer,
  keychainFaultOf,
  type KeychainRequest,
  keychainRequest,
  portToParent,
} from './keychain-messages.ts';

/**
 * A process of its own around keytar, made for one call and then ended: a keychain that never answers blocks its
 * caller's threads for 50 s, and no key stays in a process that has nothing more to do. Source: B1.
 */

/** keytar's entries are found under a service and an account; the account is the entry's name. */
const service = 'Namedesk';
const probe = 'Namedesk asks whether the keyring is open';

const port = portToParent();
port.onMessage((message) => {
  void answerTo(keychainRequest.parse(message)).then(port.send);
});

async function answerTo(request: KeychainRequest): Promise<KeychainAnswer> {
  try {
    return { kind: 'done', secret: await perform(loadKeytar(), request) };
  } catch (thrown) {
    return { kind: 'failed', fault: keychainFaultOf(thrown) };
  }
}

/** Loaded when it is needed and not before: where libsecret is missing, loading is what fails. */
// keytar's own declarations say what its CommonJS module is.
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
 * Throws unless the keyring is open. libsecret answers "no such entry" for a locked keyring too, and so does it for one
 * without a default collection; only writing tells. The other systems' keychains say so by themselves.
 */
async function proveOpen(keytar: typeof Keytar): Promise<void> {
  if (process.platform !== 'linux') return;
  await keytar.setPassword(service, probe, 'open');
  await keytar.deletePassword(service, probe);
}
