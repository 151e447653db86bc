import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { ground } from '../application/ground.ts';

/** Something that an attacker could start the release with. */
export interface Attempt {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Files that write to `file` when somebody runs them. */
export interface Canary {
  readonly file: string;
  readonly script: string;
  readonly module: string;
  readonly extension: string;
}

/** Where whoever runs the application can read, write and run them. */
export function layCanary(name: string): Canary {
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
export const switchAttempts = (canary: Canary, scratch: string): readonly Attempt[] =>
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
export const variableAttempts = (canary: Canary, scratch: string): readonly Attempt[] => [
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
