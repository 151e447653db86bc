import { describe, expect, it, vi } from 'vitest';
import { createHeldNames, ownNames } from '../../../../../electron/main/portfolio/own-names.ts';
import { Portfolio } from '../../../../../electron/main/portfolio/portfolio.ts';
import type { Accounts } from '../../../../../electron/main/accounts/accounts.ts';
import { fail, ok, type Result } from '../../../../../shared/result.ts';
import { aDomain, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const damaged = fail({ kind: 'storage', fault: 'damaged' } as const);
const news = (...domains: ReturnType<typeof aDomain>[]) => ({ domains, removed: [] });

describe('held names', () => {
  /** Names over a portfolio that answers as it is told to. */
  function aPortfolio() {
    const answers: ((result: Result<readonly string[]>) => void)[] = [];
    const held = createHeldNames(() => new Promise((resolve) => answers.push(resolve)));
    return { held, answers };
  }

  it('are read once, and are the same list until a name is added or lost', async () => {
    const { held, answers } = aPortfolio();
    const first = [held.of('a1'), held.of('a1')];
    answers[0]?.(ok(['one.com', 'two.com']));
    const [before, same] = await Promise.all(first);
    expect(before).toEqual(ok(['one.com', 'two.com']));
    held.announced('a1', news(aDomain('one.com', { note: 'Read anew' })));
    expect(valueOf(await held.of('a1'))).toBe(same && valueOf(same));
    held.announced('a1', news(aDomain('three.com')));
    held.announced('a1', news(aDomain('two.com', { archivedAt: '2026-01-01T00:00:00.000Z' })));
    held.announced('a1', { domains: [], removed: ['one.com'] });
    expect(valueOf(await held.of('a1'))).toEqual(['three.com']);
    expect(answers).toHaveLength(1);
  });

  it('have what was announced while they were read', async () => {
    const { held, answers } = aPortfolio();
    const reading = held.of('a1');
    held.announced('a1', news(aDomain('added.com')));
    held.announced('a1', { domains: [], removed: ['removed.com'] });
    answers[0]?.(ok(['removed.com', 'one.com']));
    expect(await reading).toEqual(ok(['one.com', 'added.com']));
  });

  it('are read again after a reading that failed, and after a write that could not be announced', async () => {
    const { held, answers } = aPortfolio();
    const failing = held.of('a1');
    answers[0]?.(damaged);
    expect(await failing).toEqual(damaged);
    const reading = held.of('a1');
    held.forget('a1');
    const again = held.of('a1');
    answers[1]?.(ok(['before.com']));
    answers[2]?.(ok(['after.com']));
    expect([await reading, await again]).toEqual([ok(['before.com']), ok(['after.com'])]);
    expect(await held.of('a1')).toEqual(ok(['after.com']));
  });
});

describe('the names that a portfolio holds', () => {
  type Write = Promise<Result<unknown>>;
  const stored = { ...anUnreadDomain('one.com'), registrant: { value: 'AAAA', at: '', source: 'read' } };

  /** A portfolio whose keychain never answers, with one domain that has an encrypted registrant. */
  function aPortfolio(write: () => Write) {
    let reads = 0;
    const domains = {
      names: () => Promise.resolve(ok((reads += 1) === 1 ? 'one.com' : 'one.com\ntwo.com')),
      set: write,
      remove: write,
      add: write,
      move: write,
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
    const portfolio = aPortfolio(() => Promise.resolve(ok({ domains: [archived], steps: [] })));
    expect(await portfolio.held('a1')).toEqual(ok(['one.com']));
    void portfolio.archive('a1', ['one.com'], true);
    await vi.waitFor(async () => expect(await portfolio.held('a1')).toEqual(ok([])));
  });

  it('are read again after a removal that failed, which may have been stored all the same', async () => {
    const portfolio = aPortfolio(() => Promise.resolve(damaged));
    expect(await portfolio.held('a1')).toEqual(ok(['one.com']));
    expect(await portfolio.remove('a1', ['one.com'])).toEqual(damaged);
    expect(await portfolio.held('a1')).toEqual(ok(['one.com', 'two.com']));
  });
});

describe('own names', () => {
  const accounts = [
    { id: 'a1', kind: 'reseller' },
    { id: 'a2', kind: 'reseller' },
    { id: 'p', kind: 'practice' },
  ];
  const list = () => Promise.resolve(ok({ accounts })) as unknown as ReturnType<Accounts['list']>; // Nothing else is looked at.

  it('are those of every account of the same sort, and not known where one of these cannot be read', async () => {
    const portfolio = {
      held: (id: string) => Promise.resolve(id === 'a2' ? damaged : ok([`${id}.com`])),
    };
    const own = await ownNames({ accounts: { list }, portfolio }, ['a1', 'p']);
    expect([...own]).toEqual([
      ['a1', damaged],
      ['p', ok([['p.com']])],
    ]);
  });
});
