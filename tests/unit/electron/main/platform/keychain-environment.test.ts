import { describe, expect, it } from 'vitest';
import { keychainEnvironment } from '../../../../../electron/main/platform/keychain-environment.ts';

describe('the environment of the keychain’s process', () => {
  it.each([
    'SECRET_BACKEND',
    'SECRET_FILE_TEST_PATH',
    'SECRET_FILE_TEST_PASSWORD',
    'NODE_OPTIONS',
    'LD_PRELOAD',
  ])('B4 has no %s: it would lead round the keychain', (name) => {
    expect(keychainEnvironment({ [name]: 'file', HOME: '/home/bob' })).toEqual({
      HOME: '/home/bob',
      LC_ALL: 'C',
    });
  });

  it('names no bus where Chromium says that there is none, so that libsecret looks further', () => {
    expect(keychainEnvironment({ DBUS_SESSION_BUS_ADDRESS: 'disabled:' })).toEqual({ LC_ALL: 'C' });
    expect(keychainEnvironment({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' })).toMatchObject({
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x',
    });
  });

  it('speaks the C locale, since faults are known by their words', () => {
    expect(
      keychainEnvironment({ LC_ALL: 'de_DE.UTF-8', LC_MESSAGES: 'de_DE.UTF-8', LANGUAGE: 'de' }),
    ).toEqual({
      LC_ALL: 'C',
    });
  });
});
