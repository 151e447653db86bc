import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';

const secret = new Secret('CANARY-1234');
const main = join(import.meta.dirname, '../../../../../electron/main');

describe('a secret', () => {
  it.each([
    ['printed', () => String(secret)],
    ['added to a text', () => ''.concat(secret as unknown as string)],
    ['serialised', () => JSON.stringify({ secret, nested: [secret] })],
    ['inspected, with everything hidden', () => inspect({ secret }, { showHidden: true, depth: 9 })],
    ['listed by its properties', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)])],
    ['copied into another object', () => JSON.stringify(Object.assign({}, secret))],
    ['cloned for another thread', () => inspect(structuredClone({ secret }), { showHidden: true })],
    ['in the message of an error', () => inspect(new Error(`no ${secret.toString()}`))],
  ])('shows nothing when it is %s', (_name, show) => {
    expect(show()).not.toContain('CANARY');
  });

  it('gives its value to whoever asks by name', () => {
    expect(secret.reveal()).toBe('CANARY-1234');
  });

  it('is asked by these files alone', () => {
    const asking = readdirSync(main, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && readFileSync(join(main, file), 'utf8').includes('.reveal()'))
      .map((file) => file.replaceAll('\\', '/'));
    expect(asking.sort()).toEqual([
      'accounts/encryption.ts',
      'accounts/vault.ts',
      'changes/present.ts',
      'codes/export/create-code-export.ts',
      'codes/export/encrypted-file.ts',
      'codes/shown-codes.ts',
      'connections/practice-host.ts',
      'platform/desktop.ts',
      'platform/keychain.ts',
      'portfolio/create-portfolio.ts',
      'portfolio/registrants.ts',
      'reseller/form.ts',
      'reseller/mask.ts',
      'reseller/sign.ts',
      'reseller/wire.ts',
      'windows/code-session.ts',
    ]);
  });
});
