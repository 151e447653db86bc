// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { BatchMaker } from '../../../../../../renderer/src/changes/batches/BatchMaker.tsx';
import { aContactTemplate, aHostsTemplate } from '../../../../../support/fake-change-flow.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';
import { aDomain } from '../../../../../support/fake-portfolio.ts';

drawInJsdom();

const [office, parking] = [
  aContactTemplate(1, 'Office'),
  aHostsTemplate(2, 'Parking', ['ns1.park.example', 'ns2.park.example']),
];

const show = (action: 'contacts' | 'nameservers', names: readonly string[]) =>
  drawPart(<BatchMaker of={[{ accountId: 'practice', names }]} action={action} onClose={vi.fn()} />, {
    world: {
      domains: [
        aDomain('alder.com', { client: 'Acme' }),
        aDomain('birch.net', { client: 'Acme' }),
        aDomain('cedar.org', { client: 'Zoo' }),
      ],
      templates: [office, parking],
      clients: [{ name: 'Acme', contact: office.id, nameservers: parking.id }],
    },
  });

describe('a batch of domains that all have one client', () => {
  it('offers its nameserver set, which one button fills in', async () => {
    const { user } = await show('nameservers', ['alder.com', 'birch.net']);
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain('The nameserver set of Acme: Parking');
    await user.click(screen.getByRole('button', { name: 'Fill in' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Nameservers/ });
    expect(field.value).toBe('ns1.park.example\nns2.park.example');
    expect(screen.queryByRole('note')).toBeNull();
  });
});
