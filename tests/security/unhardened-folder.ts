import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ground } from '../support/application/launch-namedesk.ts';

/** The unhardened application where whoever runs it can read it. */
export function unhardenedFolder(): string {
  const folder = join(ground().folder, 'unhardened');
  cpSync(join(import.meta.dirname, 'unhardened'), folder, { recursive: true });
  return folder;
}
