import { join } from 'node:path';
import { chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { runtimeName } from '../../scripts/lib/packaged/places.mjs';
import { twinName } from '../support/application/launch-namedesk.ts';
import { ground } from '../support/application/launch-namedesk.ts';
import {
  listeningPorts,
  packaged,
  type Release,
  startRelease,
  up,
  upTimeoutMs,
} from '../support/packaged/release.ts';
import { ownFolder } from '../../scripts/lib/arrange.mjs';

/** Something that an attacker could start the release with. */
interface Attempt {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Files that write to `file` when somebody runs them. */
interface Canary {
  readonly file: string;
  readonly script: string;
  readonly module: string;
  readonly extension: string;
}

/** Where whoever runs the application can read, write and run them. */
function layCanary(name: string): Canary {
  const { folder, user } = ground();
  const place = ownFolder(join(folder, 'canaries', name), user ?? undefined);
  const extension = ownFolder(join(place, 'extension'), user ?? undefined);
  const file = join(place, 'has-run');
  const lay = (path: string, content: string): string => {
    writeFileSync(path, content, { mode: 0o755 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  lay(
    join(extension, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name: 'canary',
      version: '1',
      background: { service_worker: 'x.js' },
    }),
  );
  lay(join(extension, 'x.js'), '');
  if (user) chownSync(join(folder, 'canaries'), user.uid, user.gid);
  return {
    file,
    extension,
    script: lay(join(place, 'canary.sh'), `#!/bin/sh\n: > '${file}'\nexec "$@"\n`),
    module: lay(join(place, 'canary.cjs'), `require('fs').writeFileSync(${JSON.stringify(file)}, '')\n`),
  };
}

const debuggers = [
  '--inspect',
  '--inspect=0',
  '--inspect=127.0.0.1:0',
  '--inspect-brk=0',
  '--inspect-port=0',
  '--inspect-publish-uid=stderr',
  '--remote-debugging-port=0',
  '--remote-debugging-port=9333',
  '-remote-debugging-port=0',
  ' --remote-debugging-port=0',
  '--remote-debugging-port=0\t',
  '\n--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--remote-debugging-io-pipes=3,4',
  '--remote-allow-origins=*',
];

const weakeners = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-seccomp-filter-sandbox',
  '--disable-gpu-sandbox',
  '--single-process',
  '--in-process-gpu',
  '--no-zygote',
  '--js-flags=--expose-gc',
  '--disable-web-security',
  '--allow-file-access-from-files',
  '--ignore-certificate-errors',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-pac-url=http://127.0.0.1:1/x.pac',
  '--unsafely-treat-insecure-origin-as-secure=http://example.com',
  '--disable-features=IsolateOrigins',
  '--user-agent=x',
];

/** Every switch that is tried, one by one. */
const switchAttempts = (canary: Canary, scratch: string): readonly Attempt[] =>
  [
    ...debuggers,
    ...weakeners,
    `--load-extension=${canary.extension}`,
    `--require=${canary.module}`,
    ...['zygote', 'renderer', 'utility'].map((kind) => `--${kind}-cmd-prefix=${canary.script}`),
    `--gpu-launcher=${canary.script}`,
    `--browser-subprocess-path=${canary.script}`,
    '--enable-logging=file',
    `--log-file=${join(scratch, 'log')}`,
    `--log-net-log=${join(scratch, 'net-log')}`,
    `--ssl-key-log-file=${join(scratch, 'keys')}`,
    `--trace-startup-file=${join(scratch, 'trace')}`,
    `--diagnostic-dir=${scratch}`,
    '--type=utility',
    `--app=${canary.module}`,
  ].map((arg) => ({ name: JSON.stringify(arg), args: [arg] }));

/** Every variable that is tried, one by one. */
const variableAttempts = (canary: Canary, scratch: string): readonly Attempt[] => [
  { name: 'ELECTRON_RUN_AS_NODE', env: { ELECTRON_RUN_AS_NODE: '1' }, args: [canary.module] },
  ...Object.entries({
    NODE_OPTIONS: `--require=${canary.module}`,
    NODE_EXTRA_CA_CERTS: join(scratch, 'ca.pem'),
    NODE_PATH: scratch,
    NODE_V8_COVERAGE: join(scratch, 'coverage'),
    NODE_REDIRECT_WARNINGS: join(scratch, 'warnings'),
    NODE_COMPILE_CACHE: join(scratch, 'compiled'),
    ELECTRON_ENABLE_LOGGING: 'file',
    ELECTRON_LOG_FILE: join(scratch, 'log'),
    ELECTRON_OVERRIDE_DIST_PATH: scratch,
    ELECTRON_TRASH: canary.script,
    CHROME_DEVEL_SANDBOX: canary.script,
    SSLKEYLOGFILE: join(scratch, 'keys'),
    OPENSSL_CONF: join(scratch, 'openssl.cnf'),
  }).map(([name, value]) => ({ name, env: { [name]: value } })),
  { name: 'NODE_OPTIONS=--inspect=0', env: { NODE_OPTIONS: '--inspect=0' } },
];

/** What came of one attempt. */
interface Outcome {
  readonly name: string;
  /** Those that were listened at, at any moment. */
  readonly ports: readonly string[];
  readonly hasRunCode: boolean;
  /** What a debugger would have heard, by words or by its pipe. */
  readonly heard: string;
  /** That the attempt named and that are there now. */
  readonly files: readonly string[];
  /** The exit code; `up` where the window came up, `too slow` where neither was seen. */
  readonly end: number | 'up' | 'too slow';
}

type Attempts = (canary: Canary, scratch: string) => readonly Attempt[];

/**
 * Starts the release once for each attempt, and ends it.
 *
 * @param program Instead of what people start.
 */
async function tryEach(attempts: Attempts, name: string, program?: string): Promise<readonly Outcome[]> {
  const { folder, user } = ground();
  const outcomes: Outcome[] = [];
  for (let index = 0; ; index++) {
    const canary = layCanary(`${name}-${index}`);
    const scratch = ownFolder(join(folder, 'canaries', `${name}-${index}`, 'scratch'), user ?? undefined);
    const tried = attempts(canary, scratch)[index];
    if (tried === undefined) return outcomes;
    const userDataDir = join(ownFolder(join(folder, 'attempts'), user ?? undefined), `${name}-${index}`);
    const release = startRelease({ ...tried, userDataDir, ...(program === undefined ? {} : { program }) });
    outcomes.push({ name: tried.name, ...(await outcomeOf(release, canary, [scratch, userDataDir])) });
  }
}

async function outcomeOf(
  release: Release,
  canary: Canary,
  [scratch, userDataDir]: readonly [string, string],
): Promise<Omit<Outcome, 'name'>> {
  release.debuggerPipe.write(`${JSON.stringify({ id: 1, method: 'Browser.getVersion' })}\0`);
  const ports = await portsUntilUp(release);
  const end = release.hasEnded() ? ((await release.ended) ?? -1) : release.isUp() ? 'up' : 'too slow';
  await release.stop();
  const portFile = 'DevToolsActivePort';
  return {
    ports,
    hasRunCode: existsSync(canary.file),
    heard: /(?:DevTools|Debugger) listening/.exec(release.err())?.[0] ?? release.debuggerPipe.heard(),
    files: [...readdirSync(scratch), ...(existsSync(join(userDataDir, portFile)) ? [portFile] : [])],
    end,
  };
}

const recheckMs = 20;

/** The last look is behind the moment at which it was up: on a busy machine much happens between two looks. */
async function portsUntilUp(release: Release): Promise<readonly string[]> {
  const seen = new Set<string>();
  const giveUpAtMs = performance.now() + upTimeoutMs;
  for (;;) {
    const isOver = release.hasEnded() || release.isUp() || performance.now() > giveUpAtMs;
    for (const port of listeningPorts(release.pid)) seen.add(port);
    if (isOver) return [...seen];
    await new Promise((resolve) => setTimeout(resolve, recheckMs));
  }
}

test.describe.configure({ timeout: 900_000 });

/** What people and the desktop start, and the binary itself, for who goes round the launcher. */
const ways = ['launcher', 'runtime'] as const;

const programOf = (way: (typeof ways)[number]): string | undefined =>
  way === 'runtime' ? join(packaged().installed, runtimeName) : undefined;

/** The names of the attempts that came to something, for a message that says it all. */
function expectNothing(outcomes: readonly Outcome[], way: string): void {
  const some = (is: (outcome: Outcome) => boolean): readonly Outcome[] => outcomes.filter(is);
  const [ports, code, heard, files] = [
    some((each) => each.ports.length > 0),
    some((each) => each.hasRunCode),
    some((each) => each.heard !== ''),
    some((each) => each.files.length > 0),
  ];
  const counted = `${outcomes.length} tried by the ${way}: ${ports.length} ports, ${code.length} code run, ${heard.length} debuggers, ${files.length} files`;
  test.info().annotations.push({ type: 'figure', description: counted });
  expect({ ports, code, heard }).toEqual({ ports: [], code: [], heard: [] });
  if (way === 'launcher') expect(files).toEqual([]);
}

for (const way of ways)
  test(`A14 no switch opens a port or runs code, and each is refused (${way})`, async () => {
    const outcomes = await tryEach(switchAttempts, `switches-${way}`, programOf(way));
    expectNothing(outcomes, way);
    expect(outcomes.filter(({ end }) => typeof end === 'string')).toEqual([]);
    if (way === 'launcher') expect(outcomes.filter(({ end }) => end !== 2)).toEqual([]);
  });

// One by one by the runtime itself: the launcher takes them away before, as its own test shows.
test('A14 no variable opens a port or runs code, and the window comes up (runtime)', async () => {
  const outcomes = await tryEach(variableAttempts, 'variables', programOf('runtime'));
  expectNothing(outcomes, 'runtime');
  expect(outcomes.filter(({ end }) => end !== 'up')).toEqual([]);
});

test('A14 SIGUSR1 opens no port', async () => {
  const release = await up(startRelease({ userDataDir: join(ground().folder, 'attempts', 'sigusr1') }));
  release.signal('SIGUSR1');
  const afterwardsMs = performance.now() + 1_000;
  await expect
    .poll(() => (release.hasEnded() || performance.now() > afterwardsMs) && listeningPorts(release.pid))
    .toEqual([]);
  expect(release.err()).not.toContain('Debugger listening');
  await release.stop();
});

test('A14 the same look does see the port of a runtime that lets itself be driven', async () => {
  const { twin } = packaged();
  const driven = () => [{ name: 'both', args: ['--inspect=0', '--remote-debugging-port=0'] }];
  const [outcome] = await tryEach(driven, 'twin', join(twin, twinName));
  expect(outcome?.ports).toHaveLength(2);
  expect(outcome?.heard).toMatch(/listening/);
});
