import { readFileSync } from 'node:fs';

// Read while the application is built: its bundle has the texts (electron.vite.config.ts). From a checkout they are read as they stand.

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** In order: the first makes version 1 of the team's schema. Never changed once released. */
export const teamMigrations: readonly string[] = ['team.sql'].map(textOf);
