import { TextDecoder } from 'node:util';
import { ok, type Result } from '#shared/result.ts';
import { refuse, type Refusal } from '../refuse.ts';
import { guessEncoding } from './guess-encoding.ts';

export interface DecodedText {
  readonly text: string;
  /** As the WHATWG Encoding Standard names it. */
  readonly encoding: string;
}

/**
 * Bytes as text. Bytes that are none in the encoding become U+FFFD, which no name has: such a row is dropped and says
 * why.
 *
 * @param wanted The user's choice, a label of the WHATWG Encoding Standard; null to find it out: a byte order mark, valid
 *   UTF-8, UTF-16 by its zeros, or the likeliest of the older ones. A mark wins over the choice, as the standard has it.
 *
 * Fails with: `invalid-input` (`encoding`, `file`).
 * Source: Encoding Standard, "decode"; https://encoding.spec.whatwg.org/#decode.
 */
export function decodeText(bytes: Uint8Array, wanted: string | null): Result<DecodedText, Refusal> {
  const marked = markedEncoding(bytes);
  if (marked === 'utf-32')
    return refuse(
      'file',
      'This file is written in UTF-32, which is not read. Save it as UTF-8 and choose it again.',
    );
  if (wanted !== null && decoderOf(wanted) === null)
    return refuse('encoding', `“${wanted}” is no encoding that is known here. Choose one of the list.`);
  const decoder = decoderOf(marked ?? wanted ?? guessEncoding(bytes)) ?? new TextDecoder('utf-8');
  return ok({ text: decoder.decode(bytes), encoding: decoder.encoding });
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

function markedEncoding(bytes: Uint8Array): string | null {
  const mark = marks.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
  return mark?.[0] ?? null;
}

/** UTF-32 first: its mark begins like that of UTF-16. */
const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
