import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { analyse } from 'chardet';

/** The likeliest encoding of bytes without a mark, as a label of the WHATWG Encoding Standard. */
export function guessEncoding(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== null) return wide;
  if (hasEscapes(bytes)) return 'iso-2022-jp';
  // Text in another encoding is valid UTF-8 by chance hardly ever: two bytes beyond ASCII suffice to tell.
  if (isUtf8(bytes)) return 'utf-8';
  const telling = tellingPart(bytes);
  const guesses = analyse(telling).map(({ name }) => name);
  return guesses.find((name) => !passedOver.has(name) && isWholeIn(name, telling)) ?? 'windows-1252';
}

/** A guess in which some bytes are no text is a worse one than the next. */
function isWholeIn(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false; // Not text in this encoding, or none that the standard knows.
  }
}

const looked = 4_096;

/** UTF-16 without a mark: names are mostly ASCII, so that every other byte is zero. */
function wideEncoding(bytes: Uint8Array): string | null {
  const end = Math.min(bytes.length, looked) & ~1;
  if (end < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const most = end / 2;
  if (odd > most * 0.4 && even < most * 0.1) return 'utf-16le';
  return even > most * 0.4 && odd < most * 0.1 ? 'utf-16be' : null;
}

/** ISO-2022-JP is written in ASCII's bytes alone: `ESC $ B` and `ESC $ @` begin its characters. */
function hasEscapes(bytes: Uint8Array): boolean {
  const at = bytes.subarray(0, 65_536).indexOf(0x1b);
  return at !== -1 && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40);
}

/** The lines with bytes beyond ASCII, which alone tell something; about 64 KiB of them. */
function tellingPart(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  while (start < bytes.length && size < 65_536) {
    const feed = bytes.indexOf(10, start);
    const end = feed === -1 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, Math.min(end, start + 65_536));
    if (line.some((byte) => byte > 127)) {
      lines.push(line);
      size += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}

/** What has been looked at before, and what the standard cannot decode. */
const passedOver: ReadonlySet<string> = new Set([
  ...['ASCII', 'UTF-8', 'UTF-16LE', 'UTF-16BE', 'UTF-32', 'UTF-32LE', 'UTF-32BE'],
  ...['ISO_2022', 'ISO-2022-JP', 'ISO-2022-KR', 'ISO-2022-CN', 'mbcs', 'sbcs'],
]);
