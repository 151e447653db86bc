import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflated = promisify(deflateRaw);

/** Data descriptor (checksum and sizes follow the bytes), and names in UTF-8. */
const flags = 0x0808;
/** 1 January 1980: the first day that the format has. */
const firstDay = 0x0021;

/**
 * Writes a ZIP archive part by part, and each part piece by piece: no more than a piece is in memory.
 *
 * Limits: 4 GiB. Source: PKWARE APPNOTE 6.3.10, 4.3.7, 4.3.9, 4.3.12 and 4.3.16.
 */
export function createZip(write: (bytes: Uint8Array) => Promise<void>) {
  const directory: Buffer[] = [];
  let at = 0;
  let part = { name: Buffer.alloc(0), start: 0, dataAt: 0, size: 0, crc: 0 };

  async function put(bytes: Uint8Array): Promise<void> {
    await write(bytes);
    at += bytes.length;
  }

  async function begin(name: string): Promise<void> {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    writeCommon(header, 4, Buffer.byteLength(name));
    part = { name: Buffer.from(name), start: at, dataAt: 0, size: 0, crc: 0 };
    await put(Buffer.concat([header, part.name]));
    part.dataAt = at;
  }

  /** Pieces are deflated one by one, up to a boundary: joined they are one stream. */
  async function add(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    part.crc = crc32(bytes, part.crc);
    part.size += bytes.length;
    await put(await deflated(bytes, { finishFlush: constants.Z_SYNC_FLUSH }));
  }

  async function finish(): Promise<void> {
    await put(await deflated(''));
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(part.crc, 0);
    sizes.writeUInt32LE(at - part.dataAt, 4);
    sizes.writeUInt32LE(part.size, 8);
    await put(Buffer.concat([Buffer.from('PK\u0007\u0008'), sizes]));
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    writeCommon(entry, 6, part.name.length);
    sizes.copy(entry, 16);
    entry.writeUInt32LE(part.start, 42);
    directory.push(entry, part.name);
  }

  return {
    begin,
    add,
    finish,
    async whole(name: string, text: string): Promise<void> {
      await begin(name);
      await add(text);
      await finish();
    },
    /** Writes the list of parts: the archive is complete. */
    async end(): Promise<void> {
      const entries = Buffer.concat(directory);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(directory.length / 2, 8);
      end.writeUInt16LE(directory.length / 2, 10);
      end.writeUInt32LE(entries.length, 12);
      end.writeUInt32LE(at, 16);
      await put(Buffer.concat([entries, end]));
    },
  };
}

/** What both headers of a part have: version, flags, method (deflated), time; no sizes yet; the length of its name. */
function writeCommon(header: Buffer, at: number, nameLength: number): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(flags, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt16LE(firstDay, at + 8);
  header.writeUInt16LE(nameLength, at + 22);
}
