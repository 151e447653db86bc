// @ts-check
// The threads that the backend starts, or the command line: the file of the build, without its ending, and the source.

export const threads = /** @type {const} */ ({
  'sessions-worker': 'electron/main/workspace/sessions/sessions-worker.ts',
  'name-lists-worker': 'electron/main/lookups/name-lists/name-lists-worker.ts',
  'domain-import-worker': 'electron/main/portfolio/import/domain-import-worker.ts',
  'backup-reader-worker': 'electron/main/workspace/backups/reader-worker.ts',
  'exports-worker': 'electron/main/export/exports-worker.ts',
  'code-export-worker': 'electron/main/codes/export/code-export-worker.ts',
  'calendar-worker': 'electron/main/watching/calendar-worker.ts',
});
