import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { asarIn, launcherName, packageFolder, runtimeName } from '../../../scripts/lib/packaged/places.mjs';

/** Where the keychain process of the other version leaves a line whenever it is started. */
export const keychainTrace = '/tmp/keychain-of-the-other-version';

/**
 * The application as another version of it, with another build of the runtime: each file that could tell is another one, and
 * it runs. Its keychain process says when it was started.
 *
 * @returns Its folder; `remove` it afterwards.
 */
export async function otherVersion(version: string): Promise<string> {
  const folder = copyOfPackage();
  const content = join(folder, 'content');
  extractAll(asarIn(folder), content);
  const manifest = join(content, 'package.json');
  // By electron-builder, from our own.
  const before = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...before, version }));
  const keychain = join(content, 'out', 'main', 'keychain-process.js');
  const trace = `import { appendFileSync as traced } from 'node:fs';\ntraced('${keychainTrace}', 'started\\n');\n`;
  writeFileSync(keychain, trace + readFileSync(keychain, 'utf8'));
  await createPackageWithOptions(content, asarIn(folder), { unpack: '**/*.node' });
  rmSync(content, { recursive: true });
  appendFileSync(join(folder, runtimeName), `of ${version}`);
  return folder;
}

/** A runtime that has nothing in common with ours: whoever reads any file of it can do nothing with it. */
export function foreignRuntime(): string {
  const folder = copyOfPackage();
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (path.isFile() && path.name !== launcherName)
      writeFileSync(join(path.parentPath, path.name), 'of another runtime\n');
  return folder;
}

function copyOfPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-other-'));
  cpSync(packageFolder, folder, { recursive: true });
  return folder;
}
