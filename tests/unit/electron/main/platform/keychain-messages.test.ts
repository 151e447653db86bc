import { describe, expect, it } from 'vitest';
import { keychainFaultOf } from '../../../../../electron/main/platform/keychain-messages.ts';

describe('the fault of a keychain', () => {
  it.each([
    [
      'no-bus',
      'Error spawning command line “dbus-launch --autolaunch=… --binary-syntax --close-stderr”: Child process exited with code 1',
    ],
    ['no-bus', 'Cannot autolaunch D-Bus without X11 $DISPLAY'],
    ['no-bus', 'Failed to execute child process “dbus-launch” (No such file or directory)'],
    ['no-bus', 'Unknown or unsupported transport “disabled” for address “disabled:”'],
    ['no-bus', 'The given address is empty'],
    ['no-bus', 'Address element “nonsense” does not contain a colon (:)'],
    ['no-bus', 'Could not connect: No such file or directory'],
    ['no-bus', 'Could not connect: Connection refused'],
    ['no-service', 'The name org.freedesktop.secrets was not provided by any .service files'],
    ['no-service', 'libsecret-1.so.0: cannot open shared object file: No such file or directory'],
    ['no-service', 'Process org.freedesktop.secrets exited with status 1'],
    ['no-collection', 'Object does not exist at path “/org/freedesktop/secrets/collection/login”'],
    ['locked', 'Cannot create an item in a locked collection'],
    ['locked', 'User interaction is not allowed.'],
    ['no-answer', 'Timeout was reached'],
    ['denied', 'The user name or passphrase you entered is not correct.'],
    ['denied', 'words that nobody has seen before'],
  ])('B3 is %s when keytar says “%s”', (fault, text) => {
    expect(keychainFaultOf(new Error(text))).toBe(fault);
  });

  it('is denied when what was thrown is not an error', () => {
    expect(keychainFaultOf('locked collection')).toBe('denied');
  });
});
