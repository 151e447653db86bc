/** Variables by which libsecret is told to keep secrets in a file, or Node to run something else first. */
const unwanted = /^(SECRET_|NODE_OPTIONS$|LD_PRELOAD$|LANGUAGE$|LC_)/;

/**
 * Chromium puts `disabled:` here where the session names no bus. libsecret looks further by itself, in
 * `XDG_RUNTIME_DIR`, if nothing stands here.
 */
const isNoBus = (name: string, value: string): boolean =>
  name === 'DBUS_SESSION_BUS_ADDRESS' && value === 'disabled:';

/**
 * The environment of the keychain's process: as ours, without the ways round the keychain (B4), and in the C locale,
 * since a fault is known by its words.
 */
export function keychainEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !unwanted.test(entry[0]) && !isNoBus(entry[0], entry[1]),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
