// @ts-check
// The folder for Windows, looked at before it is wrapped: it is made where nobody can start it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { expectedFuses, readFuses } from './fuses.mjs';
import { asarIn, windowsProgram } from './places.mjs';

const keychainModule = 'node_modules/keytar/build/Release/keytar.node';

/**
 * @param {string} folder
 * @returns {Promise<readonly string[]>} Nothing where it is as it must be.
 */
export async function whatIsWrong(folder) {
  const program = join(folder, windowsProgram);
  const fuses = await readFuses(program);
  const wrong = Object.keys({ ...fuses, ...expectedFuses }).filter(
    (name) => fuses[name] !== /** @type {Record<string, string>} */ (expectedFuses)[name],
  );
  const module = join(`${asarIn(folder)}.unpacked`, keychainModule);
  return [
    ...wrong.map((name) => `The fuse ${name} is ${fuses[name] ?? 'not there'} (A13).`),
    ...(readFileSync(program).includes(integrityOf(folder))
      ? []
      : ['The program does not carry the hash of app.asar, and that alone (A16).']),
    ...(existsSync(module) && readFileSync(module).toString('latin1', 0, 2) === 'MZ'
      ? []
      : ['The keychain module is not one for Windows.']),
    ...(existsSync(join(folder, 'resources', 'default_app.asar'))
      ? ['Electron’s own start page is still there.']
      : []),
  ];
}

/** As electron-builder writes it, and Electron reads it before it loads the file. @param {string} folder */
function integrityOf(folder) {
  const value = createHash('sha256')
    .update(getRawHeader(asarIn(folder)).headerString)
    .digest('hex');
  return JSON.stringify([{ file: 'resources\\app.asar', alg: 'SHA256', value }]);
}
