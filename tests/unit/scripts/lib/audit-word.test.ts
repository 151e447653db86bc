import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordFor } from '../../../../scripts/lib/audit-word.mjs';

const done = (report: unknown, code = 0) => ({ code, stdout: JSON.stringify(report), stderr: '' });

describe('E3 what an audit came to', () => {
  it('E3 is a pass only where there is a report that says so', () => {
    expect(wordFor(done({ auditReportVersion: 2, vulnerabilities: {} }))).toBe('passed');
    expect(wordFor(done({ invalid: [], missing: [] }))).toBe('passed');
    expect(wordFor(done({ auditReportVersion: 2, vulnerabilities: { x: {} } }, 1))).toBe('failed');
  });

  it('E3 is "not run" where the registry does not answer, whatever the exit code', () => {
    for (const code of [0, 1]) {
      expect(wordFor(done({ error: { code: 'ENOAUDIT' } }, code))).toBe('not run');
      expect(wordFor({ code, stdout: '', stderr: 'no route' })).toBe('not run');
      expect(wordFor({ code, stdout: 'null', stderr: '' })).toBe('not run');
    }
  });
});

it('E2 every package of the lockfile has its integrity, and none comes over an open way', () => {
  const lockfile = readFileSync(join(import.meta.dirname, '../../../../package-lock.json'), 'utf8');
  // npm's own notation.
  const { packages } = JSON.parse(lockfile) as {
    readonly packages: Readonly<
      Record<string, { readonly integrity?: string; readonly resolved?: string; readonly link?: boolean }>
    >;
  };
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true);
  expect(entries.length).toBeGreaterThan(300);
  expect(
    entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved?.startsWith('http:') === true)).toEqual([]);
});
