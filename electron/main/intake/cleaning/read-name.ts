import { hostIn } from '#shared/domain/host-in.ts';
import { type NameQuery, parseQuery } from '#shared/domain/domain-name.ts';
import { fail, type Result } from '#shared/result.ts';
import { grouped } from '../words.ts';

/** Why a row is no name. */
export interface Misfit {
  readonly reason: string;
  /** The same without this row's own figures: rows of one kind are counted together. */
  readonly group: string;
}

/** No name comes near: what is longer is refused without a look into it, which would take long. */
const mostHostUnits = 300;

/**
 * {@link parseQuery} for rows that nobody typed one by one: quick on what is hopeless, and aware of what files have
 * beside names.
 *
 * @param text Without anything around it.
 */
export function readName(text: string, knownTlds: ReadonlySet<string>): Result<NameQuery, Misfit> {
  if (text === '') return misfit('Nothing stands here that could be a name');
  const early = earlyMisfit(text);
  if (early !== null) return misfit(early);
  const read = parseQuery(text, knownTlds);
  if (!read.ok)
    return misfit(read.error.reason === 'Type a name' ? 'No name stands here' : read.error.reason);
  if (read.value.tld !== null && /(?:^|\.)\d+$/.test(read.value.tld))
    return misfit('Figures behind the dot: this is a number or an address, and no TLD');
  return read;
}

const misfit = (reason: string): Result<never, Misfit> =>
  fail({ reason, group: reason.split(/[;:] /)[0] ?? reason });

function earlyMisfit(text: string): string | null {
  if (text.length > mostHostUnits) {
    const { length } = hostIn(text.slice(0, 4_096)).text;
    if (length > mostHostUnits) return `Far too long for a name: ${grouped(text.length)} characters`;
  }
  if (text.includes('\uFFFD')) return 'Bytes that are no text in the encoding: choose another encoding';
  return /[\r\n]/.test(text) ? 'Several lines in one field: a quote may be missing' : null;
}
