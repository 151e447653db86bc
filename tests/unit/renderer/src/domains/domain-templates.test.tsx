// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { fail } from '#shared/result.ts';
import { partsBeside, stateBeside } from '../../../../../renderer/src/domains/domain-templates.ts';
import { aContactTemplate, aHostsTemplate } from '../../../../support/fake-change-flow.ts';
import { drawInJsdom } from '../../../../support/draw.tsx';
import { aDomain, aKnown, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { aPracticeAccount } from '../../../../support/fake-world.ts';
import { button, showing, shownNames } from './a-portfolio.tsx';

drawInJsdom();

const [ns1, ns2] = ['ns1.acme.example', 'ns2.acme.example'];
const hosts = (...of: readonly string[]) => ({ nameservers: aKnown(of) });
const named = (name: string) => ({ registrant: aKnown(name) });

describe('a domain beside its templates', () => {
  const wanted = { nameservers: [ns1, ns2], registrant: 'Acme Ltd' };
  const both = { ...hosts(ns1, ns2), ...named('Acme Ltd') };

  it.each([
    ['has what they say', both, wanted, 'same'],
    [
      'has the hosts in another order and spelling',
      { ...both, ...hosts('NS2.acme.example.', ns1) },
      wanted,
      'same',
    ],
    ['has the name in other spaces and capitals', { ...both, ...named('ACME  ltd ') }, wanted, 'same'],
    ['lacks a host', { ...both, ...hosts(ns1) }, wanted, 'differs'],
    ['has one host more', { ...both, ...hosts(ns1, ns2, 'ns3.acme.example') }, wanted, 'differs'],
    ['has another registrant', { ...both, ...named('Acme Inc') }, wanted, 'differs'],
    [
      'has other hosts, and its registrant was never read',
      { ...hosts('a.b.example'), registrant: null },
      wanted,
      'differs',
    ],
    [
      'has the hosts, and its registrant was never read',
      { ...hosts(ns1, ns2), registrant: null },
      wanted,
      'same',
    ],
    [
      'has a registrant that the service named nothing for',
      { nameservers: null, ...named('') },
      wanted,
      'not-known',
    ],
    ['was never read', { nameservers: null, registrant: null }, wanted, 'not-known'],
    ['has no template', both, { nameservers: null, registrant: null }, 'not-known'],
  ] as const)('that %s', (_, domain, templates, state) => expect(stateBeside(domain, templates)).toBe(state));

  it('tells what is not loaded from what has no template', () =>
    expect(partsBeside({ nameservers: null, registrant: null }, { ...wanted, registrant: null })).toEqual({
      nameservers: 'not-loaded',
      registrant: 'no-template',
    }));
});

describe('the filter by templates', () => {
  const [office, parking, own] = [
    aContactTemplate(1, 'Office', { Contact_Name: 'Robin Acme', Company_Name: 'Acme Ltd' }),
    aHostsTemplate(2, 'Parking', ['ns1.park.example', 'ns2.park.example']),
    aHostsTemplate(3, 'Acme', [ns1, ns2]),
  ];
  const world = {
    accounts: [
      aPracticeAccount({
        options: {
          ...defaultAccountOptions,
          orderDefaults: { ...defaultAccountOptions.orderDefaults, nameservers: parking.id },
        },
      }),
    ],
    templates: [office, parking, own],
    clients: [{ name: 'Acme', contact: office.id, nameservers: own.id }],
    domains: [
      aDomain('as-acme.com', { client: 'Acme', ...hosts(ns2, ns1), ...named('Acme Ltd') }),
      aDomain('other-hosts.com', { client: 'Acme', ...hosts('a.b.example'), ...named('Acme Ltd') }),
      aDomain('other-holder.com', { client: 'Acme', ...hosts(ns1, ns2), ...named('Robin Acme') }),
      aDomain('as-account.com', { ...hosts('ns1.park.example', 'ns2.park.example'), note: 'Parked' }),
      aDomain('not-as-account.com', { client: 'Nobody', ...hosts(ns1, ns2) }),
      anUnreadDomain('fresh.com', { client: 'Acme' }),
    ],
  };

  async function choosing(choice: string, given: Parameters<typeof showing>[0] = { world }) {
    const shown = await showing(given);
    await shown.user.click(button('More'));
    await shown.user.click(await screen.findByRole('radio', { name: choice }));
    return shown;
  }

  it('shows the domains that differ from their client’s, or else from those of their account', async () => {
    const { called } = await choosing('Differs');
    await screen.findByText('3 of 6 domains', { exact: false });
    expect(shownNames()).toEqual(['not-as-account.com', 'other-holder.com', 'other-hosts.com']);
    expect(called('templates.list')).toHaveLength(1);
  });

  it('shows the domains of which nothing can be compared, and says what is compared and of how many it is not known', async () => {
    await choosing('Not known');
    await screen.findByText('1 of 6 domains', { exact: false });
    expect(shownNames()).toEqual(['fresh.com']);
    screen.getByText(/^Nameservers, in any order. Not compared: 0 without a template, 1 not loaded yet.$/);
    screen.getByText(/registrant’s name alone.* Not compared: 2 without a template, 1 not loaded yet.$/);
  });

  it('opens no template before it is chosen', async () => {
    const { user, called } = await showing({ world });
    await user.click(button('More'));
    expect(called('templates.list')).toEqual([]);
  });

  it('shows nothing, and says why, where the templates cannot be opened', async () => {
    const error = { kind: 'keychain', fault: 'locked' } as const;
    await choosing('Differs', {
      world,
      answers: { templates: { list: () => Promise.resolve(fail(error)) } },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(sentencesFor(error).happened);
    expect(screen.queryByText('other-hosts.com')).toBeNull();
  });
});
