import { readFileSync } from 'node:fs';

// Read while the application is built: its bundle has the texts (electron.vite.config.ts). From a checkout they are read as they stand.

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** In order: the first makes version 1 of the team's schema, the second version 2. Never changed once released. */
export const teamMigrations: readonly string[] = [
  '0001-team.sql',
  '0002-people.sql',
  '0003-shared.sql',
  '0004-reviews.sql',
].map(textOf);
