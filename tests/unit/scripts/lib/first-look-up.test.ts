import { describe, expect, it } from 'vitest';
import { findingsTable, readFirstLookUp } from '../../../../scripts/lib/first-look-up.mjs';

describe('what the window reports of its first look-up', () => {
  const findings = [
    { domain: 'namedesk.com', finding: 'taken' },
    { domain: 'namedesk.co.uk', finding: 'available' },
  ];
  const line = (report: unknown): string => `NAMEDESK_FIRST_LOOK_UP ${JSON.stringify(report)}`;

  it('is its findings and a picture', () => {
    const report = { findings, screenshotPath: '/run/first.png' };
    expect(readFirstLookUp(line(report))).toEqual(report);
  });

  it('is its error, in words', () => {
    expect(readFirstLookUp(line({ error: 'refused' }))).toEqual({ error: 'refused' });
  });

  it('is looked for in its own line alone', () => {
    expect(readFirstLookUp('something else NAMEDESK_FIRST_LOOK_UP {}')).toBeUndefined();
  });

  it.each([
    ['no JSON', 'NAMEDESK_FIRST_LOOK_UP {'],
    ['no findings', line({ screenshotPath: 'x' })],
    ['a finding without a domain', line({ findings: [{ finding: 'taken' }], screenshotPath: 'x' })],
    ['no picture', line({ findings })],
  ])('is an error when it holds %s', (_, text) => {
    expect(readFirstLookUp(text)).toHaveProperty('error');
  });

  it('is printed in two columns', () => {
    expect(findingsTable(findings)).toBe('  namedesk.com     taken\n  namedesk.co.uk   available\n');
  });
});
