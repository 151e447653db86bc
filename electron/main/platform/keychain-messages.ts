import type { KeychainFault } from '#shared/errors.ts';

// The messages between main and the keychain process. Not parsed: both sides are ours, and each call waits for the start
// of this process.

export type KeychainRequest =
  | { readonly call: 'get'; readonly entry: string }
  | { readonly call: 'set'; readonly entry: string; readonly secret: string }
  | { readonly call: 'delete'; readonly entry: string };

export type KeychainAnswer =
  | { readonly kind: 'done'; readonly secret: string | null }
  | { readonly kind: 'failed'; readonly fault: KeychainFault };

/**
 * The message patterns of the faults, first match wins. The messages come from GLib, libsecret and the services behind
 * D-Bus, as keytar passes them on; the keychain process uses the C locale, so they are English.
 *
 * Source: measured with gnome-keyring 46; "Keychain" in docs/threat-model.md.
 */
const signs: readonly (readonly [KeychainFault, RegExp])[] = [
  ['no-answer', /timeout was reached|timed out|did not receive a reply|NoReply/i],
  [
    'no-bus',
    /dbus-launch|autolaunch D-Bus|could not connect|connection is closed|unsupported transport|address is empty|Address element/i,
  ],
  [
    'no-service',
    /was not provided|ServiceUnknown|no owner|Spawn\.|libsecret-1\.so|exited with status|StartServiceByName/i,
  ],
  ['locked', /locked collection|is locked|IsLocked|interaction is not allowed/i],
  ['no-collection', /does not exist at path|no such (object|secret collection)|NoSuchObject|UnknownObject/i],
];

/** The keychain fault of an error thrown by keytar; `denied` if the error is unknown. */
export function keychainFaultOf(thrown: unknown): KeychainFault {
  const text = thrown instanceof Error ? thrown.message : '';
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? 'denied';
}

/** A channel to the parent process, whichever of the two kinds it is. */
interface ParentPort {
  readonly onMessage: (listener: (request: KeychainRequest) => void) => void;
  readonly send: (answer: KeychainAnswer) => void;
}

/** Electron's port in a utility process, Node's IPC channel in a forked one. */
export function portToParent(): ParentPort {
  // Electron declares the port as always defined; in a process that Node forked it is not.
  const electronPort = process.parentPort as typeof process.parentPort | undefined;
  if (electronPort !== undefined) {
    return {
      onMessage: (listener) => electronPort.on('message', ({ data }) => listener(data as KeychainRequest)), // Only main sends here.
      send: (message) => electronPort.postMessage(message),
    };
  }
  return {
    onMessage: (listener) => process.on('message', (sent) => listener(sent as KeychainRequest)), // As above.
    send: (message) => process.send?.(message),
  };
}
