import { expect, it } from 'vitest';
import { startingDomains } from '../../../../../../electron/main/practice/operations/domains.ts';
import { sampleDomains, sampleFile } from '../../../../../../renderer/src/domains/import/sample-file.ts';

const now = new Date('2026-11-25T10:00:00.000Z');

it('the sample file has domains of the practice account, of which some have the same date and some a later one, and others', () => {
  const expiries = new Map([...startingDomains(now).values()].map(({ name, expiryOn }) => [name, expiryOn]));
  const dateOf = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const kinds = sampleDomains.map(([name, days]) => {
    const before = expiries.get(name);
    if (before === undefined) return 'new';
    return before === dateOf(days) ? 'unchanged' : before < dateOf(days) ? 'later' : 'earlier';
  });
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  expect({ new: count('new'), unchanged: count('unchanged'), later: count('later') }).toEqual({
    new: 14,
    unchanged: 3,
    later: 3,
  });
});

it('the sample file is written as a registrar writes it, with dates from today on', async () => {
  const lines = (await sampleFile(now).text()).trim().split('\n');
  expect(lines[0]).toMatch(/^DOMAIN,TLD,CREATE DATE,EXPIRE DATE,.*AUTH CODE/);
  expect(lines).toHaveLength(sampleDomains.length + 1);
  expect(lines[7]).toMatch(/^saltmeadow-pottery\.com,com,[\d-]+ 09:00:00,2026-11-29 09:00:00,yes,/);
});
