import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Output } from '../../../../../../renderer/src/client.ts';
import { selectionAt } from '../../../../../../renderer/src/grid/selection.ts';
import { aFinding } from '../../../../../support/fake-world.ts';
import { anOpenSession, theSession } from './an-open-session.ts';
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
});

describe('the shortlist', () => {
  const starred = (session: Awaited<ReturnType<typeof anOpenSession>>) => session.get().model?.shortlisted();

  it('is as it was where main could not keep it, and says so', async () => {
    const error = { kind: 'storage', fault: 'full' } as const;
    const session = await anOpenSession({ shortlist: () => Promise.resolve(fail(error)) });
    await session.shortlist([0, 2], true);
    expect(starred(session)).toBe(0);
    expect(session.get().failed).toEqual({ action: 'shortlist', error });
    expect(session.shortlisted).toEqual([]);
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
});

describe('what is done to a session', () => {
  it('is one thing at a time: a second press does nothing', async () => {
    const { pause, asked, get } = await anOpenSession({ pause: () => new Promise(() => undefined) });
    void pause();
    void pause();
    expect(asked('pause')).toHaveLength(1);
    expect(get().pending).toBe('pause');
  });

  it('leaves this session as it is when it is run again, and hands on the new one', async () => {
    const { runAgain, get } = await anOpenSession();
    const made = await runAgain('practice');
    expect(made?.rerunOf).toBe(id);
    expect(valueOf(get().session)?.id).toBe(id);
  });
});
