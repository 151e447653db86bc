import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import type { OpenDatabase } from '../../../../../../electron/main/workspace/open-file.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/serve-all.ts';
import {
  type ADirectory,
  aDirectory,
  aFinding,
  anAccount,
} from '../../../../../support/workspace/a-workspace.ts';

describe('the answers behind the findings', () => {
  let directory: ADirectory;
  let open: OpenDatabase;
  beforeEach(() => {
    directory = aDirectory();
    const opened = openDatabase(directory.path, migrations, () => new Date());
    if (!opened.ok) throw new Error(opened.error);
    open = opened.value;
    createRepositories(open.database).accounts.save(anAccount());
  });
  afterEach(() => {
    open.database.close();
    directory.remove();
  });

  const save = (domains: readonly string[], answer: string, checkedAt = '2026-02-21T14:00:00.000Z') =>
    createRepositories(open.database).findings.save({
      accountId: 'a1',
      findings: domains.map((domain) => aFinding({ domain, checkedAt })),
      answer,
    });
  const keptAnswers = () => open.database.prepare('SELECT count(*) AS kept FROM answers').get()?.['kept'];

  it('are kept once for all the names that were asked together', () => {
    save(['a.com', 'a.net'], '"both"');
    expect(keptAnswers()).toBe(1);
  });

  it('go when no finding stands on them any more, not before', () => {
    save(['a.com', 'a.net'], '"both"');
    save(['a.com'], '"one"');
    expect(keptAnswers()).toBe(2);
    save(['a.net'], '"other"');
    expect(keptAnswers()).toBe(2);
  });

  it('are not kept when they come too late for every name', () => {
    save(['a.com'], '"newer"', '2026-02-21T15:00:00.000Z');
    save(['a.com'], '"late"');
    expect(keptAnswers()).toBe(1);
  });

  it('go with the findings that are purged', () => {
    save(['a.com', 'a.net'], '"both"');
    createRepositories(open.database).findings.purge({ before: '2027-01-01T00:00:00.000Z' });
    expect(keptAnswers()).toBe(0);
  });

  it('take little room: 40 results of one shape in less than a tenth', () => {
    const answer = JSON.stringify(
      Array.from({ length: 40 }, (_, i) => ({
        domainName: `example.tld${i}`,
        status: 'Available',
        isAvailable: true,
      })),
    );
    save(['a.com'], answer);
    const bytes = open.database.prepare('SELECT length(body) AS bytes FROM answers').get()?.['bytes'];
    expect(bytes).toBeLessThan(answer.length / 10);
  });
});
