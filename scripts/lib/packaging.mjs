// @ts-check
// What may be packaged with which runtime (E8).

/** The platform switch that electron-builder wants before each target; `dir` is the bare folder, for the platform we are on. */
const platformOf = /** @type {Readonly<Record<string, string | undefined>>} */ ({
  AppImage: '--linux',
  deb: '--linux',
  nsis: '--win',
  dmg: '--mac',
});

export const packageTargets = ['dir', ...Object.keys(platformOf)];

/** @param {readonly string[]} targets Whether something is made that leaves this machine. */
export const isForOthers = (targets) => targets.some((target) => target !== 'dir');

/**
 * @param {readonly string[]} targets
 * @param {import('./runtime/find.mjs').RuntimeKind} runtimeKind
 * @returns {string | undefined} Why not; nothing where it may go ahead.
 */
export function whyNotPackage(targets, runtimeKind) {
  const unknown = targets.find((target) => !packageTargets.includes(target));
  if (unknown !== undefined) return `${unknown} is not a target: ${packageTargets.join(', ')}.`;
  const release = targets.find((target) => target !== 'dir');
  return release !== undefined && runtimeKind !== 'official'
    ? `${release} is for other people's machines, and takes the official Electron download alone. The runtime here is another one (${runtimeKind}); only dir can be made with it.`
    : undefined;
}

/**
 * @param {readonly string[]} targets
 * @returns {string[]} Switches of electron-builder.
 */
export const builderSwitches = (targets) =>
  targets.flatMap((target) => {
    const platform = platformOf[target];
    return platform ? [platform, target] : ['--dir'];
  });
