import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { asEntered, noFilter, type SessionFilter, type SessionSort } from '#shared/domain/session-view.ts';
import { ok, type Result } from '#shared/result.ts';
import type { CommandServices } from '../command.ts';
import { count } from '../numbers.ts';
import type { Target } from '../target.ts';
import type { Terminal } from '../terminal.ts';

interface Asked {
  readonly sessionId: string;
  readonly target: Target;
  readonly filter?: SessionFilter;
  readonly sort?: SessionSort;
}

/**
 * Writes findings to a file, or to the standard output: by way of a file there too, so that nothing half is printed.
 *
 * @returns How many rows. Fails with: `storage`, `invalid-input`, `cancelled`.
 */
export async function writeFindings(
  { sessionId, target, filter = noFilter, sort = asEntered }: Asked,
  { exports }: Pick<CommandServices, 'exports'>,
  terminal: Terminal,
): Promise<Result<{ readonly rows: number }>> {
  const toFile = async (path: string): ReturnType<typeof exports.toFile> => {
    const written = await exports.toFile(
      { sessionId, filter, sort, path, format: target.format },
      terminal.ending,
      (done, total) => terminal.progress(`Writing: ${count(done)} of ${count(total)}`),
    );
    terminal.progress('');
    return written;
  };
  if (target.path !== null) return toFile(resolve(terminal.cwd, target.path));

  const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
  try {
    const path = join(directory, 'findings');
    const written = await toFile(path);
    if (!written.ok) return written;
    for await (const piece of createReadStream(path)) await terminal.write(bytesOf(piece));
    return ok(written.value);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A stream without an encoding gives buffers. */
const bytesOf = (piece: unknown): Uint8Array => (piece instanceof Uint8Array ? piece : new Uint8Array());
