// @ts-check
// The fuses of the runtime, each by its name (A13). Electron reads them before a line of ours runs.
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';

/** @typedef {keyof typeof FuseV1Options} FuseName */

/**
 * How each fuse stands in a release.
 *
 * @type {Readonly<Record<FuseName, boolean>>}
 */
export const releaseFuses = {
  // ELECTRON_RUN_AS_NODE would make the program a Node that runs whatever it is given, under our name and signature.
  RunAsNode: false,
  EnableCookieEncryption: true,
  // NODE_OPTIONS and NODE_EXTRA_CA_CERTS.
  EnableNodeOptionsEnvironmentVariable: false,
  // --inspect and its kin, and SIGUSR1.
  EnableNodeCliInspectArguments: false,
  // On macOS and Windows; Electron checks nothing on Linux.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // There is no snapshot of ours to load.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // Nothing of ours is at file://.
  GrantFileProtocolExtraPrivileges: false,
  // Without them WebAssembly checks each access to its memory, and the runtime expects them.
  WasmTrapHandlers: true,
};

export const fuseNames = /** @type {FuseName[]} */ (Object.keys(releaseFuses));

/**
 * Sets every fuse of the runtime. Throws where the runtime has one that is not named here.
 *
 * @param {string} executable The program; on macOS the `.app`.
 * @param {{ fuses?: Readonly<Record<FuseName, boolean>>, isMacArm?: boolean }} [options]
 */
export const setFuses = (executable, { fuses = releaseFuses, isMacArm = false } = {}) =>
  flipFuses(executable, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: isMacArm,
    .../** @type {Record<FuseV1Options, boolean>} */ (
      Object.fromEntries(fuseNames.map((name) => [FuseV1Options[name], fuses[name]]))
    ),
  });

/**
 * How the fuses of a program stand: each by its name, one that we do not know by its number. Removed is neither on nor off.
 *
 * @param {string} executable
 * @returns {Promise<Record<string, string>>} `ENABLE`, `DISABLE`, `INHERIT` or `REMOVED`.
 */
export async function readFuses(executable) {
  const { version: _version, ...wire } = await getCurrentFuseWire(executable);
  return Object.fromEntries(
    Object.entries(wire).map(([number, state]) => [
      FuseV1Options[Number(number)] ?? number,
      FuseState[Number(state)] ?? 'unknown',
    ]),
  );
}

/** As `readFuses` has to tell it of a release. */
export const expectedFuses = Object.fromEntries(
  fuseNames.map((name) => [name, releaseFuses[name] ? 'ENABLE' : 'DISABLE']),
);
