import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeychain, type StartKeychainProcess } from '../../../../../electron/main/platform/keychain.ts';
import { filesAround, onlyOf, watchFiles } from '../../../../../electron/main/platform/this-copy.ts';
import { fail, ok } from '#shared/result.ts';

describe('a copy of the program', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);
  /** As package managers do: the new file is complete before it takes the place. */
  function replace(name: string): void {
    writeFileSync(at(`${name}.new`), 'the same length');
    renameSync(at(`${name}.new`), at(name));
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-copy-'));
    for (const name of ['program', 'archive']) writeFileSync(at(name), 'the same length');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is touched and not replaced while one of its files is missing', () => {
    const copy = watchFiles([at('program'), at('archive')]);
    expect([copy.isTouched(), copy.isReplaced()]).toEqual([false, false]);
    rmSync(at('archive'));
    expect([copy.isTouched(), copy.isReplaced()]).toEqual([true, false]);
  });

  it.each(['program', 'archive'])('is replaced once its %s is another file of the same size', (name) => {
    const copy = watchFiles([at('program'), at('archive')]);
    replace(name);
    expect([copy.isTouched(), copy.isReplaced()]).toEqual([true, true]);
  });

  it('is the program, the archive that the code is in, and the native module beside it', () => {
    expect(filesAround('/opt/Namedesk/resources/app.asar/out/main/chunks', '/opt/Namedesk/program')).toEqual([
      '/opt/Namedesk/program',
      '/opt/Namedesk/resources/app.asar',
      '/opt/Namedesk/resources/app.asar.unpacked/node_modules/keytar/build/Release/keytar.node',
    ]);
  });

  it('is never touched where it runs from sources', () => {
    expect(filesAround('/home/ada/namedesk/electron/main/platform', '/usr/bin/node')).toEqual([]);
    const copy = watchFiles([]);
    expect([copy.isTouched(), copy.isReplaced()]).toEqual([false, false]);
  });
});

describe('the keychain of a program that was replaced', () => {
  const onFault = (): void => undefined;
  /** A process that answers at once. */
  const answers =
    (starts: string[], before: () => void = () => undefined): StartKeychainProcess =>
    ({ onMessage }) => ({
      send(request) {
        starts.push(request.call);
        before();
        onMessage({ kind: 'done', secret: 'of the other version' });
      },
      kill: () => undefined,
    });

  it('starts no process of the other version', async () => {
    const starts: string[] = [];
    const start = onlyOf({ isTouched: () => true }, answers(starts));
    const keychain = createKeychain({ start, timeoutMs: 3_000, onFault });
    expect(await keychain.get('a1')).toEqual(fail('replaced'));
    expect(starts).toEqual([]);
  });

  it('does not believe a process that was started while the files were replaced', async () => {
    let isTouched = false;
    const during = answers([], () => (isTouched = true));
    const start = onlyOf({ isTouched: () => isTouched }, during);
    const keychain = createKeychain({ start, timeoutMs: 3_000, onFault });
    expect(await keychain.get('a1')).toEqual(fail('replaced'));
  });

  it('is refused rather than silent where that process could not run', async () => {
    let isTouched = false;
    const start: StartKeychainProcess = ({ onGone }) => ({
      send() {
        isTouched = true;
        onGone();
      },
      kill: () => undefined,
    });
    const keychain = createKeychain({
      start: onlyOf({ isTouched: () => isTouched }, start),
      timeoutMs: 3_000,
      onFault,
    });
    expect(await keychain.get('a1')).toEqual(fail('replaced'));
  });

  it('is asked as ever by a copy that nobody has touched', async () => {
    const start = onlyOf({ isTouched: () => false }, answers([]));
    const keychain = createKeychain({ start, timeoutMs: 3_000, onFault });
    const got = await keychain.get('a1');
    expect(got.ok && got.value?.reveal()).toBe('of the other version');
    expect(await keychain.delete('a1')).toEqual(ok(null));
  });
});
