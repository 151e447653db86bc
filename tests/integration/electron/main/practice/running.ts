import { afterEach } from 'vitest';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../../../electron/main/practice/service.ts';
import { apiKey, testNow, username } from './ask.ts';

/** A starter of services, each of which is stopped when its test is over. */
export function servicesOfThisFile(): (options?: Partial<PracticeOptions>) => Promise<PracticeService> {
  const running: PracticeService[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  return async (options = {}) => {
    const service = await startPracticeService({ username, apiKey, now: () => testNow, ...options });
    running.push(service);
    return service;
  };
}
