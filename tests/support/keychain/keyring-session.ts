import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToBus } from './bus-client.ts';

/** A desktop session with nothing in it but what a test starts: own bus, own keyrings, no display. */
export interface KeyringSession {
  readonly environment: NodeJS.ProcessEnv;
  readonly startBus: () => Promise<void>;
  /** GNOME Keyring. With a password the login keyring is opened, or made; without one it stays as it is. */
  readonly startKeyring: (password?: string) => Promise<void>;
  readonly stopKeyring: () => Promise<void>;
  /** A service under the keyring's name that never answers. */
  readonly startDeadService: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const secrets = 'org.freedesktop.secrets';

export function aKeyringSession(): KeyringSession {
  const home = mkdtempSync(join(tmpdir(), 'namedesk-keyring-'));
  const socketPath = join(home, 'bus');
  const ends: (() => unknown)[] = [];
  let keyring: ChildProcess | undefined;
  const environment = sessionEnvironment(home);

  async function startBus(): Promise<void> {
    const config = join(home, 'bus.conf');
    writeFileSync(config, busConfig(socketPath));
    const daemon = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    ends.push(() => stop(daemon));
    await once(daemon.stdout, 'data');
    environment['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${socketPath}`;
  }

  return {
    environment,
    startBus,
    async startKeyring(password) {
      const unlock = password === undefined ? [] : ['--unlock'];
      const started = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...unlock], {
        env: environment,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      keyring = started;
      ends.unshift(() => stop(started));
      started.stdin.end(password ?? '');
      const client = await connectToBus(socketPath);
      await client.owned(secrets);
      client.close();
    },
    stopKeyring: () => stop(keyring),
    async startDeadService() {
      const client = await connectToBus(socketPath);
      ends.unshift(client.close);
      await client.own(secrets);
    },
    async end() {
      for (const end of ends) await end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function sessionEnvironment(home: string): NodeJS.ProcessEnv {
  for (const folder of ['data', 'run', 'config']) mkdirSync(join(home, folder), { mode: 0o700 });
  return {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_RUNTIME_DIR: join(home, 'run'),
  };
}

/** A bus that starts no service by itself. */
const busConfig = (socketPath: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socketPath}</listen>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>`;

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
