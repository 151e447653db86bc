import { join } from 'node:path';
import { takeInProcess } from './framework/side-process.ts';
import { benchTlds, startService } from './service/running-service.ts';
import type { EngineInput } from './sides/engine.ts';

const made = new Map<string, Promise<string>>();

/**
 * A workspace with one finished session of `names` × TLDs (ten unless others are given), answered by the practice service: made once for all figures.
 *
 * @returns Its folder; the workspace is `workspace` below it.
 */
export function preparedSession(
  folder: string,
  names: number,
  tlds: readonly string[] = benchTlds,
): Promise<string> {
  const place = join(folder, `prepared-${String(names)}-${String(tlds.length)}`);
  const making = made.get(place) ?? make(place, names, tlds);
  made.set(place, making);
  return making;
}

async function make(folder: string, names: number, tlds: readonly string[]): Promise<string> {
  const service = await startService('practice');
  const { baseUrl } = service;
  const input: EngineInput = { baseUrl, names, tlds, warmUpNames: 0, concurrency: 16, folder };
  try {
    await takeInProcess({ script: 'engine', input });
  } finally {
    await service.end();
  }
  return folder;
}
