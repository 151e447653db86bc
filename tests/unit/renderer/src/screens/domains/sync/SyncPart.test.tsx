// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SyncPart } from '../../../../../../../renderer/src/screens/domains/sync/SyncPart.tsx';
import { standInForTheBrowser } from '../../../../../../support/draw.tsx';
import { aFollowedChange } from '../../../../../../support/fake-change-flow.ts';
import { aDomain } from '../../../../../../support/fake-portfolio.ts';
import { showPart } from '../a-shown-part.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

const part = <SyncPart domain={aDomain('harbour.example')} />;

describe('a sync', () => {
  it('says what is unknown of it, and is looked at before it is sent', async () => {
    const { user, asked } = await showPart(part);
    expect(screen.getByText(/neither what a sync is for nor what it alters/)).toBeDefined();
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
    expect(said('Expired')).toBe('Expirednot said');
    expect(said('Active')).toBe('Activeyes');
    expect(said('Expires')).toContain('2027');
    expect(screen.getByText(/^As the sync answered/)).toBeDefined();
  });
});
