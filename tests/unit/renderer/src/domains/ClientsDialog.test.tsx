// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aContactTemplate, aHostsTemplate } from '../../../../support/fake-change-flow.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { ClientsDialog } from '../../../../../renderer/src/domains/ClientsDialog.tsx';

drawInJsdom();

const [office, parking] = [
  aContactTemplate(1, 'Office'),
  aHostsTemplate(2, 'Parking', ['ns1.park.example', 'ns2.park.example']),
];
const world = {
  domains: [aDomain('alder.com', { client: 'Acme' }), aDomain('birch.net', { client: 'Zoo' })],
  templates: [office, parking],
};

const show = (more: Partial<typeof world> = {}) =>
  drawPart(<ClientsDialog onOpen={vi.fn()} onClose={vi.fn()} />, { world: { ...world, ...more } });
const choice = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });

describe('the dialog of clients', () => {
  it('saves each choice at once, and an undo is shown in it', async () => {
    const { user, called, stores } = await show();
    await user.selectOptions(await choice('Contact of Acme'), 'Office');
    await waitFor(() => expect(called('clients.save')).toMatchObject([{ name: 'Acme', contact: office.id }]));
    await waitFor(async () => expect((await choice('Contact of Acme')).value).toBe(office.id));
    await user.selectOptions(await choice('Nameservers of Acme'), 'Parking');
    await waitFor(() => expect(called('clients.save').at(-1)).toMatchObject({ nameservers: parking.id }));
    // What is chosen before the list was read again replaces nothing.
    expect(called('clients.save').at(-1)).not.toHaveProperty('contact');
    await stores.undo.actions.undo();
    await waitFor(async () => expect((await choice('Nameservers of Acme')).value).toBe(''));
    expect((await choice('Contact of Acme')).value).toBe(office.id);
  });

  it('finds a client by a part of its name, and takes a new one', async () => {
    const { user, called } = await show();
    await screen.findByText('Acme');
    await user.type(screen.getByRole('textbox', { name: 'Find or add a client' }), 'zo');
    expect(screen.queryByText('Acme')).toBeNull();
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'zoNo domains yet',
      'Zoo1 domain',
    ]);
    await user.selectOptions(await choice('Nameservers of zo'), 'Parking');
    await waitFor(() =>
      expect(called('clients.save')).toMatchObject([{ name: 'zo', nameservers: parking.id }]),
    );
  });
});
