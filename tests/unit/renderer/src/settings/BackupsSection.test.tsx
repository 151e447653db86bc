// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Backup } from '#shared/domain/maintenance.ts';
import { fail, ok } from '#shared/result.ts';
import { BackupsSection } from '../../../../../renderer/src/settings/BackupsSection.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { drawInJsdom, drawPart, enter } from '../a-drawn-part.tsx';

drawInJsdom();

const good: Backup = {
  name: 'workspace-2026-02-21.sqlite',
  madeAt: '2026-02-21T08:00:00.000Z',
  reason: 'daily',
  bytes: 48_214_016,
  version: 6,
  state: 'good',
};
const damaged: Backup = { ...good, name: 'workspace-2026-02-20.sqlite', state: 'damaged' };
const diskIsFull = () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const));

const theSection = (answers: NonNullable<FakeAnswers['backups']> = {}, listed: readonly Backup[] = [good]) =>
  drawPart(<BackupsSection />, {
    answers: {
      backups: {
        list: () => Promise.resolve(ok({ backups: [...listed], folder: '/backups', kept: 7 })),
        ...answers,
      },
    },
  });

const restoreButtons = () => screen.findAllByRole('button', { name: /^Restore the backup/ });

async function askToRestore(user: UserEvent): Promise<void> {
  const [first] = await restoreButtons();
  if (first !== undefined) await user.click(first);
}

describe('the list of backups', () => {
  it('offers no way back to a damaged one', async () => {
    await theSection({}, [good, damaged]);
    const buttons = await restoreButtons();
    expect(buttons.map((button) => button.hasAttribute('disabled'))).toEqual([false, true]);
  });

  it.each([
    ['Back up now', 'No backup was made'],
    [/^Verify/, 'The backup could not be verified'],
  ])('says what of it came to nothing: %s', async (button, said) => {
    const { user } = await theSection({ make: diskIsFull, verify: diskIsFull });
    await restoreButtons();
    await user.click(screen.getByRole('button', { name: button }));
    expect((await screen.findByRole('alert')).textContent).toContain(said);
  });

  it('says what comes first where there is none', async () => {
    await theSection({}, []);
    expect(await screen.findByText('No backup yet.')).toBeDefined();
  });
});

describe('going back to a backup', () => {
  it('needs the word, and says that nothing paid is sent until somebody has looked', async () => {
    const { called, user } = await theSection();
    await askToRestore(user);
    await screen.findByText(/^Until you have reviewed them, nothing paid is sent/);
    const go = screen.getByRole('button', { name: 'Restore and restart' });
    expect(go).toHaveProperty('disabled', true);
    await enter(user, screen.getByRole('textbox', { name: /^Type “restore”/ }), 'restore');
    await user.click(go);
    await waitFor(() => expect(called('backups.restore')).toEqual([{ name: good.name }]));
  });

  it.each([
    [
      'it turns out to be damaged',
      () => Promise.resolve(ok({ backup: damaged, entries: 0, changes: 0, accesses: 0 })),
    ],
    ['it cannot be read', diskIsFull],
  ])('is not asked for where %s', async (_why, since) => {
    const { user } = await theSection({ since });
    await askToRestore(user);
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Restore and restart' })).toBeNull();
  });
});
