import { join } from 'node:path';
import { asUser } from '../../../scripts/lib/arrange.mjs';
import { packageIfChanged } from '../../../scripts/lib/packaged/package.mjs';
import { packageFolder } from '../../../scripts/lib/packaged/places.mjs';
import { installPackage, makeTwin } from './stage-package.ts';
import { findRuntime } from '../../../scripts/lib/runtime.mjs';
import { sandboxWorks } from '../../../scripts/lib/arrange.mjs';
import { ground, leaveGrounds } from '../application/ground.ts';

/**
 * Puts the package on the ground that is there: packaged where a source changed, installed where an ordinary user can run
 * it, and its twin.
 */
export async function standPackage(): Promise<void> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is no Electron runtime yet: run `node scripts/bootstrap.mjs test`.');
  await packageIfChanged(runtime);
  const base = ground();
  const prefix = base.user ? asUser(base.user) : [];
  const installed = join(base.folder, 'installed');
  const twin = join(base.folder, 'twin');
  installPackage(packageFolder, installed);
  await makeTwin(installed, twin);
  if (!sandboxWorks(installed, prefix)) throw new Error('The sandbox cannot work here for the package.');
  leaveGrounds([{ ...base, packaged: { installed, twin, asUser: prefix } }]);
}
