// @ts-check
// Is this file the one that was looked at? By a digest that stands in the repository, not beside the file.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * @param {string} file
 * @returns {Promise<string>} In the notation of lockfiles: `sha512-` and base64.
 *
 * Source: W3C Subresource Integrity, section 3.1.
 */
export async function integrityOf(file) {
  const digest = createHash('sha512');
  await pipeline(createReadStream(file), digest);
  return `sha512-${digest.digest('base64')}`;
}
