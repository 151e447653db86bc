import { Pool } from 'undici';
import { tokenAt } from '../../electron/main/practice/wire.ts';
import { type PracticeService, startPracticeService } from '../../electron/main/practice/service.ts';
import type { FindingKind } from '../../shared/domain/finding.ts';

const login = { username: 'oracle@example.com', apiKey: 'the-oracle-asks-for-itself' };
const atOnce = 16;

/**
 * What the practice service of a seed says of names × TLDs, cell by cell, asked with nothing of the application in between and read
 * as the API document has it.
 *
 * Source: Domain Reseller API v2.2, "Lookup result".
 */
export async function whatIsTrue(
  seed: number,
  names: readonly string[],
  tlds: readonly string[],
): Promise<readonly FindingKind[]> {
  const service = await startPracticeService({ ...login, seed });
  const { origin, pathname } = new URL(service.baseUrl);
  const pool = new Pool(origin, { connections: atOnce });
  const kinds = new Array<FindingKind>(names.length * tlds.length).fill('unchecked');
  const rows = names.entries();
  const one = async (): Promise<void> => {
    for (const [row, name] of rows) {
      const results = await lookUp(pool, `${pathname}/domains/lookup`, name, tlds);
      tlds.forEach((tld, column) => {
        kinds[row * tlds.length + column] = kindOf(results.get(`${name}.${tld}`));
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  await pool.close();
  await service.stop();
  return kinds;
}

interface Said {
  readonly domainName: string;
  readonly status: string;
  readonly isAvailable: boolean;
  readonly isValidDomain: boolean;
  readonly isPremium: boolean;
}

async function lookUp(
  pool: Pool,
  path: string,
  name: string,
  tlds: readonly string[],
): Promise<ReadonlyMap<string, Said>> {
  const answer = await pool.request({
    path,
    method: 'POST',
    headers: {
      username: login.username,
      token: tokenAt(login.username, login.apiKey, new Date()),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `searchTerm=${name}&${tlds.map((tld) => `tldsToInclude[]=${tld}`).join('&')}&premiumEnabled=0`,
  });
  const results = (await answer.body.json()) as readonly Said[]; // the practice service, by the document
  return new Map(results.map((result) => [result.domainName, result]));
}

function kindOf(said: Said | undefined): FindingKind {
  if (said === undefined) return 'unknown';
  if (!said.isValidDomain) return 'invalid';
  if (said.isAvailable) return said.isPremium ? 'premium' : 'available';
  return said.status === 'reserved' ? 'reserved' : 'taken';
}

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
