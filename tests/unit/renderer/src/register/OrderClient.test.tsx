// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { aContactTemplate, aHostsTemplate, oneChange } from '../../../../support/fake-change-flow.ts';
import { aFinding } from '../../../../support/fake-world.ts';
import { aPage, draw, drawInJsdom, enter, type User } from '../../../../support/draw.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { RegisterScreen } from '../../../../../renderer/src/register/RegisterScreen.tsx';

drawInJsdom();

const [acmeContact, acmeHosts] = [
  aContactTemplate(1, 'Acme'),
  aHostsTemplate(2, 'Acme DNS', ['ns1.acme.example', 'ns2.acme.example']),
];
const zooHosts = aHostsTemplate(3, 'Zoo DNS', ['ns1.zoo.example', 'ns2.zoo.example']);

/** The order of a name, with two clients of which one has both templates. */
async function show(answers: FakeAnswers = {}) {
  const page: Page = await aPage({
    world: {
      templates: [acmeContact, acmeHosts, zooHosts],
      clients: [
        { name: 'Acme', contact: acmeContact.id, nameservers: acmeHosts.id },
        { name: 'Zoo', contact: null, nameservers: zooHosts.id },
      ],
    },
    answers: {
      changes: oneChange({}),
      search: {
        start({ searchId, label, tlds }) {
          const findings = tlds.map((tld) => aFinding(`${label}.${tld}`, 'available'));
          page.bridge.tell('search.findings', { searchId, findings });
          page.bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
          return Promise.resolve(ok({ requests: 1 }));
        },
      },
      ...answers,
    },
    before: ({ route }) => route.actions.goToRegister(['harbour.com'], null),
  });
  draw(page.stores, <RegisterScreen />);
  return page;
}

type Page = Awaited<ReturnType<typeof aPage>>;

const client = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Client' });
const value = async (name: string) => (await screen.findByRole<HTMLInputElement>('textbox', { name })).value;
const firstHost = async () => (await value('Nameservers')).split('\n')[0];

async function choose(user: User, name: string): Promise<void> {
  const field = await client();
  await user.clear(field);
  await user.type(field, name.slice(0, 2));
  await user.click(await screen.findByRole('option', { name }));
}

describe('the client of an order', () => {
  it('fills in its registrant and nameservers, which the form says and one button takes back', async () => {
    const { user } = await show();
    await choose(user, 'Acme');
    await screen.findByText('Filled in from Acme: registrant and nameservers.');
    expect([await value('Last name'), await firstHost()]).toEqual(['Example', 'ns1.acme.example']);
    expect(screen.getByText(/was split into first and last name/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect([await value('Last name'), await firstHost(), (await client()).value]).toEqual(['', '', '']);
    expect(screen.queryByText(/^Filled in from/)).toBeNull();
  });

  it('never replaces what was typed, and offers its own beside it', async () => {
    const { user } = await show();
    await enter(user, await screen.findByRole('textbox', { name: 'City' }), 'Kiel');
    await choose(user, 'Acme');
    await screen.findByText('Filled in from Acme: nameservers.');
    expect([await value('City'), await value('Last name')]).toEqual(['Kiel', '']);
    expect(screen.getByText('The registrant stays as you typed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use that of Acme' }));
    expect(await value('Last name')).toBe('Example');
    expect(screen.queryByText(/stays as you typed/)).toBeNull();
  });
});
