import { describe, expect, it } from 'vitest';
import { asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('the portfolio is told', () => {
  it('what was read before a change, and what was read after it', async () => {
    const desk = new ChangingDesk();
    await desk.settled(asks.lock);
    expect(desk.learned.map(({ source, lock }) => [source, lock])).toEqual([
      ['read', 'locked'],
      ['read', 'locked'],
      ['change', 'unlocked'],
    ]);
  });

  it.each([
    ['register', { isRegistered: true, source: 'change' }],
    ['nameservers', { nameservers: ['a.example.org', 'b.example.org'], source: 'change' }],
    ['child-register', { child: { host: `ns1.${domain}`, addresses: ['192.0.2.1'] }, source: 'change' }],
    ['child-modify', { child: { host: `ns1.${domain}`, addresses: ['192.0.2.2'] }, source: 'change' }],
    ['child-delete', { child: { host: `ns1.${domain}`, isGone: true }, source: 'change' }],
  ] as const)('what a change of %s brought about', async (kind, learned) => {
    const desk = new ChangingDesk();
    if (kind === 'register') desk.service.free(domain);
    await desk.settled(asks[kind]);
    expect(desk.learned.at(-1)).toMatchObject({ domain, ...learned });
  });

  it.each([
    ['register', { isRegistered: true, nameservers: ['ns1.example.net', 'ns2.example.net'] }],
    ['lock', { lock: 'unlocked' }],
    ['nameservers', { nameservers: ['a.example.org', 'b.example.org'] }],
  ] as const)('what a person says of a change of %s that nobody can read', async (kind, learned) => {
    const desk = new ChangingDesk();
    if (kind === 'register') desk.service.free(domain);
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = valueOf(await desk.apply(asks[kind]));
    await desk.time.pass(10);
    valueOf(await desk.changes.settle(id, 'applied', 'I looked'));
    expect(desk.learned.at(-1)).toMatchObject({ source: 'typed', ...learned });
  });

  it('nothing of a change that was not done', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'refused', isApplied: false });
    await desk.settled(asks['child-register']);
    expect(desk.learned).toEqual([]);
  });
});
