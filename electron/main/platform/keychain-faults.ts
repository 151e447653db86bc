import type { KeychainFault } from '#shared/app-error.ts';

/**
 * The words by which the faults are known, first match wins. They come from GLib, libsecret and the services
 * behind D-Bus, as keytar passes them on; the keychain's process speaks the C locale, so they are English.
 *
 * Source: measured with gnome-keyring 46; the table "Keychain" in docs/threat-model.md.
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

/** What a thrown thing of keytar's says of the keychain; `denied` where it says nothing that is known. */
export function keychainFaultOf(thrown: unknown): KeychainFault {
  const text = thrown instanceof Error ? thrown.message : '';
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? 'denied';
}
