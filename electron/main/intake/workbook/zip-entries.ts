/** A part of a ZIP archive as its directory lists it. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedSize: number;
  /** Where its local header begins. */
  readonly at: number;
}

const mostEntries = 10_000;

/**
 * The parts of a ZIP archive, read from its central directory; null where there is none that can be read. Sizes that a
 * directory claims for what is unpacked are not read: they may lie.
 *
 * Source: PKWARE APPNOTE 6.3.10, 4.3.12 and 4.3.16. Archives in ZIP64 form are over the limit of an intake anyway.
 */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) return null;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      packedSize: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The packed bytes of an entry; null where they are not all there. */
export function packedBytes(bytes: Uint8Array, { at, packedSize }: ZipEntry): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) return null;
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return start + packedSize > bytes.length ? null : bytes.subarray(start, start + packedSize);
}

/** It stands last, before a comment of 65,535 bytes at most. */
function endOfDirectory(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - 22 - 65_535);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  return null;
}
