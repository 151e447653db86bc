import { describe, expect, it } from 'vitest';
import {
  accountId,
  asks,
  ChangingDesk,
  consent,
  domain,
} from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('C8 what may have happened is never sent again', () => {
  it('not by sending an uncertain change', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = await desk.settled(asks.renew);
    const reads = desk.service.reads.length;
    expect(await desk.changes.send(id)).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    expect(desk.service.reads).toHaveLength(reads);
    expect(desk.service.writes).toEqual([`renew ${domain}`]);
  });

  it('not where sending threw after the first byte may have left', async () => {
    const desk = new ChangingDesk();
    desk.service.onWrite = () => Promise.reject(new Error('A bug of ours'));
    const { id } = await desk.settled(asks.renew);
    expect((await desk.find(id)).state).toBe('uncertain');
    expect(desk.bugs).toHaveLength(1);
    expect(desk.service.writes).toHaveLength(1);
  });

  it('C10 a second renewal waits until the first is settled', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    const { id, number } = await desk.settled(asks.renew);
    expect(await desk.changes.prepare(accountId, domain, asks.renew)).toEqual({
      ok: false,
      error: { kind: 'open-change', changeId: id, number },
    });
    valueOf(await desk.changes.settle(id, 'applied', ''));
    const { warnings } = await desk.review(asks.renew);
    expect(warnings.map((warning) => warning.id)).toContain('renewed-before');
  });
});

describe('C9 reading back', () => {
  it('asks three times at most, after 0, 5 and 30 s, and never writes', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'claimed', isApplied: false });
    const { id } = await desk.settled(asks.lock);
    expect(desk.service.reads).toEqual(['lock', 'lock', 'lock', 'lock', 'lock']);
    expect(await desk.events(id)).toEqual(['planned', 'sending', 'answered claimed', 'read-back as-before']);
    expect(desk.service.writes).toHaveLength(1);
  });

  it('stops at once where the service cannot be reached', async () => {
    const desk = new ChangingDesk();
    const review = await desk.review(asks.lock);
    desk.service.onWrite = () => {
      desk.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    const reads = desk.service.reads.length;
    valueOf(await desk.changes.apply(review.reviewId, consent));
    await desk.quiet();
    expect(desk.service.reads.slice(reads)).toEqual(['lock', 'lock']);
  });

  it('is for uncertain changes alone', async () => {
    const desk = new ChangingDesk();
    const { id } = await desk.settled(asks.lock);
    expect(await desk.changes.readBack(id)).toMatchObject({ error: { kind: 'invalid-input' } });
  });
});

describe('C11 a review', () => {
  it('applied twice at once is one change', async () => {
    const desk = new ChangingDesk();
    const review = await desk.review(asks.renew);
    const [one, two] = await Promise.all([
      desk.changes.apply(review.reviewId, consent),
      desk.changes.apply(review.reviewId, consent),
    ]);
    await desk.quiet();
    expect(valueOf(one).id).toBe(valueOf(two).id);
    expect(desk.service.writes).toHaveLength(1);
    expect(valueOf(await desk.changes.apply(review.reviewId, consent))).toMatchObject({
      id: valueOf(one).id,
      state: 'confirmed',
    });
  });

  it('and one of another window come to one change: the other one waits for it', async () => {
    const desk = new ChangingDesk();
    const [first, second] = [await desk.review(asks.renew), await desk.review(asks.renew)];
    const [one, two] = await Promise.all([
      desk.changes.apply(first.reviewId, consent),
      desk.changes.apply(second.reviewId, consent),
    ]);
    await desk.quiet();
    const [begun, refused] = one.ok ? [one, two] : [two, one];
    const { id, number } = valueOf(begun);
    expect(refused).toEqual({ ok: false, error: { kind: 'open-change', changeId: id, number } });
    expect(desk.service.writes).toHaveLength(1);
  });

  it('shows the last change of the family', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const { id } = await desk.settled(asks.renew);
    const review = await desk.review(asks.renew);
    expect(review.last).toMatchObject({ id, state: 'refused' });
    expect(review.warnings.map((warning) => warning.id)).toContain('tried-before');
  });

  it('lives for fifteen minutes', async () => {
    const desk = new ChangingDesk();
    const review = await desk.review(asks.lock);
    await desk.time.pass(15 * 60_000);
    expect(await desk.changes.apply(review.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'changed-since', what: 'review' },
    });
  });
});

describe('C13 a registration that is refused because the name exists', () => {
  it('is ours where its contacts are those that were sent', async () => {
    const desk = new ChangingDesk();
    desk.service.free(domain);
    desk.service.behaviours.push({ outcome: 'exists', isApplied: true });
    expect(await desk.settled(asks.register)).toMatchObject({ state: 'applied', proof: 'read-back' });
    expect(desk.learned).toContainEqual(expect.objectContaining({ isRegistered: true, source: 'change' }));
  });

  it('F11 stays open where its contacts are not shown: it can be ours since an earlier order', async () => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    desk.service.behaviours.push({ outcome: 'exists', isApplied: false });
    desk.service.onWrite = () => Promise.resolve(void (there.finding = 'taken'));
    const { id } = await desk.settled(asks.register);
    await desk.time.pass(3_600_000);
    const change = await desk.find(id);
    expect(change).toMatchObject({ state: 'uncertain', error: { kind: 'uncertain', why: 'exists' } });
    expect(change.evidence.map(({ label }) => label)).toContain(
      'It is taken, and its contacts are not shown to this account: it may be yours, or somebody else’s',
    );
    expect(await desk.changes.prepare(accountId, domain, asks.register)).toMatchObject({
      error: { kind: 'open-change' },
    });
  });

  it('stays open where nobody can be asked whose it is', async () => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    desk.service.behaviours.push({ outcome: 'exists', isApplied: false });
    desk.service.onWrite = () => {
      there.finding = 'taken';
      desk.service.failing.set('contacts', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    expect(await desk.settled(asks.register)).toMatchObject({ state: 'uncertain' });
  });
});
