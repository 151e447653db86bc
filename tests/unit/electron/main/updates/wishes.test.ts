import { defaultLimits } from '#shared/domain/limits.ts';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { wishesIn } from '../../../../../electron/main/updates/wishes.ts';

const settings = {
  colourScheme: 'system',
  density: 'comfortable',
  keepFindingsDays: 365,
  searchTldSetId: 'common',
  onboarded: true,
  clearClipboardAfterS: 15,
  protectSecretWindows: true,
  checkForUpdates: true,
  updateChannel: 'beta',
  limits: defaultLimits,
} as const;

describe('what the user wants of updates', () => {
  it('is what the settings say', async () => {
    const wishes = wishesIn({ read: () => Promise.resolve(ok(settings)) });
    expect(await wishes()).toMatchObject({ checkForUpdates: true, updateChannel: 'beta' });
  });

  it('is that nobody is asked where they cannot be read', async () => {
    const unread = fail({ kind: 'storage', fault: 'damaged' } as const);
    expect((await wishesIn({ read: () => Promise.resolve(unread) })()).checkForUpdates).toBe(false);
  });
});
