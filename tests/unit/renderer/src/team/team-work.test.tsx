// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import type { TeamReview, TeamStatus, TeamWork } from '#shared/domain/team-view.ts';
import { ok } from '#shared/result.ts';
import { ActivityScreen } from '../../../../../renderer/src/activity/ActivityScreen.tsx';
import { TeamSection } from '../../../../../renderer/src/team/TeamSection.tsx';
import { troubleText } from '../../../../../renderer/src/team/team-words.tsx';
import { aBatch, aBatchId, aBatchRow, countsOf } from '../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { aTeamStatus, noTeamWork } from '../../../../support/fake-team.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

drawInJsdom();

const aReview = (changes: Partial<TeamReview> = {}): TeamReview => ({
  ...{ id: aBatchId(7), by: 'ben', isOwn: false, title: 'Renew 20 domains', reason: 'As every year' },
  ...{ at: '2026-11-21T08:00:00.000Z', until: '2026-11-28T08:00:00.000Z' },
  service: 'reseller@example.com · https://reseller.example/api',
  ...changes,
});

const worldWith = (work: Partial<TeamWork>, status: Partial<TeamStatus> = {}) =>
  aWorld({
    team: {
      ...{ status: aTeamStatus(status), people: [], claims: [], changes: [], done: [], refused: [] },
      work: { ...noTeamWork, ...work },
      edits: { edits: [], replaced: [] },
    },
  });

const settings = (work: Partial<TeamWork>, status: Partial<TeamStatus> = {}) =>
  drawPart(<TeamSection />, { world: worldWith(work, status) });

describe('the limits of a team', () => {
  it('are shown with what is used up, and changed by an admin, to none where a field is empty', async () => {
    const { user, bridge } = await settings({ alonePerDay: 20, alone: 3, team: 12 });
    expect(await screen.findByText(/20 for each person; you have sent 3/)).toBeTruthy();
    expect(screen.getByText(/No limit; 12 sent/)).toBeTruthy();
    const asked = vi.spyOn(bridge.request.team, 'setLimits');
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('By one person without a second one'));
    await user.type(dialog.getByLabelText('By all people together'), '200');
    await user.click(dialog.getByRole('button', { name: 'Set the limits' }));
    expect(asked).toHaveBeenCalledExactlyOnceWith({ alonePerDay: null, teamPerDay: 200 });
    expect(await screen.findByText(/200; 12 sent/)).toBeTruthy();
  });

  it('are no buyer’s to change', async () => {
    await settings({}, { role: 'buyer' });
    await screen.findByText(/No limit; 0 sent/);
    expect(screen.queryByRole('button', { name: 'Change…' })).toBeNull();
  });
});

describe('what waits for a second person, in the settings', () => {
  it('is opened as a batch by another person', async () => {
    const { user, stores } = await settings({ reviews: [aReview()] });
    expect((await screen.findByRole('listitem')).textContent).toMatch(
      /ben prepared: Renew 20 domains.*“As every year”/,
    );
    await user.click(screen.getByRole('button', { name: 'Review it…' }));
    await waitFor(() =>
      expect(stores.route.getState().route).toMatchObject({ screen: 'changes', view: { kind: 'batch' } }),
    );
  });

  it('is turned down with a reason, and not without one', async () => {
    const { user, bridge } = await settings({ reviews: [aReview()] });
    const asked = vi.spyOn(bridge.request.team, 'closeReview');
    await user.click(await screen.findByRole('button', { name: 'Turn down…' }));
    const action = screen.getByRole<HTMLButtonElement>('button', { name: 'Turn down' });
    expect(action.disabled).toBe(true);
    await user.type(screen.getByLabelText('Reason'), 'Not this year');
    await user.click(action);
    expect(asked).toHaveBeenCalledExactlyOnceWith({ id: aBatchId(7), reason: 'Not this year' });
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  });

  it('is withdrawn by whoever prepared it, who is not offered to review it', async () => {
    await settings({ reviews: [aReview({ isOwn: true })] });
    await screen.findByRole('button', { name: 'Withdraw…' });
    expect(screen.queryByRole('button', { name: 'Review it…' })).toBeNull();
  });

  it('is a reader’s to see alone', async () => {
    await settings({ reviews: [aReview()] }, { role: 'reader' });
    const line = await screen.findByRole('listitem');
    expect(within(line).queryByRole('button')).toBeNull();
  });

  it('says how far the batches of colleagues are', async () => {
    const batch = { id: aBatchId(8), by: 'ben', title: 'Renew 20 domains', size: 20, done: 12, notDone: 1 };
    await settings({ batches: [{ ...batch, at: '2026-11-21T08:00:00.000Z' }] });
    expect((await screen.findByRole('listitem')).textContent).toContain(
      'ben: Renew 20 domains, 12 of 20 done, 1 refused or uncertain',
    );
  });
});

describe('the activity', () => {
  const shown = (work: Partial<TeamWork>) =>
    drawPart(<ActivityScreen />, {
      world: worldWith(work),
      async before({ status, route }) {
        await status.actions.read();
        route.actions.goToChanges({ kind: 'list', changeId: null });
      },
    });

  it('has a line for what a colleague has prepared, which opens it, and none for one’s own', async () => {
    const { user, stores } = await shown({ reviews: [aReview(), aReview({ id: aBatchId(9), isOwn: true })] });
    const lines = await screen.findAllByRole('group', { name: 'Waiting for a second person' });
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('ben prepared: Renew 20 domains: waiting for a second person'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Review it…' }));
    await waitFor(() =>
      expect(stores.route.getState().route).toMatchObject({ screen: 'changes', view: { kind: 'batch' } }),
    );
  });

  it('has a line for each batch that a colleague applies', async () => {
    const batch = { id: aBatchId(8), by: 'ben', title: 'Renew 20 domains', size: 20, done: 12, notDone: 0 };
    await shown({ batches: [{ ...batch, at: '2026-11-21T08:00:00.000Z' }] });
    expect((await screen.findByRole('group', { name: 'Applied by a colleague' })).textContent).toContain(
      'ben: Renew 20 domains, 12 of 20 done',
    );
  });
});

describe('a review of a batch in a team', () => {
  const rows = [aBatchRow(0), aBatchRow(1), aBatchRow(2)];

  async function reviewing(
    work: Partial<TeamWork>,
    changes: Partial<Batch> = {},
    account = anAccount({ id: aBatch().accountId }),
  ) {
    const counts = countsOf(rows);
    const world = {
      ...worldWith(work),
      accounts: [account],
      batches: [
        aBatch({ ask: { kind: 'renew', periodYears: 1 }, typedCount: rows.length, ...changes, counts }, rows),
      ],
      batchRows: new Map([[aBatchId(1), rows]]),
    };
    const drawn = await drawPart(<ActivityScreen />, {
      world,
      async before({ status, route }) {
        await status.actions.read();
        route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
      },
    });
    await screen.findByRole('row', { name: /shop-1\.com/ });
    return drawn;
  }

  it('above what one person sends alone is handed over with a reason, in place of a count to type', async () => {
    const { user, bridge } = await reviewing({ alonePerDay: 20, alone: 18 });
    expect(
      await screen.findByText(/one person alone sends 20 charged changes.*2 more can be sent now/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Renew 3/ })).toBeNull();
    expect(screen.queryByLabelText(/^Type 3/)).toBeNull();
    const asked = vi.spyOn(bridge.request.team, 'handOver');
    await user.click(screen.getByRole('button', { name: 'Hand to a colleague…' }));
    await user.type(await screen.findByLabelText('Reason'), 'As every year');
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      batchId: aBatchId(1),
      digest: 'd1'.repeat(32),
      reason: 'As every year',
    });
  });

  it('of the practice service is nobody else’s matter', async () => {
    await reviewing({ alonePerDay: 20, alone: 18 }, {}, aPracticeAccount());
    expect(await screen.findByRole('button', { name: /^Renew 3/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Hand to a colleague…' })).toBeNull();
  });

  it('below it is applied as ever, and can be handed over', async () => {
    await reviewing({ alonePerDay: 20, alone: 17 });
    expect(await screen.findByRole('button', { name: /^Renew 3/ })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Hand to a colleague…' })).toBeTruthy();
  });

  it('is not applied by what hands it over, though its count is typed', async () => {
    const { user, bridge } = await reviewing({});
    const [applied, handedOver] = [
      vi.spyOn(bridge.request.batches, 'apply'),
      vi.spyOn(bridge.request.team, 'handOver'),
    ];
    await user.type(await screen.findByLabelText(/^Type 3/), '3');
    await user.click(await screen.findByRole('button', { name: 'Hand to a colleague…' }));
    await user.type(await screen.findByLabelText('Reason'), 'Why{Enter}');
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(handedOver).toHaveBeenCalledOnce());
    expect(applied).not.toHaveBeenCalled();
  });

  it('of a colleague’s is held by the limit of the team alone', async () => {
    const proposal = { by: 'ben', why: '', review: aBatchId(7) };
    await reviewing({ alonePerDay: 0, teamPerDay: 3 }, { proposal });
    expect(await screen.findByRole('button', { name: /^Renew 3/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Hand to a colleague…' })).toBeNull();
  });

  it('above the limit of the team is applied by nobody', async () => {
    await reviewing({ teamPerDay: 20, team: 18 }, { proposal: { by: 'ben', why: '', review: aBatchId(7) } });
    expect(await screen.findByText(/your team sends 20 charged changes/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Renew 3/ })).toBeNull();
  });

  it('of what costs nothing is no matter of limits', async () => {
    await reviewing({ alonePerDay: 0, teamPerDay: 0 }, { ask: { kind: 'lock', state: 'locked' } });
    expect(await screen.findByRole('button', { name: /^Lock 3/ })).toBeTruthy();
  });

  it('says why it could not be handed over', async () => {
    const { user, bridge } = await reviewing({});
    vi.spyOn(bridge.request.team, 'handOver').mockResolvedValue(ok({ kind: 'refused', why: 'forbidden' }));
    await user.click(await screen.findByRole('button', { name: 'Hand to a colleague…' }));
    await user.type(await screen.findByLabelText('Reason'), 'Why');
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    expect((await screen.findByRole('alert')).textContent).toContain(troubleText('forbidden'));
  });
});
