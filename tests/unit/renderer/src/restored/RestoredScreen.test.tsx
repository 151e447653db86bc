// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { RestoredScreen } from '../../../../../renderer/src/restored/RestoredScreen.tsx';
import { RestoredBar } from '../../../../../renderer/src/shell/Header.tsx';
import { aChange, aChangeId, anUncertainChange } from '../../../../support/a-change.ts';
import { showPart, drawInJsdom } from '../../../../support/draw.tsx';
import type { RestoreFindings, RestoreNotice, RestoreRow } from '#shared/domain/backup.ts';

drawInJsdom();

const read = { reading: 'whole', upTo: 8, of: 8, added: 0 } as const;
const notice: RestoreFindings = {
  kind: 'known',
  at: '2026-11-22T08:00:00.000Z',
  why: 'damaged',
  copy: { name: 'workspace-2026-11-21T08-00-00-000Z.daily.sqlite', madeAt: '2026-11-21T08:00:00.000Z' },
  replacedPath: '/kept/workspace.sqlite.damaged',
  changes: { reading: 'in-part', upTo: 18, of: 20, added: 6 },
  accesses: read,
  carriedOver: 2,
  batches: [{ batchId: aChangeId(9), accountLabel: 'Acme', kind: 'renew', rows: 12 }],
  withdrawn: 3,
  kept: ['limits'],
  earlier: 0,
  review: { after: 12, upTo: 18, batchIds: [] },
};
const batchRow = (index: number): RestoreRow => ({
  why: 'batch-row',
  batchId: aChangeId(9),
  domain: `shop-${index}.com`,
  accountId: 'account-1',
  accountLabel: 'Acme',
  kind: 'renew',
});

const failed = {
  at: '2026-11-22T08:00:00.000Z',
  copy: { name: 'workspace-2026-11-20T08-00-00-000Z.daily.sqlite', madeAt: '2026-11-20T08:00:00.000Z' },
  fault: 'damaged',
} as const;

async function shown(
  found: RestoreNotice,
  rows: readonly RestoreRow[] = [],
  acknowledge = vi.fn(() => Promise.resolve<ReturnType<typeof ok<object>> | ReturnType<typeof fail>>(ok({}))),
  checked: (input: {
    readonly id: number | null;
    readonly done: string;
  }) => Promise<ReturnType<typeof ok<object>>> = () => Promise.resolve(ok({})),
  button = 'Reviewed – continue',
) {
  const asked = vi.fn(({ offset, limit }: { readonly offset: number; readonly limit: number }) =>
    Promise.resolve(ok({ rows: rows.slice(offset, offset + limit), offset, total: rows.length })),
  );
  const part = await showPart(
    <>
      <RestoredBar />
      <RestoredScreen />
    </>,
    {
      answers: {
        restored: {
          read: () => Promise.resolve(ok({ notice: found })),
          rows: asked,
          checked: checked,
          acknowledge: acknowledge as never, // It answers as the contract says.
        },
      },
    },
  );
  await part.stores.restored.actions.read();
  await screen.findByRole('button', { name: button });
  return { ...part, asked, acknowledge };
}

describe('the page after a restore', () => {
  it('F3 says what was read, carried over, stopped and withdrawn', async () => {
    await shown(notice);
    expect(screen.getByText('Read up to entry 18 of 20. What was done after that is unknown.')).toBeDefined();
    expect(screen.getByText('2 changes')).toBeDefined();
    expect(screen.getByText('Renew, 12 domains, Acme')).toBeDefined();
    expect(screen.getByText('3 planned changes')).toBeDefined();
    expect(screen.getByText(/check your provider’s panel/)).toBeDefined();
  });

  it('F3 lists what needs a look a page at a time, each with one next step', async () => {
    const change = anUncertainChange({ domain: 'harbour-books.com' });
    const { asked, stores } = await shown(notice, [
      { why: 'change', change },
      ...Array.from({ length: 60 }, (_, index) => batchRow(index)),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('shop-59.com')).toBeDefined();
    expect(asked).toHaveBeenLastCalledWith({ offset: 50, limit: 50 });
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Open the change of harbour-books.com' }));
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'list', changeId: change.id },
    });
  });

  it('F3 says which rows are shown, also where the next ones cannot be read', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => batchRow(index));
    const { asked } = await shown(notice, rows);
    const place = () => screen.getByText(/ of 60$/).textContent;
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('shop-59.com');
    expect(place()).toBe('51 to 60 of 60');
    asked.mockResolvedValueOnce(fail({ kind: 'storage', fault: 'busy' }) as never); // As any request may fail.
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText(/^Couldn’t load the domains/)).toBeDefined();
    expect(screen.getByText('shop-59.com')).toBeDefined();
    expect(place()).toBe('51 to 60 of 60');
  });

  it('says of a change since the backup that it was accepted only, where nothing verified it', async () => {
    await shown(notice, [
      { why: 'change', change: aChange({ domain: 'one.com', state: 'confirmed', proof: 'answer' }) },
      { why: 'change', change: aChange({ domain: 'two.com', state: 'confirmed', proof: 'read-back' }) },
    ]);
    expect(await screen.findByText('Since the backup: accepted, not verified.')).toBeDefined();
    expect(screen.getByText('Since the backup: done.')).toBeDefined();
  });

  it('(G16) says of another workspace’s payments that something may have been done, and not that a journal was read', async () => {
    await shown({
      ...notice,
      why: 'other-workspace',
      copy: null,
      replacedPath: null,
      changes: read,
      withdrawn: 0,
    });
    expect(screen.getByText(/check your provider’s panel/)).toBeDefined();
    expect(screen.getByText('Noticed')).toBeDefined();
    for (const not of ['Created', 'Its journal of changes', 'Changes since', 'No domains to review.'])
      expect(screen.queryByText(not)).toBeNull();
  });

  const doubt = (id: number): RestoreRow => ({
    why: 'doubt',
    id,
    domain: `shop-${id}.com`,
    earlier: {
      ...{ since: '2026-11-21T08:00:00.000Z', number: null, kind: null, sentAt: null },
      ...{ price: null, accountLabel: null, place: null },
    },
  });

  it('(G2) ends doubts of other pages only where the button says so', async () => {
    await shown(notice, [doubt(1)]);
    expect(await screen.findByRole('button', { name: /^I have checked all of these/ })).toBeDefined();
  });

  it('G16 takes the names that another workspace has done', async () => {
    const checked = vi.fn(() => Promise.resolve(ok({})));
    const every = { ...doubt(7), domain: null } as RestoreRow;
    await shown({ ...notice, why: 'other-workspace' }, [every], undefined, checked);
    fireEvent.click(await screen.findByRole('button', { name: 'Some were done…' }));
    const action = await screen.findByRole('button', { name: 'These were done, no others' });
    expect(action).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('Renewed or registered'), { target: { value: 'one.com' } });
    fireEvent.click(action);
    await vi.waitFor(() => expect(checked).toHaveBeenCalledWith({ id: 7, done: 'one.com' }));
  });

  it('F4 is led back to by a bar until somebody says that they have looked', async () => {
    const { acknowledge, stores } = await shown(notice);
    fireEvent.click(screen.getByRole('button', { name: 'Review what may have changed' }));
    expect(stores.route.getState().route).toEqual({ screen: 'restored' });
    fireEvent.click(screen.getByRole('button', { name: 'Reviewed – continue' }));
    await vi.waitFor(() => expect(stores.route.getState().route).toEqual({ screen: 'search' }));
    expect(acknowledge).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Review what may have changed' })).toBeNull();
  });

  it('F4 stays where it could not be written down that somebody looked', async () => {
    const refused = vi.fn(() => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)));
    const { stores } = await shown(notice, [], refused);
    fireEvent.click(screen.getByRole('button', { name: 'Reviewed – continue' }));
    expect(await screen.findByText('Couldn’t save that you reviewed this')).toBeDefined();
    expect(stores.restored.getState().notice).toMatchObject({ value: { kind: 'known' } });
  });
});

describe('a restore that could not be made', () => {
  it.each([
    [
      'damaged',
      /It is damaged, or no backup that Namedesk made\. Nothing was changed: .* choose one in Settings/,
    ],
    ['full', /The disk is full\. Nothing was changed: .* Free some disk space, then restore it again/],
  ] as const)('H4 %s: says what happened, that nothing was changed, and what to do', async (fault, words) => {
    const { user, acknowledge } = await shown(
      { kind: 'failed', failed: { ...failed, fault } },
      [],
      undefined,
      undefined,
      'OK',
    );
    expect(screen.getByRole('note').textContent).toMatch(/^The backup of .*2026.* was not restored/);
    expect(screen.getByRole('note').textContent).toMatch(words);
    // Nothing may have been done that nobody knows of.
    expect(screen.queryByText(/nothing paid is sent/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(acknowledge).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('note')).toBeNull();
  });
});
