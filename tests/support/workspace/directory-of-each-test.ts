import { afterEach, beforeEach } from 'vitest';
import { type ADirectory, aDirectory } from './a-workspace.ts';

/** To be called in the body of a `describe` or a file. */
export function directoryOfEachTest(): Pick<ADirectory, 'path'> {
  let directory: ADirectory;
  beforeEach(() => {
    directory = aDirectory();
  });
  afterEach(() => directory.remove());
  return {
    get path() {
      return directory.path;
    },
  };
}
