import type { DatabaseSync } from 'node:sqlite';
import { notBuilt } from '../../not-built.ts';
import type { Repository } from '../requests.ts';

export const createJournalRepository = (_database: DatabaseSync): Repository<'journal'> => notBuilt();
