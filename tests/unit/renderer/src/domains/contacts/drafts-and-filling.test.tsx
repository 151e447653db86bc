// @vitest-environment jsdom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import { standInForTheBrowser } from '../../../../../support/draw.tsx';
import { oneChange } from '../../../../../support/fake-change-flow.ts';
import { aContactsAnswer, aRole } from '../../../../../support/fake-contacts.ts';
import { field, review, show } from './a-contacts-tab.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

describe('what was typed before', () => {
  it('is put in its place, and says how old it is', async () => {
    await show({ draft: [['Registrant', 'City', 'Hamburg', 'Bremen']] });
    await waitFor(async () => expect(await field('City')).toHaveProperty('value', 'Bremen'));
    expect(screen.getByText(/^Not sent: typed/)).toBeTruthy();
  });

  it('is shown while the contacts cannot be read', async () => {
    await show({
      reads: [{ kind: 'unreachable', why: 'offline' }],
      draft: [['Registrant', 'City', 'Hamburg', 'Bremen']],
    });
    expect(await screen.findByText('Bremen')).toBeTruthy();
  });

  it('is shown beside what is there where that is another by now, and is not reviewed until a person chose', async () => {
    const { user, prepared } = await show({ draft: [['Registrant', 'City', 'Kiel', 'Bremen']] });
    await waitFor(async () => expect(await field('City')).toHaveProperty('value', 'Bremen'));
    expect(screen.getByText(/At the service now/).textContent).toBe(
      'At the service now: “Hamburg”. When you typed, it was “Kiel”.',
    );
    expect(review()).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Keep what I typed for City of Registrant' }));
    await user.click(review());
    await screen.findByRole('dialog');
    expect(prepared()).toHaveLength(1);
  });

  it('goes where a person takes what is there', async () => {
    const { user } = await show({ draft: [['Registrant', 'City', 'Kiel', 'Bremen']] });
    await user.click(
      await screen.findByRole('button', { name: 'Take what is there for City of Registrant' }),
    );
    expect(await field('City')).toHaveProperty('value', 'Hamburg');
  });

  it('is not lost where its field is gone, until it is forgotten', async () => {
    const { user } = await show({ draft: [['Tech', 'City', 'Hamburg', 'Bremen']] });
    expect(await screen.findByText('Tech, City')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Forget these' }));
    expect(screen.queryByText('Tech, City')).toBeNull();
  });
});

describe('filling contacts in', () => {
  it('applies a template, empty fields included', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Fill in Registrant' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Own/ }));
    expect(await field('Name')).toHaveProperty('value', 'Alex Example');
    expect(await field('City')).toHaveProperty('value', '');
  });

  it('copies a role to the others that can be written', async () => {
    const { user } = await show({
      reads: [
        aContactsAnswer({
          roles: [aRole('Registrant', { City: 'Kiel' }, true), aRole('Tech', {}, true), aRole('Billing')],
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Fill in Registrant' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy this to Tech' }));
    expect(await field('City', 'Tech')).toHaveProperty('value', 'Kiel');
  });

  it('copies from another domain of the portfolio, which is read for it', async () => {
    const { user, asked } = await show({
      reads: [aContactsAnswer(), aContactsAnswer({ roles: [aRole('Registrant', { City: 'Lübeck' })] })],
    });
    await user.click(await screen.findByRole('button', { name: 'Fill in Registrant' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy from another domain…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'other.example' }));
    await user.click(await dialog.findByRole('button', { name: 'Fill in' }));
    expect(await field('City')).toHaveProperty('value', 'Lübeck');
    expect(asked('domains.readContacts').map(({ input }) => input)).toEqual([
      { accountId: 'practice', domain: 'harbour.example' },
      { accountId: 'practice', domain: 'other.example' },
    ]);
  });

  it('keeps a role as a template, and says why it cannot where the keychain does not answer', async () => {
    const { user } = await show({
      answers: {
        changes: oneChange(),
        templates: { save: () => Promise.resolve(fail({ kind: 'keychain', fault: 'locked' } as const)) },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Use Admin' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as a template…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of the template' }), 'Robin');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('without the keychain there is no key');
  });
});
