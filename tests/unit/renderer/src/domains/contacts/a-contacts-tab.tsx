import { screen, within } from '@testing-library/react';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { AppError } from '#shared/errors.ts';
import { ok } from '#shared/result.ts';
import { ContactsEditor } from '../../../../../../renderer/src/changes/kinds/contacts.tsx';
import { drawPart } from '../../a-drawn-part.tsx';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { oneChange } from '../../../../../support/fake-change-flow.ts';
import {
  aContactsAnswer,
  aContactTemplate,
  type ContactsNow,
  readsContacts,
} from '../../../../../support/fake-contacts.ts';
import { aDomain } from '../../../../../support/fake-portfolio.ts';

const domain = aDomain('harbour.example');
type Edit = readonly [role: string, field: string, was: string, value: string];

interface Given {
  readonly reads?: readonly (ContactsNow | AppError)[];
  readonly draft?: readonly Edit[];
  readonly answers?: FakeAnswers;
}

/** The contacts of `harbour.example`, drawn. */
export async function show({ reads = [aContactsAnswer()], draft, answers = {} }: Given = {}) {
  const body =
    draft && JSON.stringify(draft.map(([role, field, was, value]) => ({ role, field, was, value })));
  const page = await drawPart(<ContactsEditor domain={domain} />, {
    world: {
      domains: [domain, aDomain('other.example')],
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

export const role = async (name: string) => within(await screen.findByRole('region', { name }));
export const field = async (name: string, of = 'Registrant') =>
  (await role(of)).getByRole('textbox', { name });
export const review = () => screen.getByRole('button', { name: 'Review…' });
