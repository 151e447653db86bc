// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { NameserversEditor } from '../../../../../../renderer/src/changes/kinds/nameservers.tsx';
import { draw } from '../../../../../support/draw.tsx';
import { aFollowedChange } from '../../../../../support/fake-change-flow.ts';
import { aDomain, anUnreadDomain } from '../../../../../support/fake-portfolio.ts';
import { aWorld } from '../../../../../support/fake-world.ts';
import { type Around, showPart } from '../../domains/a-shown-part.tsx';
import { drawInJsdom, enter } from '../../a-drawn-part.tsx';

drawInJsdom();

const domain = aDomain('harbour.example');
const show = (around: Around = {}, of = domain) => showPart(<NameserversEditor domain={of} />, around);

const row = (number: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Nameserver ${number}` });
const values = () => screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.value);
const button = (name: string) => screen.getByRole('button', { name });

describe('the nameservers of a domain', () => {
  it('are shown with their age, and that the whole set is replaced', async () => {
    await show();
    expect(values()).toEqual(['ns1.northwind.example', 'ns2.northwind.example']);
    expect(screen.getByText(/^2 nameservers/).textContent).toContain('The whole set is replaced');
    expect(button('Review…').hasAttribute('disabled')).toBe(true);
  });

  it('that were never read can be typed all the same', async () => {
    const { user, asked } = await show({}, anUnreadDomain('harbour.example'));
    await enter(user, row(1), 'ns1.bäckerei.example');
    await enter(user, row(2), 'NS2.a.example.');
    expect(screen.getByText('Sent as ns1.xn--bckerei-5wa.example')).toBeDefined();
    await user.click(button('Review…'));
    await screen.findByRole('dialog', { name: 'Set nameservers' });
    expect(asked()).toEqual([
      {
        accountId: 'practice',
        domain: 'harbour.example',
        ask: { kind: 'nameservers', nameservers: ['ns1.xn--bckerei-5wa.example', 'ns2.a.example'] },
      },
    ]);
  });

  it('that are misspelt say so at their field, and are not sent', async () => {
    const { user, asked } = await show();
    await user.clear(row(2));
    await enter(user, row(2), 'ns_2.a.example');
    await user.click(button('Review…'));
    expect(row(2).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('A host has no underscores')).toBeDefined();
    expect(asked()).toEqual([]);
  });

  it('are put in order by keyboard and by buttons, and the cursor goes along', async () => {
    const { user } = await show();
    row(1).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(values()).toEqual(['ns2.northwind.example', 'ns1.northwind.example']);
    expect(document.activeElement).toBe(row(2));
    await user.click(button('Move Nameserver 2 up'));
    expect(values()).toEqual(['ns1.northwind.example', 'ns2.northwind.example']);
  });

  it('are filled by pasting a list, and what finds no place is counted', async () => {
    const { user } = await show();
    await user.click(row(1));
    await user.paste('a.x.example b.x.example c.x.example d.x.example e.x.example f.x.example');
    expect(values()).toEqual(['a.x.example', 'b.x.example', 'c.x.example', 'd.x.example', 'e.x.example']);
    expect(screen.getByRole('alert').textContent).toBe('1 host of the list did not fit: 5 can be sent.');
    expect(screen.queryByRole('button', { name: 'Add one' })).toBeNull();
  });

  it('that are typed and not sent are a draft with its age, also elsewhere in the program', async () => {
    const { user, stores, drawn } = await show();
    await user.click(button('Add one'));
    await user.keyboard('ns3.a.example');
    expect(screen.getByText(/^Draft saved/).textContent).toContain('just now');
    drawn.unmount();
    draw(stores, <NameserversEditor domain={domain} />);
    expect(row(3).value).toBe('ns3.a.example');
    await user.click(button('Reset'));
    expect(values()).toHaveLength(2);
    expect(screen.queryByText(/^Not sent/)).toBeNull();
  });

  it('that were confirmed are no draft any more', async () => {
    const what = {
      kind: 'nameservers',
      nameservers: ['ns1.northwind.example', 'ns2.northwind.example', 'ns3.a.example'],
    } as const;
    const createdAt = '2999-01-01T00:00:00.000Z';
    const done = aFollowedChange({ what, state: 'confirmed', proof: 'read-back', createdAt });
    const { user, called } = await show({ applied: ok(done) });
    await user.click(button('Add one'));
    await user.keyboard('ns3.a.example');
    await user.click(button('Review…'));
    await user.click(await screen.findByRole('button', { name: 'Set nameservers' }));
    await screen.findByText(/^Accepted by the service and verified.*\.$/);
    expect(called('drafts.remove')).toHaveLength(1);
    expect(screen.queryByText(/^Not sent/)).toBeNull();
  });

  it('inside the domain are warned of unless a child nameserver of the name is known', async () => {
    const { user, stores } = await show();
    await user.clear(row(1));
    await enter(user, row(1), 'ns1.harbour.example');
    expect((await screen.findByText(/is inside this domain/)).textContent).toContain('ns1.harbour.example');
    await user.click(button('Child nameservers'));
    expect(stores.route.getState().route).toMatchObject({ view: { tab: 'child-nameservers' } });
  });

  it('inside the domain whose child nameserver is known are not warned of', async () => {
    const child = {
      host: 'ns1.harbour.example',
      addresses: ['192.0.2.1'],
      at: '2026-11-21T09:00:00.000Z',
      source: 'typed',
    } as const;
    const { user, called } = await show({
      answers: { domains: { children: () => Promise.resolve(ok({ children: [child] })) } },
    });
    await user.clear(row(1));
    await enter(user, row(1), 'ns1.harbour.example');
    expect(called('domains.children')).not.toEqual([]);
    expect(screen.queryByText(/is inside this domain/)).toBeNull();
  });

  it('come from a template, and can be kept as one', async () => {
    const templates = [
      {
        id: '00000000-0000-4000-9200-000000000001',
        name: 'Northwind DNS',
        kind: 'nameservers',
        nameservers: ['a.dns.example', 'b.dns.example'],
      },
    ] as const;
    const { user, bridge } = await show({ world: { templates } });
    await user.click(button('Templates'));
    await user.click(await screen.findByRole('menuitem', { name: /^Northwind DNS/ }));
    expect(values()).toEqual(['a.dns.example', 'b.dns.example']);
    await user.click(button('Templates'));
    await user.click(await screen.findByRole('menuitem', { name: 'Save these as a template…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of the template' }), 'Second{Enter}');
    await vi.waitFor(() => {
      expect(bridge.world.templates.map(({ name }) => name)).toEqual(['Northwind DNS', 'Second']);
    });
  });

  it('that main refuses say so at their field and nowhere else', async () => {
    const { user } = await show({
      changes: {
        prepare: () =>
          Promise.resolve(
            fail({ kind: 'invalid-input', field: 'nameservers', reason: 'This is not a full domain name' }),
          ),
      },
    });
    await user.click(button('Add one'));
    await user.keyboard('ns3.a.example');
    await user.click(button('Review…'));
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.map(({ textContent }) => textContent)).toEqual(['This is not a full domain name']);
  });

  it('can be typed offline, and say that they cannot be sent yet', async () => {
    await show({ world: { status: { ...aWorld().status, connection: 'offline' } } });
    expect(screen.getByRole('note').textContent).toContain('Can’t reach the service. Your draft is saved.');
    expect(row(1).disabled).toBe(false);
  });
});
