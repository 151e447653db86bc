// @ts-check
// In which order the Electron runtime is looked for, as a table one can read aloud.

/**
 * @typedef {{
 *   hasOverride: boolean,
 *   hasOfficial: boolean,
 *   hasRegistryBuild: boolean,
 *   mayUseRegistryBuild: boolean,
 * }} RuntimesAtHand
 * @typedef {'use-override' | 'use-official' | 'use-registry-build' | 'download-official'} RuntimeStep
 */

/**
 * What to do about the runtime with what is at hand. The official download comes before the registry's build, but a
 * registry build that is already here is not a reason to try a host anew at each start.
 *
 * @param {RuntimesAtHand} atHand
 * @returns {RuntimeStep}
 */
export function runtimeStep({ hasOverride, hasOfficial, hasRegistryBuild, mayUseRegistryBuild }) {
  if (hasOverride) return 'use-override';
  if (hasOfficial) return 'use-official';
  if (hasRegistryBuild && mayUseRegistryBuild) return 'use-registry-build';
  return 'download-official';
}

/**
 * What to do when the official download did not come about. A wrong checksum is never a reason to take another build.
 *
 * @param {{ outcome: 'unreachable' | 'failed', mayUseRegistryBuild: boolean }} situation
 * @returns {'fetch-registry-build' | 'stop'}
 */
export const afterDownloadFailed = ({ outcome, mayUseRegistryBuild }) =>
  outcome === 'unreachable' && mayUseRegistryBuild ? 'fetch-registry-build' : 'stop';

/**
 * The registry's build exists for one platform.
 *
 * @param {{ platform: string, arch: string }} machine
 */
export const registryBuildFits = ({ platform, arch }) => platform === 'linux' && arch === 'x64';
