// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import {
  aContactsAnswer,
  aContactTemplate,
  aFollowedChange,
  aRole,
  oneChange,
  readsContacts,
  type ContactsNow,
} from '../../../../../support/fake-change-flow.ts';
import { drawInJsdom, drawPart, enter } from '../../../../../support/draw.tsx';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { ContactsEditor } from '../../../../../../renderer/src/changes/kinds/contacts.tsx';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aDomain } from '../../../../../support/fake-portfolio.ts';

const domain = aDomain('harbour.example');
type Edit = readonly [role: string, field: string, was: string, value: string];

interface Given {
  readonly reads?: readonly (ContactsNow | AppError)[];
  readonly draft?: readonly Edit[];
  readonly answers?: FakeAnswers;
  /** More domains of the portfolio. */
  readonly others?: readonly Domain[];
}

/** The contacts of `harbour.example`, drawn. */
async function show({ reads = [aContactsAnswer()], draft, answers = {}, others = [] }: Given = {}) {
  const body =
    draft && JSON.stringify(draft.map(([role, field, was, value]) => ({ role, field, was, value })));
  const page = await drawPart(<ContactsEditor domain={domain} />, {
    world: {
      domains: [domain, aDomain('other.example'), ...others],
      templates: [aContactTemplate(1, 'Own', { Contact_Name: 'Alex Example' })],
    },
    answers: {
      changes: oneChange(),
      ...answers,
      domains: { readContacts: readsContacts(...reads) },
      ...(body === undefined
        ? {}
        : { drafts: { read: () => Promise.resolve(ok({ body, savedAt: '2026-11-21T09:00:00.000Z' })) } }),
    },
  });
  const prepared = () =>
    page.called('changes.prepare').map((input) => (input as { readonly ask: ChangeAsk }).ask); // The contract's own input.
  return { ...page, asked: page.called, prepared };
}

const role = async (name: string) => within(await screen.findByRole('region', { name }));
const field = async (name: string, of = 'Registrant') => (await role(of)).getByRole('textbox', { name });
const review = () => screen.getByRole('button', { name: 'Review…' });

drawInJsdom();

describe('the contacts of a domain', () => {
  it('are read when they are shown, and again when asked for; they can be edited in the roles that this account may write, and say why not in the others', async () => {
    const { user, asked } = await show();
    expect(await field('City')).toHaveProperty('value', 'Hamburg');
    expect((await role('Admin')).queryByRole('textbox')).toBeNull();
    expect(screen.getByText(/This account may write only the registrant/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Read again: contacts' }));
    await waitFor(() => expect(asked('domains.readContacts')).toHaveLength(2));
  });

  it('show a value that is no text as it came, not to be edited', async () => {
    await show({
      reads: [
        aContactsAnswer({
          roles: [
            {
              name: 'Registrant',
              isWritable: true,
              fields: [{ name: 'City', value: '[]', isText: false }],
            },
          ],
        }),
      ],
    });
    const registrant = await role('Registrant');
    expect(registrant.getByText('[]')).toBeTruthy();
    expect(registrant.queryByRole('textbox')).toBeNull();
  });
});

describe('editing contacts', () => {
  it('marks what changed with what was there, says what a registrant change can start, and takes back one field or all, the draft too', async () => {
    const { user, asked } = await show();
    await enter(user, await field('City'), '!');
    await enter(user, await field('Address 1'), '!');
    expect(screen.getByText(/2 fields changed: Registrant/)).toBeTruthy();
    expect(
      screen.getByText(/registry may ask for approvals by e-mail and lock the domain against transfers/),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo City of Registrant' }));
    expect(await field('City')).toHaveProperty('value', 'Hamburg');
    expect(await field('Address 1')).toHaveProperty('value', 'Harbour Street 7!');
    expect(asked('drafts.remove')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(await field('Address 1')).toHaveProperty('value', 'Harbour Street 7');
    expect(asked('drafts.remove')).not.toHaveLength(0);
  });

  it('reviews the whole role under the names that were read', async () => {
    const { user, prepared } = await show();
    expect(await screen.findByRole('button', { name: 'Review…' })).toHaveProperty('disabled', true);
    await enter(user, await field('Company'), ' AG');
    await user.click(review());
    await screen.findByRole('dialog');
    const [ask] = prepared();
    expect(ask?.kind === 'contacts' && ask.roles.map(({ name, fields }) => [name, fields.length])).toEqual([
      ['Registrant', 10],
    ]);
    expect(ask?.kind === 'contacts' && ask.roles[0]?.fields[1]).toEqual({
      name: 'Company_Name',
      value: 'Northwind Hosting AG',
    });
  });

  it('puts a refusal at its field', async () => {
    const refusal = {
      kind: 'invalid-input',
      field: 'ask.roles.0.fields.4.value',
      reason: 'Too long for a city',
    } as const;
    const { user } = await show({
      answers: { changes: oneChange({}, { prepare: () => Promise.resolve(fail(refusal)) }) },
    });
    await user.type(await field('City'), '!');
    await user.click(review());
    expect(await screen.findByText('Too long for a city')).toBeTruthy();
    expect((await field('City')).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reads again once the change is over, and forgets what was typed for it', async () => {
    const change = aFollowedChange({
      state: 'confirmed',
      proof: 'read-back',
      createdAt: '2999-01-01T00:00:00.000Z',
    });
    const { user, asked } = await show({ answers: { changes: oneChange({ applied: ok(change) }) } });
    await user.type(await field('City'), '!');
    await user.click(review());
    await user.click(await screen.findByRole('button', { name: 'Change Registrant contact' }));
    await waitFor(() => expect(asked('domains.readContacts')).toHaveLength(2));
    await waitFor(async () => expect(await field('City')).toHaveProperty('value', 'Hamburg'));
  });
});

describe('what was typed before', () => {
  it('is put in its place, and says how old it is', async () => {
    await show({ draft: [['Registrant', 'City', 'Hamburg', 'Bremen']] });
    await waitFor(async () => expect(await field('City')).toHaveProperty('value', 'Bremen'));
    expect(screen.getByText(/^Draft saved/)).toBeTruthy();
  });

  it('is shown while the contacts cannot be read, which is said; nothing can be reviewed then', async () => {
    await show({
      reads: [{ kind: 'unreachable', why: 'offline' }],
      draft: [['Registrant', 'City', 'Hamburg', 'Bremen']],
    });
    expect(await screen.findByText('Bremen')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the contacts');
    expect(screen.getByText('Not loaded')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Review…' })).toBeNull();
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
      await screen.findByRole('button', { name: 'Use the service’s value for City of Registrant' }),
    );
    expect(await field('City')).toHaveProperty('value', 'Hamburg');
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
    expect(asked('domains.readContacts')).toEqual([
      { accountId: 'practice', domain: 'harbour.example' },
      { accountId: 'practice', domain: 'other.example' },
    ]);
  });

  it('keeps a role as a template, and says why it cannot where the keychain does not respond', async () => {
    const { user } = await show({
      answers: {
        changes: oneChange(),
        templates: { save: () => Promise.resolve(fail({ kind: 'keychain', fault: 'locked' } as const)) },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Use Admin' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as a template…' }));
    await enter(user, await screen.findByRole('textbox', { name: 'Name of the template' }), 'Robin');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('encrypting them needs the keychain');
  });
});
