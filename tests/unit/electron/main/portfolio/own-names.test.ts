import { describe, expect, it, vi } from 'vitest';
import { createHeldNames, ownNames } from '../../../../../electron/main/portfolio/own-names.ts';
import { Portfolio } from '../../../../../electron/main/portfolio/portfolio.ts';
import type { Accounts } from '../../../../../electron/main/accounts/accounts.ts';
import { DamagedRow } from '../../../../../electron/main/workspace/sqlite.ts';
import { fail, ok } from '../../../../../shared/result.ts';
import { aDomain, anUnreadDomain } from '../../../../support/fake-portfolio.ts';

const damaged = (): never => {
  throw new DamagedRow();
};
const news = (...domains: ReturnType<typeof aDomain>[]) => ({ domains, removed: [] });

describe('held names', () => {
  it('are read once, and are the same list until a name is added or lost', () => {
    const read = vi.fn(() => ['one.com', 'two.com']);
    const held = createHeldNames(read);
    const before = held.of('a1');
    expect(before).toEqual(['one.com', 'two.com']);
    held.announced('a1', news(aDomain('one.com', { note: 'Read anew' })));
    expect(held.of('a1')).toBe(before);
    held.announced('a1', news(aDomain('three.com')));
    held.announced('a1', news(aDomain('two.com', { archivedAt: '2026-01-01T00:00:00.000Z' })));
    held.announced('a1', { domains: [], removed: ['one.com'] });
    expect(held.of('a1')).toEqual(['three.com']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('are read again after a reading that failed', () => {
    const read = vi.fn().mockImplementationOnce(damaged).mockReturnValue(['one.com']);
    const held = createHeldNames(read);
    expect(() => held.of('a1')).toThrow(DamagedRow);
    expect(held.of('a1')).toEqual(['one.com']);
  });
});

describe('the names that a portfolio holds', () => {
  const stored = { ...anUnreadDomain('one.com'), registrant: { value: 'AAAA', at: '', source: 'read' } };

  /** A portfolio whose keychain never answers, with one domain that has an encrypted registrant. */
  function aPortfolio(write: () => unknown) {
    let reads = 0;
    const domains = {
      held: () => ((reads += 1) === 1 ? ['one.com'] : ['one.com', 'two.com']),
      set: write,
      remove: write,
    };
    const now = () => new Date('2026-01-01');
    const sealing = { open: () => new Promise(() => undefined) };
    const deps = {
      now,
      workspace: { domains },
      sealing,
      feed: { publish: () => undefined, onNews: () => undefined },
    };
    // The other dependencies are not used by these calls.
    return new Portfolio(deps as unknown as ConstructorParameters<typeof Portfolio>[0]);
  }

  it('are known before a registrant is decrypted, which may wait for the keychain', async () => {
    const archived = { ...stored, archivedAt: '2026-01-01T00:00:00.000Z' };
    const portfolio = aPortfolio(() => ({ domains: [archived], steps: [] }));
    expect(portfolio.held('a1')).toEqual(['one.com']);
    void portfolio.archive('a1', ['one.com'], true);
    await vi.waitFor(() => expect(portfolio.held('a1')).toEqual([]));
  });

  it('are read again after a removal that failed, which may have been stored all the same', async () => {
    const portfolio = aPortfolio(damaged);
    expect(portfolio.held('a1')).toEqual(['one.com']);
    await expect(portfolio.remove('a1', ['one.com'])).rejects.toThrow(DamagedRow);
    expect(portfolio.held('a1')).toEqual(['one.com', 'two.com']);
  });
});

describe('own names', () => {
  const accounts = [
    { id: 'a1', kind: 'reseller' },
    { id: 'a2', kind: 'reseller' },
    { id: 'p', kind: 'practice' },
  ];
  const list = () => ({ accounts }) as unknown as ReturnType<Accounts['list']>; // Nothing else is looked at.

  it('are those of every account of the same sort, and not known where one of these cannot be read', async () => {
    const portfolio = { held: (id: string) => (id === 'a2' ? damaged() : [`${id}.com`]) };
    const own = await ownNames({ accounts: { list }, portfolio }, ['a1', 'p']);
    expect([...own]).toEqual([
      ['a1', fail({ kind: 'storage', fault: 'damaged' })],
      ['p', ok([['p.com']])],
    ]);
  });
});
