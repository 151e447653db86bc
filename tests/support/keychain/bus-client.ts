import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * As little of D-Bus as is needed to own a name and never answer a call to it.
 *
 * Source: D-Bus Specification, "Authentication Protocol" and "Message Protocol".
 */
export interface BusClient {
  /** Owns the name until closed. What is sent to it is read and not answered. */
  readonly own: (name: string) => Promise<void>;
  /** Comes back when somebody owns the name. */
  readonly owned: (name: string) => Promise<void>;
  readonly close: () => void;
}

export async function connectToBus(socketPath: string): Promise<BusClient> {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  const ask = caller(socket);
  await ask('Hello', '', Buffer.alloc(0));
  return {
    async own(name) {
      await ask('RequestName', 'su', Buffer.concat([text(name), padding(text(name).length, 4), uint32(0)]));
    },
    async owned(name) {
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
