import type { PracticeService } from '../../electron/main/practice/service.ts';

/** How often each name was asked for, by what the service has seen. A request is for one name and all of its TLDs. */
export function asked({ requests }: Pick<PracticeService, 'requests'>): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { body } of requests()) {
    const form = new URLSearchParams(body ?? '');
    const what = `${form.get('searchTerm') ?? ''} ${form.getAll('tldsToInclude[]').join(' ')}`;
    times.set(what, (times.get(what) ?? 0) + 1);
  }
  return times;
}

/** Requests beyond the first for the same. */
export const repeatsIn = (times: ReadonlyMap<string, number>): number =>
  [...times.values()].reduce((sum, count) => sum + count - 1, 0);
