// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { Fragment } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import type { ApprovalRequest, TeamStatus, TeamWork } from '#shared/domain/team-view.ts';
import { ok } from '#shared/result.ts';
import { ActivityScreen } from '../../../../../renderer/src/activity/ActivityScreen.tsx';
import { TodayCount } from '../../../../../renderer/src/shell/LateParts.tsx';
import { TodayScreen } from '../../../../../renderer/src/today/TodayScreen.tsx';
import { TeamSection } from '../../../../../renderer/src/team/TeamSection.tsx';
import { aBatch, aBatchId, aBatchRow, countsOf } from '../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { quietDay } from '../../../../support/fake-today.ts';
import { aFakeTeam, anApproval, aTeamStatus, noTeamWork } from '../../../../support/fake-team.ts';
import { anAccount, aWorld } from '../../../../support/fake-world.ts';

drawInJsdom();

const worldWith = (work: Partial<TeamWork>, status: Partial<TeamStatus> = {}) =>
  aWorld({
    team: aFakeTeam({
      status: aTeamStatus(status),
      work: { ...noTeamWork, ...work },
      names: [
        { domain: 'oak.com', price: { kind: 'given', amount: '10.50', currency: 'EUR' } },
        { domain: 'xn--80ak6aa92e.com', price: { kind: 'given', amount: '10.50', currency: 'EUR' } },
      ],
    }),
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
});

describe('what a colleague asks to be approved, in the settings', () => {
  const line = () => screen.findByRole('group', { name: 'Approval by a second person' });

  it('is approved once its names, prices and sum are on the screen', async () => {
    const { user, bridge } = await settings({ requests: [anApproval()] });
    expect((await line()).textContent).toContain('ben asks for an approval: Renew 2 domains, 21.00 EUR');
    const asked = vi.spyOn(bridge.request.team, 'decide');
    await user.click(screen.getByRole('button', { name: 'Look at it…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const names = await dialog.findByLabelText<HTMLTextAreaElement>('2 names');
    expect(names.value).toMatch(/oak\.com.*: 10\.50 EUR\n.*: 10\.50 EUR/);
    expect(dialog.getByText('“As every year”')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    const { batchId, by, at, digest } = anApproval();
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      batchId,
      by,
      at,
      digest,
      verdict: 'approved',
      reason: '',
    });
    expect(await screen.findByText(/ada approved for ben: Renew 2 domains/)).toBeTruthy();
  });

  it.each(['waiting', 'approved'] as const)('is refused with a reason, while it is %s', async (state) => {
    const { user, bridge } = await settings({ requests: [anApproval({ state, decidedBy: 'cleo' })] });
    const asked = vi.spyOn(bridge.request.team, 'decide');
    await user.click(await screen.findByRole('button', { name: 'Look at it…' }));
    const action = await screen.findByRole<HTMLButtonElement>('button', { name: 'Refuse' });
    expect(action.disabled).toBe(true);
    await user.type(screen.getByLabelText('Reason, to refuse it'), 'Not this year');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(
      state !== 'waiting',
    );
    await user.click(action);
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ verdict: 'refused', reason: 'Not this year' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is asked for again once it was decided, also before the database tells of it', async () => {
    const { user, called } = await drawPart(<TeamSection />, {
      world: worldWith({ requests: [anApproval()] }),
      answers: { team: { decide: () => Promise.resolve(ok({ kind: 'decided' } as const)) } },
    });
    await user.click(await screen.findByRole('button', { name: 'Look at it…' }));
    await screen.findByLabelText('2 names');
    const before = called('team.work').length;
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(called('team.work')).toHaveLength(before + 1));
  });

  it('T4 is counted where it cannot be read', async () => {
    await settings({ unread: 2 });
    expect(await screen.findByText('2 requests that this Namedesk cannot read')).toBeTruthy();
  });
});

describe.each([
  ['the activity', <ActivityScreen key="a" />],
  [
    'Today',
    <Fragment key="t">
      <TodayScreen />
      <TodayCount />
    </Fragment>,
  ],
])('%s', (name, screenOf) => {
  const shown = (requests: readonly ApprovalRequest[], status: Partial<TeamStatus> = {}) =>
    drawPart(screenOf, {
      world: worldWith({ requests: [...requests] }, status),
      answers: { today: { read: () => Promise.resolve(ok({ ...quietDay, domains: 2 })) } },
      async before({ status, route }) {
        await status.actions.read();
        if (name === 'the activity') route.actions.goToChanges({ kind: 'list', changeId: null });
      },
    });

  it('has a line for what a colleague asks, which shows it, and none for what one has asked', async () => {
    const own = anApproval({ batchId: aBatchId(9), isOwn: true, isHere: true, isCurrent: true });
    const { user } = await shown([anApproval(), own]);
    const lines = await screen.findAllByRole('group', { name: 'Approval by a second person' });
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('ben asks for an approval: Renew 2 domains, 21.00 EUR'),
    ]);
    expect(screen.queryByText('Nothing needs you today')).toBeNull();
    if (name === 'Today') expect(screen.getByRole('img', { name: '1 need attention' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Look at it…' }));
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('asks a reader for no approval', async () => {
    const decided = anApproval({ batchId: aBatchId(9), isOwn: true, isHere: true, state: 'refused' });
    await shown([anApproval(), decided], { role: 'reader' });
    const lines = await screen.findAllByRole('group', { name: 'Approval by a second person' });
    expect(lines.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('refused')]);
  });

  it('has nothing of a team that was left', async () => {
    const decided = anApproval({ batchId: aBatchId(9), isOwn: true, isHere: true, state: 'refused' });
    const { bridge } = await shown([decided]);
    await screen.findByRole('group', { name: 'Approval by a second person' });
    bridge.world.team.status = null;
    act(() => bridge.tell('team.changed', { isNews: true }));
    await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
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

  const own = { batchId: aBatchId(1), by: 'ada', isOwn: true, isHere: true } as const;

  it('above what one person sends alone takes an approval, in place of a count to type', async () => {
    const { user, bridge } = await reviewing({ alonePerDay: 20, alone: 18 });
    expect(
      await screen.findByText(/one person alone sends 20 charged changes.*2 more can be sent now/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Renew 3/ })).toBeNull();
    expect(screen.queryByLabelText(/^Type 3/)).toBeNull();
    const asked = vi.spyOn(bridge.request.team, 'askApproval');
    await user.click(screen.getByRole('button', { name: 'Ask for an approval…' }));
    await user.type(await screen.findByLabelText('Reason'), 'As every year');
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      batchId: aBatchId(1),
      digest: 'd1'.repeat(32),
      reason: 'As every year',
    });
    expect(await screen.findByText(/You ask for an approval: .* Nothing is sent\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask for an approval…' })).toBeNull();
  });

  it('that is approved is applied above the limit as well, and says by whom', async () => {
    const approved = anApproval({ ...own, state: 'approved', isCurrent: true, decidedBy: 'ben' });
    await reviewing({ alonePerDay: 0, requests: [approved] });
    expect(await screen.findByText('ben approved: Renew 2 domains, 21.00 EUR.')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Renew 3/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask for an approval…' })).toBeNull();
  });

  it.each([
    ['waits', { state: 'waiting', isCurrent: true }, /You ask for an approval.*Nothing is sent/, false],
    [
      'was refused',
      { state: 'refused', decidedBy: 'ben', decidedReason: 'No' },
      /ben refused: .*“No” Nothing is sent/,
      true,
    ],
    [
      'is another one than was approved',
      { state: 'approved', decidedBy: 'ben' },
      /ben approved: .*another one since/,
      true,
    ],
    ['is another one than is asked for', { state: 'waiting' }, /You ask .*another one since/, true],
  ] as const)('that %s is not applied, below the limit as well', async (_, request, words, isAskedAnew) => {
    await reviewing({ requests: [anApproval({ ...own, ...request })] });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Renew 3/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ask for an approval…' }) !== null).toBe(isAskedAnew);
    expect(screen.getByRole('button', { name: 'Withdraw the request' })).toBeTruthy();
  });

  it('below it is applied as ever, and can be approved', async () => {
    await reviewing({ alonePerDay: 20, alone: 17 });
    expect(await screen.findByRole('button', { name: /^Renew 3/ })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Ask for an approval…' })).toBeTruthy();
  });

  it('is not applied by what asks for an approval, though its count is typed', async () => {
    const { user, bridge } = await reviewing({});
    const applied = vi.spyOn(bridge.request.batches, 'apply');
    const asked = vi.spyOn(bridge.request.team, 'askApproval');
    await user.type(await screen.findByLabelText(/^Type 3/), '3');
    await user.click(await screen.findByRole('button', { name: 'Ask for an approval…' }));
    await user.type(await screen.findByLabelText('Reason'), 'Why{Enter}');
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(applied).not.toHaveBeenCalled();
  });

  it('above the limit of the team is applied by nobody', async () => {
    const approved = anApproval({ ...own, state: 'approved', isCurrent: true, decidedBy: 'ben' });
    await reviewing({ teamPerDay: 20, team: 18, requests: [approved] });
    expect(await screen.findByText(/your team sends 20 charged changes/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Renew 3/ })).toBeNull();
  });
});
