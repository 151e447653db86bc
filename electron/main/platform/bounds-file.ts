import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const bounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
});

/** Keeps where the window was in a file of its own, which may be missing, stale or spoilt at any time. */
export const createBoundsFile = (path: string) => ({
  read(): z.output<typeof bounds> | null {
    try {
      return bounds.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      return null; // the window opens where a first one would
    }
  },
  write(now: z.output<typeof bounds>): void {
    try {
      writeFileSync(path, JSON.stringify(now), { mode: 0o600 });
    } catch {
      return; // a full disk does not keep a window from closing
    }
  },
});
