// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useStore } from 'zustand';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import { ok } from '#shared/result.ts';
import { useActivity } from '../../../../../renderer/src/activity/activity-store.ts';
import { TeamMark } from '../../../../../renderer/src/team/TeamMark.tsx';
import { ClaimMark, DomainClaims, DoneToday } from '../../../../../renderer/src/team/TeamParts.tsx';
import { TeamSection } from '../../../../../renderer/src/team/TeamSection.tsx';
import { useTeamMarks } from '../../../../../renderer/src/team/team-store.ts';
import { troubleText } from '../../../../../renderer/src/team/team-words.tsx';
import { teamTroubles } from '#shared/domain/team-troubles.ts';
import type { RefusedOutcome } from '#shared/domain/team-view.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { aFakeTeam, aTeamClaim, aTeamStatus, type FakeTeam } from '../../../../support/fake-team.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';

drawInJsdom();

const joined = (team: Partial<FakeTeam> = {}) =>
  aWorld({ team: aFakeTeam({ status: aTeamStatus(), ...team }) });

const aDone = { by: 'ben', kind: 'renew', domains: 3, at: new Date(2026, 10, 21, 9).toISOString() };

describe('the mark of the team in the header', () => {
  it('is not there where no team is joined, and appears with a team', async () => {
    const { bridge } = await drawPart(<TeamMark />);
    expect(screen.queryByRole('button')).toBeNull();
    bridge.world.team.status = aTeamStatus();
    act(() => bridge.tell('team.changed', { isNews: true }));
    expect(await screen.findByRole('button', { name: /^Team: ?Northwind ?2 ?people at work$/ })).toBeTruthy();
  });

  it('names who is at work, and leads to the settings of the team', async () => {
    const { user, stores } = await drawPart(<TeamMark />, { world: joined() });
    await user.click(await screen.findByRole('button', { name: /^Team: ?Northwind/ }));
    expect(await screen.findByText('At work: ada, ben')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Team settings' }));
    expect(stores.route.getState().route).toMatchObject({ screen: 'settings', view: { setting: 'team' } });
  });

  it('says since when the database is away, that nothing is sent, and why', async () => {
    const since = new Date();
    since.setHours(7, 44, 0, 0);
    const away = { since: since.toISOString(), why: 'unreachable' } as const;
    const { user } = await drawPart(<TeamMark />, { world: joined({ status: aTeamStatus({ away }) }) });
    const mark = await screen.findByRole('button', { name: /Away since 0?7:44.*: nothing is sent/ });
    await user.click(mark);
    expect(await screen.findByText(/Lookups, reading and preparing go on/)).toBeTruthy();
    expect(screen.getByText(troubleText('unreachable', ''))).toBeTruthy();
    // How fresh what stands here is, not that it is fresh.
    expect(screen.getByText(/Last up to date/)).toBeTruthy();
  });

  it('says that nothing is sent where the journal is not the one that was seen', async () => {
    await drawPart(<TeamMark />, { world: joined({ status: aTeamStatus({ isRewritten: true }) }) });
    await screen.findByRole('button', { name: /Journal changed: ?nothing is sent/ });
  });
});

describe('joining a team in the settings', () => {
  async function connecting(answers: FakeAnswers['team'] = {}) {
    const drawn = await drawPart(<TeamSection />, { answers: { team: answers } });
    const { user } = drawn;
    await user.click(await screen.findByRole('button', { name: 'Join a team…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Address of the database'), 'postgresql://db.example/namedesk');
    await user.type(dialog.getByLabelText('Your name in the team'), 'ada');
    return { ...drawn, dialog, connect: () => user.click(dialog.getByRole('button', { name: /^Connect/ })) };
  }

  it('shows what would be shared before anything is joined', async () => {
    const { dialog, connect, bridge } = await connecting();
    await connect();
    expect(await dialog.findByText(/reseller@example.com · https/)).toBeTruthy();
    expect(dialog.getByText(/Keys, passwords, transfer codes/)).toBeTruthy();
    expect(bridge.world.team.status).toBeNull();
  });

  it('offers a password of one’s own after joining, and closes once it is set', async () => {
    const changePassword = vi.fn(() => Promise.resolve(ok({ kind: 'changed' } as const)));
    const { dialog, connect, user } = await connecting({ changePassword });
    await connect();
    await user.click(await dialog.findByRole('button', { name: 'Join Northwind' }));
    await user.click(await screen.findByRole('button', { name: 'Choose a password…' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changePassword).toHaveBeenCalledOnce();
  });

  it('gives main no password: the request holds address, user and file alone', async () => {
    const preview = vi.fn(() => Promise.resolve(ok({ kind: 'cancelled' } as const)));
    const { connect } = await connecting({ preview });
    await connect();
    expect(preview).toHaveBeenCalledExactlyOnceWith({
      url: 'postgresql://db.example/namedesk',
      user: 'ada',
      caFile: null,
    });
  });

  it.each(['login', 'untrusted', 'no-team'] as const)('says what stands in the way: %s', async (why) => {
    const { dialog, connect } = await connecting({
      preview: () => Promise.resolve(ok({ kind: 'refused', why })),
    });
    await connect();
    expect(await dialog.findByText(troubleText(why))).toBeTruthy();
  });
});

describe('a team in the settings', () => {
  it('invites by name and role, and lists who was invited', async () => {
    const { user } = await drawPart(<TeamSection />, { world: joined() });
    await user.click(await screen.findByRole('button', { name: 'Invite…' }));
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'cy');
    await user.click(screen.getByRole('button', { name: 'Invite and show the password' }));
    const people = await screen.findByRole('table', { name: 'People' });
    expect(within(people).getByRole('row').textContent).toMatch(/^cyBuyerinvited by ada/);
  });

  it.each([
    ['says that it was changed', { kind: 'changed' }, 'Your password in the team is changed.'],
    ['says nothing where its window was closed', { kind: 'cancelled' }, null],
    ['says why not', { kind: 'refused', why: 'password-not-kept' }, troubleText('password-not-kept')],
  ] as const)('asks for a new password of one’s own, and %s', async (_, answer, text) => {
    const { user, stores } = await drawPart(<TeamSection />, {
      world: joined(),
      answers: { team: { changePassword: () => Promise.resolve(ok(answer)) } },
    });
    await user.click(await screen.findByRole('button', { name: 'Change password…' }));
    const said = () => JSON.stringify(stores.notices.getState());
    if (text !== null) await waitFor(() => expect(said()).toContain(text));
    else expect(said()).not.toContain('assword');
  });

  it('lists what the database did not take, why and what to do, until it is told again', async () => {
    const refused: RefusedOutcome = {
      changeId: '4f7c4c1e-0000-4000-8000-00000000000f',
      ...{ outcome: 'took-effect', domain: 'oak.com', kind: 'renew', why: 'unknown' },
    };
    const { user } = await drawPart(<TeamSection />, { world: joined({ refused: [refused] }) });
    const group = await screen.findByRole('group', { name: 'Not taken by the team' });
    expect(group.textContent).toContain('1 outcome that the team’s database did not take');
    expect(within(group).getByRole('listitem').textContent).toContain(
      'Renewal of oak.com: done. The database does not know this change',
    );
    await user.click(within(group).getByRole('button', { name: 'Tell it again' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Not taken by the team' })).toBeNull());
  });

  it('asks whether the password itself may be sent only where the server has refused the verifier', async () => {
    const asked: boolean[] = [];
    const { user } = await drawPart(<TeamSection />, {
      world: joined({ status: aTeamStatus({ role: 'admin' }) }),
      answers: {
        team: {
          invite({ isPlain }) {
            asked.push(isPlain);
            return Promise.resolve(
              ok(isPlain ? { kind: 'invited', isShown: true } : { kind: 'refused', why: 'verifier' }),
            );
          },
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Invite…' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Name'), 'dan');
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: /^Invite/ }));
    await user.click(await within(dialog).findByRole('checkbox', { name: /password itself/ }));
    await user.click(within(dialog).getByRole('button', { name: /^Invite/ }));
    await waitFor(() => expect(asked).toEqual([false, true]));
  });

  it('T9 lets an admin alone accept a database that was moved or put back, after a question', async () => {
    const away = { since: new Date().toISOString(), why: 'elsewhere' } as const;
    const status = aTeamStatus({ away, role: 'admin' });
    const { user, bridge } = await drawPart(<TeamSection />, { world: joined({ status }) });
    await user.click(await screen.findByRole('button', { name: 'Accept it…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Has every desk connected since?' });
    expect(bridge.world.team.status?.away).not.toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Accept it' }));
    await waitFor(() => expect(bridge.world.team.status?.away).toBeNull());
    bridge.world.team.status = aTeamStatus({ away, role: 'buyer' });
    act(() => bridge.tell('team.changed', { isNews: true }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept it…' })).toBeNull());
  });

  it('is left after a question, and says why not where changes are not finished', async () => {
    let isFinished = false;
    const { user, bridge } = await drawPart(<TeamSection />, {
      world: joined(),
      answers: {
        team: {
          leave: () =>
            Promise.resolve(ok(isFinished ? { kind: 'left' } : { kind: 'refused', why: 'unsettled' })),
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Leave…' }));
    await user.click(screen.getByRole('button', { name: 'Leave the team' }));
    expect((await screen.findByRole('alert')).textContent).toContain(troubleText('unsettled'));
    isFinished = true;
    bridge.world.team.status = null;
    await user.click(screen.getByRole('button', { name: 'Leave the team' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a claim of a colleague', () => {
  it('is released by an admin with a reason and what the provider shows, and not before both are given', async () => {
    const { user, bridge } = await drawPart(<DomainClaims domain="oak.com" />, {
      world: joined({ claims: [aTeamClaim({ state: 'uncertain' })] }),
    });
    const asked = vi.spyOn(bridge.request.team, 'release');
    await user.click(await screen.findByRole('button', { name: 'Release…' }));
    const action = screen.getByRole<HTMLButtonElement>('button', { name: 'Release the claim' });
    await user.type(screen.getByLabelText(/^Reason/), 'Ben’s computer is gone');
    expect(action.disabled).toBe(true);
    await user.click(screen.getByLabelText('Not done'));
    await user.click(action);
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      changeId: aTeamClaim().changeId,
      attempt: aTeamClaim().attempt,
      ...{ by: 'ben', isOfAll: false },
      finding: 'had-no-effect',
      reason: 'Ben’s computer is gone',
    });
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  });

  it('T10 is released with the others of its person at once, and says how many were where that stopped before the end', async () => {
    const of = (changeId: string, domain: string, changes = {}) =>
      aTeamClaim({ changeId, domain, ...changes });
    const claims = [
      of('c1', 'oak.com'),
      of('c2', 'elm.com'),
      of('c3', 'ash.com', { state: 'uncertain' }),
      of('c4', 'fir.com', { state: 'held' }),
      of('c5', 'yew.com', { by: 'cy' }),
    ];
    const asked = vi.fn(() =>
      Promise.resolve(ok({ kind: 'released', count: 2, stopped: 'unreachable' } as const)),
    );
    const { user } = await drawPart(<DomainClaims domain="oak.com" />, {
      world: joined({ claims }),
      answers: { team: { release: asked } },
    });
    await user.click(await screen.findByRole('button', { name: 'Release…' }));
    await user.click(screen.getByLabelText('Not done'));
    await user.type(screen.getByLabelText(/^Reason/), 'Ben’s computer is gone');
    await user.click(screen.getByRole('checkbox', { name: /all 3 that were sent/ }));
    await user.click(screen.getByRole('button', { name: 'Release the claim' }));
    const said = (await screen.findByRole('alert')).textContent;
    expect(said).toContain('The database cannot be reached. 2 claims were released before.');
    expect(said).not.toContain('Nothing was changed');
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ by: 'ben', isOfAll: true }));
  });
});

describe('the mark of a colleague’s claim', () => {
  const words = /^ben has sent a renewal · ./;

  it.each([
    ['of the same family', 'renew', 1],
    ['of another family', 'lock', 0],
  ] as const)('stands in a row of a review where its change is %s', async (_, kind, count) => {
    await drawPart(<Marked kind={kind} />, { world: joined({ claims: [aTeamClaim()] }) });
    await screen.findByText('Northwind');
    await waitFor(() => expect(screen.queryAllByText(words)).toHaveLength(count));
  });
});

/** What the mark in the header has begun to read. */
const Marked = ({ kind }: { readonly kind: ChangeKind }) => (
  <>
    <TeamMark />
    <ClaimMark claim={useTeamMarks().claimOf('oak.com', kind)} isAlone={false} />
  </>
);

describe('what colleagues have done today', () => {
  it('is one line on Today that says who and what, and leads to that person in Activity', async () => {
    const Person = () => (
      <p>Shown: {useStore(useActivity(), ({ by, whose }) => `${by ?? 'everybody'} ${whose}`)}</p>
    );
    const parts = (
      <>
        <DoneToday />
        <Person />
      </>
    );
    const { user, stores } = await drawPart(parts, { world: joined({ done: [aDone] }) });
    expect((await screen.findByRole('group')).textContent).toMatch(/^ben renewed 3 domains this morning/);
    await user.click(screen.getByRole('button', { name: 'Open in Activity' }));
    expect(stores.route.getState().route).toMatchObject({ screen: 'changes' });
    expect(screen.getByText('Shown: ben all')).toBeDefined();
  });
});

it('has a sentence for each trouble with a team, and says no secret in any', () => {
  for (const why of teamTroubles) expect(troubleText(why)).toMatch(/^[A-Z].*\.$/);
});
