import type { ExportFormat } from '../export-request.ts';
import { domains } from './domains.ts';
import type { Format } from './format.ts';
import { json, ndjson } from './json.ts';
import { csv } from './separated.ts';

export const formats: Readonly<Record<ExportFormat, Format>> = { csv, json, ndjson, txt: domains };
