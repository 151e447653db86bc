import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Output } from '../../../../../../renderer/src/client.ts';
import { selectionAt } from '../../../../../../renderer/src/grid/selection.ts';
import { aFinding } from '../../../../../support/fake-world.ts';
import { aFrame, anOpenSession, theSession } from './an-open-session.ts';
import { valueOf } from '../../../../../../renderer/src/remote.ts';

beforeEach(() => void vi.useFakeTimers());

type Details = Output<'sessions', 'cell'>;

const details = (domain: string): Details => ({
  finding: aFinding(domain, 'available'),
  fields: [],
  answer: '{}',
  accountLabel: 'Practice',
});

const at = (row: number, column: number | null) => selectionAt({ row, column });
const { id } = theSession();

describe('the panel beside the grid', () => {
  it('asks for a cell once the ring rests on it: a held arrow key asks once', async () => {
    const { select, asked } = await anOpenSession();
    select(at(0, 0));
    select(at(1, 0));
    select(at(2, 0));
    await vi.advanceTimersByTimeAsync(100);
    expect(asked('cell')).toEqual([{ id, row: 2, column: 0 }]);
  });

  it('asks for all TLDs of a name', async () => {
    const { select, asked } = await anOpenSession();
    select(at(1, null));
    await vi.advanceTimersByTimeAsync(100);
    expect(asked('row')).toEqual([{ id, row: 1 }]);
  });

  it('lets the late answer of one cell lose to the next', async () => {
    const answers: ((result: Result<Details>) => void)[] = [];
    const { select, get } = await anOpenSession({
      cell: () => new Promise((resolve) => void answers.push(resolve)),
    });
    select(at(0, 0));
    await vi.advanceTimersByTimeAsync(100);
    select(at(1, 0));
    await vi.advanceTimersByTimeAsync(100);
    answers[1]?.(ok(details('cedar.com')));
    answers[0]?.(ok(details('bakery.com')));
    await vi.advanceTimersByTimeAsync(0);
    expect(valueOf(get().cell)?.finding.domain).toBe('cedar.com');
  });

  it('shows nothing of the cell before while the next one is on its way', async () => {
    const { select, get } = await anOpenSession();
    select(at(0, 0));
    await vi.advanceTimersByTimeAsync(100);
    select(at(1, 0));
    expect(get().cell).toEqual({ status: 'idle' });
  });

  it('asks for nothing while it is closed, and for what is selected when it is opened', async () => {
    const { select, showSide, asked } = await anOpenSession();
    showSide('none');
    select(at(0, 1));
    await vi.advanceTimersByTimeAsync(100);
    expect(asked('cell')).toEqual([]);
    showSide('panel');
    expect(asked('cell')).toEqual([{ id, row: 0, column: 1 }]);
  });

  it('asks again when a frame changes what it shows, and not for any other cell', async () => {
    const { select, tell, asked } = await anOpenSession();
    select(at(2, 0));
    await vi.advanceTimersByTimeAsync(100);
    tell(aFrame({ 5: 'taken' }));
    expect(asked('cell')).toHaveLength(1);
    tell(aFrame({ 4: 'taken' }));
    expect(asked('cell')).toHaveLength(2);
  });

  it('asks again for a name when one of its cells changes', async () => {
    const { select, tell, asked } = await anOpenSession();
    select(at(2, null));
    await vi.advanceTimersByTimeAsync(100);
    tell(aFrame({ 0: 'taken' }));
    tell(aFrame({ 5: 'taken' }));
    expect(asked('row')).toHaveLength(2);
  });
});

describe('the shortlist', () => {
  const starred = (session: Awaited<ReturnType<typeof anOpenSession>>) => session.get().model?.shortlisted();

  it('has a star at once, and main keeps it', async () => {
    const session = await anOpenSession({ shortlist: () => new Promise(() => undefined) });
    void session.shortlist([0, 2], true);
    expect(starred(session)).toBe(2);
    expect(session.asked('shortlist')).toEqual([{ id, cells: [0, 2], isOn: true }]);
  });

  it('is as it was where main could not keep it, and says so', async () => {
    const error = { kind: 'storage', fault: 'full' } as const;
    const session = await anOpenSession({ shortlist: () => Promise.resolve(fail(error)) });
    await session.shortlist([0, 2], true);
    expect(starred(session)).toBe(0);
    expect(session.get().failed).toEqual({ action: 'shortlist', error });
    expect(session.shortlisted).toEqual([]);
  });

  it('says which cells it changed, for undo', async () => {
    const session = await anOpenSession();
    await session.shortlist([0], true);
    await session.shortlist([0, 2], true);
    await session.shortlist([0, 2], false);
    expect(session.shortlisted).toEqual([
      [[0], true],
      [[2], true],
      [[0, 2], false],
    ]);
  });

  it('does not lose a star that was there when putting more on fails', async () => {
    let isFull = false;
    const session = await anOpenSession({
      shortlist: ({ cells }) =>
        Promise.resolve(
          isFull ? fail({ kind: 'storage', fault: 'full' }) : ok({ shortlisted: cells.length }),
        ),
    });
    await session.shortlist([0], true);
    isFull = true;
    await session.shortlist([0, 2], true);
    expect(starred(session)).toBe(1);
  });

  it('asks main for nothing that is so already', async () => {
    const session = await anOpenSession();
    await session.shortlist([0], false);
    expect(session.asked('shortlist')).toEqual([]);
  });
});

describe('what is done to a session', () => {
  it('is one thing at a time: a second press does nothing', async () => {
    const { pause, asked, get } = await anOpenSession({ pause: () => new Promise(() => undefined) });
    void pause();
    void pause();
    expect(asked('pause')).toHaveLength(1);
    expect(get().pending).toBe('pause');
  });

  it('says what failed, until it is tried again', async () => {
    let tries = 0;
    const { pause, get } = await anOpenSession({
      pause: () =>
        Promise.resolve(
          (tries += 1) === 1 ? fail({ kind: 'storage', fault: 'busy' }) : ok(theSession({ state: 'paused' })),
        ),
    });
    await pause();
    expect(get().failed?.action).toBe('pause');
    await pause();
    expect(get().failed).toBeNull();
    expect(valueOf(get().session)?.state).toBe('paused');
  });

  it('leaves this session as it is when it is run again, and hands on the new one', async () => {
    const { runAgain, get } = await anOpenSession();
    const made = await runAgain('practice');
    expect(made?.rerunOf).toBe(id);
    expect(valueOf(get().session)?.id).toBe(id);
  });
});
