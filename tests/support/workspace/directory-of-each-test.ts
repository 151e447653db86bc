import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import { openFile } from './a-journal.ts';
import { type ADirectory, aDirectory } from './a-workspace.ts';

interface DirectoryOfEachTest extends Pick<ADirectory, 'path'> {
  /** Opens the workspace's file in it, with one account; what is open when the test ends is closed. */
  readonly open: () => DatabaseSync;
}

/** To be called in the body of a `describe` or a file. */
export function directoryOfEachTest(): DirectoryOfEachTest {
  let directory: ADirectory;
  const opened: DatabaseSync[] = [];
  beforeEach(() => {
    directory = aDirectory();
  });
  afterEach(() => {
    for (const database of opened.splice(0)) if (database.isOpen) database.close();
    directory.remove();
  });
  return {
    get path() {
      return directory.path;
    },
    open() {
      const database = openFile(directory.path);
      opened.push(database);
      return database;
    },
  };
}
