/**
 * Variables that make libsecret store secrets in a file, or Node run other code first; and the locale, which
 * {@link keychainEnvironment} sets.
 */
const unwanted = /^(SECRET_|NODE_OPTIONS$|LD_PRELOAD$|LANGUAGE$|LC_)/;

/**
 * Chromium sets `disabled:` here if the session has no bus address. If the variable is unset, libsecret looks in
 * `XDG_RUNTIME_DIR` by itself.
 */
const isNoBus = (name: string, value: string): boolean =>
  name === 'DBUS_SESSION_BUS_ADDRESS' && value === 'disabled:';

/**
 * The environment of the keychain process: ours, without variables that bypass the keychain (B4), and in the C locale,
 * since faults are recognised by their messages.
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
