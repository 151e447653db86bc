import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A desktop session with nothing in it but what a test starts: own bus, own keyrings, no display. */
export type KeyringSession = ReturnType<typeof aKeyringSession>;

const secrets = 'org.freedesktop.secrets';

export function aKeyringSession() {
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
    /** GNOME Keyring. With a password the login keyring is opened, or made; without one it stays as it is. */
    async startKeyring(password?: string) {
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
    /** A service under the keyring's name that never answers. */
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

/**
 * As little of D-Bus as is needed to own a name and never answer a call to it.
 *
 * Source: D-Bus Specification, "Authentication Protocol" and "Message Protocol".
 */
async function connectToBus(socketPath: string) {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  const ask = caller(socket);
  await ask('Hello', '', Buffer.alloc(0));
  return {
    /** Owns the name until closed. What is sent to it is read and not answered. */
    async own(name: string) {
      await ask('RequestName', 'su', Buffer.concat([text(name), padding(text(name).length, 4), uint32(0)]));
    },
    /** Comes back when somebody owns the name. */
    async owned(name: string) {
      const changed = new Promise((resolve) => {
        socket.on('data', (chunk: Buffer) => chunk.includes('NameOwnerChanged') && resolve(null));
      });
      await ask('AddMatch', 's', text(`type='signal',member='NameOwnerChanged',arg0='${name}'`));
      const reply = await ask('NameHasOwner', 's', text(name));
      if (reply.at(-4) !== 1) await changed;
    },
    close: () => socket.destroy(),
  };
}

/** Calls a method of the bus itself; answers with the reply's bytes. One call at a time. */
function caller(socket: Socket): (member: string, signature: string, body: Buffer) => Promise<Buffer> {
  let serial = 0;
  return async (member, signature, body) => {
    serial += 1;
    socket.write(message(serial, member, signature, body));
    for (;;) {
      const [chunk]: unknown[] = (await once(socket, 'data')) as [unknown];
      const reply = Buffer.isBuffer(chunk) ? replyTo(chunk, serial) : undefined;
      if (reply !== undefined) return reply;
    }
  };
}

/** The method return (type 2) among the messages of a chunk whose reply-serial field is ours. */
function replyTo(chunk: Buffer, serial: number): Buffer | undefined {
  let at = 0;
  while (at + 16 <= chunk.length) {
    const fieldsLength = chunk.readUInt32LE(at + 12);
    const end = at + 16 + fieldsLength + padding(fieldsLength, 8).length + chunk.readUInt32LE(at + 4);
    const whole = chunk.subarray(at, end);
    if (whole[1] === 2 && whole.includes(Buffer.from([5, 1, 0x75, 0, ...uint32(serial)]))) return whole;
    at = end;
  }
  return undefined;
}

const bus = 'org.freedesktop.DBus';

function message(serial: number, member: string, signature: string, body: Buffer): Buffer {
  const fields = [
    field(1, 'o', text('/org/freedesktop/DBus')),
    field(2, 's', text(bus)),
    field(3, 's', text(member)),
    field(6, 's', text(bus)),
    ...(signature === '' ? [] : [field(8, 'g', signatureOf(signature))]),
  ].reduce((all, one) => Buffer.concat([all, padding(all.length, 8), one]), Buffer.alloc(0));
  const head = [
    Buffer.from('l'),
    Buffer.from([1, 0, 1]),
    uint32(body.length),
    uint32(serial),
    uint32(fields.length),
  ];
  return Buffer.concat([...head, fields, padding(fields.length, 8), body]);
}

const field = (code: number, type: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([code]), signatureOf(type), value]);

const signatureOf = (types: string): Buffer => Buffer.from([types.length, ...Buffer.from(types), 0]);

const text = (value: string): Buffer =>
  Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(value), Buffer.alloc(1)]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const padding = (length: number, boundary: number): Buffer =>
  Buffer.alloc((boundary - (length % boundary)) % boundary);
