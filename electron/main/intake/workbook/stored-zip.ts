import { crc32 } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A ZIP archive in which nothing is packed, so that who unpacks it gets exactly these bytes and no more.
 *
 * Source: PKWARE APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.16.
 */
export function storedZip(parts: readonly ZipPart[]): ArrayBuffer {
  const names = parts.map(({ name }) => new TextEncoder().encode(name));
  const sizes = parts.map(({ bytes }, index) => bytes.length + (names[index]?.length ?? 0));
  const local = sizes.reduce((sum, size) => sum + 30 + size, 0);
  const directory = names.reduce((sum, name) => sum + 46 + name.length, 0);
  const archive = new Uint8Array(local + directory + 22);
  const view = new DataView(archive.buffer);
  let at = 0;
  let entryAt = local;
  parts.forEach(({ bytes }, index) => {
    const name = names[index] ?? new Uint8Array();
    view.setUint32(entryAt, 0x02014b50, true);
    view.setUint16(entryAt + 4, 20, true);
    view.setUint32(entryAt + 42, at, true);
    writeFields(view, entryAt + 6, name, bytes);
    archive.set(name, entryAt + 46);
    entryAt += 46 + name.length;
    view.setUint32(at, 0x04034b50, true);
    writeFields(view, at + 4, name, bytes);
    archive.set(name, at + 30);
    archive.set(bytes, at + 30 + name.length);
    at += 30 + name.length + bytes.length;
  });
  view.setUint32(entryAt, 0x06054b50, true);
  view.setUint16(entryAt + 8, parts.length, true);
  view.setUint16(entryAt + 10, parts.length, true);
  view.setUint32(entryAt + 12, directory, true);
  view.setUint32(entryAt + 16, local, true);
  return archive.buffer;
}

/** What the two headers of a part have in common: version, flags (names in UTF-8), method 0, no time, sum, sizes. */
function writeFields(view: DataView, at: number, name: Uint8Array, bytes: Uint8Array): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x0800, true);
  view.setUint32(at + 10, crc32(bytes), true);
  view.setUint32(at + 14, bytes.length, true);
  view.setUint32(at + 18, bytes.length, true);
  view.setUint16(at + 22, name.length, true);
}
