// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { TeamStatus } from '#shared/domain/team-view.ts';
import { EditedBy, RemovalsDialog, RemovedMark } from '../../../../../renderer/src/team/SharedParts.tsx';
import { TeamSection } from '../../../../../renderer/src/team/TeamSection.tsx';
import { useTeamMarks } from '../../../../../renderer/src/team/team-store.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { aTeamStatus } from '../../../../support/fake-team.ts';
import { aWorld } from '../../../../support/fake-world.ts';

drawInJsdom();

const inTeam = (sharing: Partial<TeamStatus['sharing']> = {}) => {
  const status = aTeamStatus();
  const world = aWorld();
  return {
    ...world,
    team: { ...world.team, status: { ...status, sharing: { ...status.sharing, ...sharing } } },
  };
};

describe('what is shared of the portfolio, in the settings', () => {
  it('is counted, and nothing is said of what is not there', async () => {
    await drawPart(<TeamSection />, { world: inTeam() });
    expect(await screen.findByText('40 domains with tags, notes and dates')).toBeTruthy();
    expect(screen.queryByText(/wait to be shared|accounts that you do not have/)).toBeNull();
  });

  it('says how many changes wait, and how many domains are of accounts that are not here', async () => {
    await drawPart(<TeamSection />, { world: inTeam({ queued: 3, foreign: 12 }) });
    expect((await screen.findByRole('status')).textContent).toBe('3 changes wait to be shared');
    expect(screen.getByText('12 domains of accounts that you do not have: not in Domains')).toBeTruthy();
  });
});

describe('who has edited a note', () => {
  const part = <EditedBy domain={{ accountId: 'a1', name: 'oak.com' }} field="note" />;
  const edit = { field: 'note', at: '2026-11-21T08:58:00.000Z', by: 'ben' } as const;

  it('is said of a colleague, with the texts that were replaced', async () => {
    const world = inTeam();
    world.team.edits = {
      edits: [edit, { ...edit, field: 'client', by: 'cy' }],
      replaced: [{ ...edit, by: 'ada', text: 'Renew by hand' }],
    };
    const { user } = await drawPart(part, { world });
    expect(await screen.findByText(/^ben,/)).toBeTruthy();
    expect(screen.queryByText(/cy/)).toBeNull();
    await user.click(screen.getByRole('button', { name: '1 replaced text…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replaced texts' }));
    expect(dialog.getByText('Renew by hand')).toBeTruthy();
    expect(dialog.getByText(/^ada,/)).toBeTruthy();
  });

  it('is not said of another domain, where the answer comes late', async () => {
    const late = Promise.withResolvers<undefined>();
    function Turning() {
      const [name, turnTo] = useState('oak.com');
      return (
        <>
          <button onClick={() => turnTo('elm.com')}>Next</button>
          <EditedBy domain={{ accountId: 'a1', name }} field="note" />
        </>
      );
    }
    const { called, user } = await drawPart(<Turning />, {
      world: inTeam(),
      answers: {
        team: {
          async edits({ domain }) {
            if (domain === 'oak.com') await late.promise;
            return ok({ edits: [{ ...edit, by: domain === 'oak.com' ? 'ben' : 'cy' }], replaced: [] });
          },
        },
      },
    });
    await waitFor(() => expect(called('team.edits')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/^cy,/)).toBeTruthy();
    await act(async () => {
      late.resolve(undefined);
      await late.promise;
    });
    expect(screen.queryByText(/^ben,/)).toBeNull();
  });
});

const Marked = (domain: Pick<Domain, 'accountId' | 'name'>) => (
  <RemovedMark by={useTeamMarks().removedBy(domain)} isAlone />
);

describe('what a colleague has removed', () => {
  const held = { accountId: 'a1', by: 'ada', seq: 7, names: ['oak.com', 'elm.com'] };
  const decided = [
    ['Remove them here too', false],
    ['Keep them', true],
  ] as const;

  it.each(decided)('T7 is listed, and %s is asked for by a button of its own', async (name, isKept) => {
    const world = inTeam();
    world.team.removals = [held, { ...held, by: 'cy', names: ['fir.com'] }];
    const { user, bridge } = await drawPart(
      <RemovalsDialog accountId="a1" by="ada" onClose={() => undefined} />,
      { world },
    );
    const dialog = within(await screen.findByRole('dialog', { name: /ada.* removed 2 names/ }));
    expect(dialog.getByText('oak.com, elm.com')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name }));
    expect(bridge.world.team.settled).toEqual([{ by: 'ada', isKept }]);
  });

  it('T7 is marked, with who it was', async () => {
    const world = inTeam();
    world.team.removals = [held];
    await drawPart(
      <>
        <TeamSection />
        <Marked accountId="a1" name="oak.com" />
        <Marked accountId="a2" name="oak.com" />
      </>,
      { world },
    );
    expect(await screen.findAllByRole('img', { name: /^.?ada.? removed it\./ })).toHaveLength(1);
  });
});
