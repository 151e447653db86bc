import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { lookAt } from '../../../../../../electron/main/changes/reconcile/look-at.ts';
import { asks, ChangingDesk, domain } from '../../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

/** A change that may have happened, at the moment at which it was read back once. */
async function inDoubt(isApplied: boolean, ask: keyof typeof asks = 'lock') {
  const desk = new ChangingDesk();
  desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
  const { id } = valueOf(await desk.apply(asks[ask]));
  await desk.time.pass(10);
  if (isApplied) desk.service.there(domain).lock = 'unlocked';
  return { desk, id };
}

describe('a change in doubt', () => {
  it('is read back at once, and again when a slow service has had 30 s', async () => {
    const { desk, id } = await inDoubt(false);
    expect((await desk.find(id)).state).toBe('uncertain');
    await desk.quiet();
    expect(await desk.events(id)).toEqual([
      'planned',
      'sending',
      'answered uncertain',
      'read-back no-proof',
      'read-back as-before',
    ]);
  });

  it('that a slow service has done after all is applied', async () => {
    const { desk, id } = await inDoubt(true);
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('that a person reads back in the meantime is applied then, and not read again', async () => {
    const { desk, id } = await inDoubt(true);
    expect(valueOf(await desk.changes.readBack(id)).state).toBe('applied');
    const reads = desk.service.reads.length;
    await desk.quiet();
    expect(desk.service.reads).toHaveLength(reads);
  });

  it('that a person reads back early, several times, is read once more later', async () => {
    const { desk, id } = await inDoubt(false);
    valueOf(await desk.changes.readBack(id));
    valueOf(await desk.changes.readBack(id));
    await desk.quiet();
    expect((await desk.events(id)).slice(3)).toEqual([
      'read-back no-proof',
      'read-back no-proof',
      'read-back no-proof',
      'read-back as-before',
    ]);
  });

  it('is read back once where two ask at the same time', async () => {
    const { desk, id } = await inDoubt(false);
    const reads = desk.service.reads.length;
    await Promise.all([desk.changes.readBack(id), desk.changes.readBack(id)]);
    expect(desk.service.reads).toHaveLength(reads + 1);
  });

  it('C10 that nothing can prove is not read again by itself', async () => {
    const { desk, id } = await inDoubt(false, 'renew');
    await desk.quiet();
    expect((await desk.events(id)).slice(3)).toEqual(['read-back no-proof']);
  });

  it('is not read later where the program ends', async () => {
    const { desk, id } = await inDoubt(false);
    await desk.time.outcomeOf(desk.changes.close());
    desk.restart();
    expect((await desk.events(id)).slice(3)).toEqual(['read-back no-proof']);
  });

  it('without an account any more is unreadable, and is not lost', async () => {
    const { desk, id } = await inDoubt(false);
    desk.connectionError = fail({ kind: 'no-account' });
    expect(valueOf(await desk.changes.readBack(id))).toMatchObject({ state: 'uncertain' });
    expect((await desk.events(id)).at(-1)).toBe('read-back unreadable');
  });

  it('that was claimed, and could not be read for want of a way, is read when there is one', async () => {
    const desk = new ChangingDesk();
    desk.service.onWrite = () => {
      desk.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    const change = await desk.settled(asks.lock);
    expect(change).toMatchObject({ state: 'uncertain', error: { kind: 'unreachable' } });
    desk.service.failing.clear();
    desk.changes.wake('a1');
    await desk.quiet();
    expect((await desk.find(change.id)).state).toBe('applied');
  });

  it('C9 is tried again by itself three times, however often the way comes and goes', async () => {
    const { desk, id } = await inDoubt(false);
    desk.service.failing.set('lock', { kind: 'unreachable', why: 'no-answer-in-time' });
    valueOf(await desk.changes.readBack(id));
    const reads = desk.service.reads.length;
    for (let times = 0; times < 10; times += 1) {
      desk.changes.wake('a1');
      await desk.quiet();
    }
    expect(desk.service.reads.length - reads).toBeLessThanOrEqual(3 + 1);
    desk.service.failing.clear();
    expect(valueOf(await desk.time.outcomeOf(desk.changes.readBack(id))).state).toBe('not-applied');
  });

  it('that was settled meanwhile is not read when the account is reached again', async () => {
    const { desk, id } = await inDoubt(false);
    desk.service.failing.set('lock', { kind: 'no-key' });
    valueOf(await desk.changes.readBack(id));
    valueOf(await desk.changes.settle(id, 'not-applied', ''));
    const reads = desk.service.reads.length;
    desk.changes.wake('a1');
    await desk.quiet();
    expect(desk.service.reads).toHaveLength(reads);
  });
});

describe('a disk that fails', () => {
  it('while reading back leaves the change uncertain', async () => {
    const { desk, id } = await inDoubt(true);
    for (const name of ['entries', 'read-back']) {
      desk.kept.failAt(name, 'busy');
      expect(await desk.changes.readBack(id)).toEqual({
        ok: false,
        error: { kind: 'storage', fault: 'busy' },
      });
      desk.kept.failAt(name, null);
    }
    expect((await desk.find(id)).state).toBe('uncertain');
  });

  it('after the answer leaves it on its way until the next start', async () => {
    for (const name of ['entries', 'read-back']) {
      const desk = new ChangingDesk();
      const { id } = valueOf(await desk.apply(asks.lock));
      desk.kept.failAt(name, 'busy');
      await desk.quiet();
      desk.kept.failAt(name, null);
      expect((await desk.find(id)).state).toBe('sending');
      desk.restart();
      await desk.changes.recover();
      expect((await desk.find(id)).state).toBe('applied');
    }
  });
});

it('a kind that nobody knows is a bug', async () => {
  const strange = { what: { kind: 'transfer' } } as unknown as Parameters<typeof lookAt>[0];
  await expect(lookAt(strange, {} as never, {} as never)).rejects.toThrow();
});
