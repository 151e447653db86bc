// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LockEditor } from '../../../../../../renderer/src/changes/kinds/lock.tsx';
import { SyncEditor } from '../../../../../../renderer/src/changes/kinds/sync.tsx';
import { aFollowedChange } from '../../../../../support/fake-change-flow.ts';
import { aDomain, aKnown, anUnreadDomain } from '../../../../../support/fake-portfolio.ts';
import { showPart } from '../../domains/a-shown-part.tsx';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

const part = () =>
  screen.getByRole('heading', { name: 'Registrar lock' }).closest('section') ?? document.body;

describe('the registrar lock', () => {
  it('says its state with age and source, what that protects, and offers the other one alone', async () => {
    await showPart(<LockEditor domain={aDomain('harbour.example')} />);
    expect(part().textContent).toContain('Lockedread');
    expect(part().textContent).toContain('Nobody can transfer the domain away');
    expect(screen.getByRole('button', { name: 'Unlock…' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Lock…' })).toBeNull();
  });

  it('that was never read is not guessed, and both are offered', async () => {
    await showPart(<LockEditor domain={anUnreadDomain('harbour.example')} />);
    expect(part().textContent).toContain('Not loaded yet');
    expect(screen.getByRole('button', { name: 'Lock…' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Unlock…' })).toBeDefined();
  });

  it('asks for exactly one of the two words that are ever sent', async () => {
    const { user, asked } = await showPart(
      <LockEditor domain={aDomain('harbour.example', { lock: aKnown('unlocked') })} />,
    );
    await user.click(screen.getByRole('button', { name: 'Lock…' }));
    await screen.findByRole('dialog', { name: 'Lock' });
    expect(asked()).toEqual([
      { accountId: 'practice', domain: 'harbour.example', ask: { kind: 'lock', state: 'locked' } },
    ]);
  });

  it('shows the last change of the lock with its outcome', async () => {
    await showPart(<LockEditor domain={aDomain('harbour.example')} />, {
      last: [aFollowedChange({ state: 'confirmed' })],
    });
    expect(await within(part()).findByText('Confirmed')).toBeDefined();
    expect(part().textContent).not.toMatch(/fail/i);
  });

  it('leaves an uncertain one to the page, which tells it above its tabs', async () => {
    const { called } = await showPart(<LockEditor domain={aDomain('harbour.example')} />, {
      last: [aFollowedChange({ state: 'uncertain' })],
    });
    await waitFor(() => expect(called('changes.lastOf')).toHaveLength(1));
    expect(within(part()).queryByText('Uncertain')).toBeNull();
  });
});

describe('SyncEditor', () => {
  const part = <SyncEditor domain={aDomain('harbour.example')} />;

  describe('a sync', () => {
    it('says what is unknown of it, and is looked at before it is sent', async () => {
      const { user, asked } = await showPart(part);
      expect(screen.getByText(/Asks the service to refresh this domain from its registry/)).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Sync…' }));
      await screen.findByRole('dialog', { name: 'Sync' });
      expect(asked()).toEqual([{ accountId: 'practice', domain: 'harbour.example', ask: { kind: 'sync' } }]);
    });

    it('shows what the last one answered, and what it did not say', async () => {
      const told = { active: true, expired: null, transferredAway: false, expiresOn: '2027-08-14' };
      await showPart(part, {
        last: [aFollowedChange({ what: { kind: 'sync' }, state: 'confirmed', proof: 'answer', told })],
      });
      await screen.findByText('Transferred away');
      const said = (name: string) => screen.getByText(name).parentElement?.textContent;
      expect(said('Transferred away')).toBe('Transferred awayno');
      expect(screen.queryByText('Expired')).toBeNull();
      expect(said('Active')).toBe('Activeyes');
      expect(said('Expires')).toContain('2027');
      expect(screen.getByText(/^From sync/)).toBeDefined();
    });
  });
});
