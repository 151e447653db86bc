// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { fail, ok } from '#shared/result.ts';
import { NameserversEditor } from '../../../../../../renderer/src/changes/kinds/nameservers.tsx';
import { draw, showPart, drawInJsdom, enter, type Around } from '../../../../../support/draw.tsx';
import { aDomain, aKnown } from '../../../../../support/fake-portfolio.ts';
import { ChildNameserversEditor } from '../../../../../../renderer/src/changes/kinds/child-nameservers.tsx';

drawInJsdom();

const domain = aDomain('harbour.example');

const show = (around: Around = {}, of = domain) => showPart(<NameserversEditor domain={of} />, around);

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nameservers' });

const values = () => box().value.split('\n');

const button = (name: string) => screen.getByRole('button', { name });

describe('the nameservers of a domain', () => {
  it('that are misspelt say so at their field, and are not sent', async () => {
    const { user, asked } = await show();
    await user.clear(box());
    await enter(user, box(), 'ns1.a.example\nns_2.a.example');
    expect(box().getAttribute('aria-invalid')).not.toBe('true');
    await user.click(button('Review…'));
    expect(box().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('ns_2.a.example: A host has no underscores')).toBeDefined();
    expect(asked()).toEqual([]);
  });

  it('are typed one to a line or beside each other, and how they are sent is said where that differs', async () => {
    const { user, asked } = await show();
    expect(values()).toEqual(['ns1.northwind.example', 'ns2.northwind.example']);
    await user.clear(box());
    await enter(user, box(), 'ns2.bäckerei.example, ns1.a.example 192.0.2.1\n\nns3.a.example');
    expect(box().parentElement?.parentElement?.textContent).toContain(
      'Sent as ns2.xn--bckerei-5wa.example, ns1.a.example, ns3.a.example',
    );
    await user.click(button('Review…'));
    await screen.findByRole('dialog');
    expect(asked()).toMatchObject([
      { ask: { nameservers: ['ns2.xn--bckerei-5wa.example', 'ns1.a.example', 'ns3.a.example'] } },
    ]);
  });

  it('that are more than can be sent stay as they were typed, say so, and are not sent', async () => {
    const { user, asked } = await show();
    await user.clear(box());
    await user.paste('a.x.example b.x.example c.x.example d.x.example e.x.example f.x.example');
    expect(box().value).toContain('f.x.example');
    await user.click(button('Review…'));
    expect(screen.getByRole('alert').textContent).toBe('5 nameservers can be sent at most');
    expect(asked()).toEqual([]);
  });

  it('that are typed and not sent are a draft with its age, also elsewhere in the program', async () => {
    const { user, stores, drawn } = await show();
    await enter(user, box(), '\nns3.a.example');
    expect(screen.getByText(/^Draft saved/).textContent).toContain('just now');
    drawn.unmount();
    draw(stores, <NameserversEditor domain={domain} />);
    expect(values()[2]).toBe('ns3.a.example');
    await user.click(button('Reset'));
    expect(values()).toHaveLength(2);
    expect(screen.queryByText(/^Not sent/)).toBeNull();
  });

  it('inside the domain are warned of unless a child nameserver of the name is known', async () => {
    const { user, stores } = await show();
    await user.clear(box());
    await enter(user, box(), 'ns1.harbour.example\nns2.a.example');
    expect((await screen.findByText(/is inside this domain/)).textContent).toContain('ns1.harbour.example');
    await user.click(button('Host records'));
    expect(stores.route.getState().route).toMatchObject({ view: { tab: 'child-nameservers' } });
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
    await enter(user, box(), '\nns3.a.example');
    await user.click(button('Review…'));
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.map(({ textContent }) => textContent)).toEqual(['This is not a full domain name']);
  });
});

const made: ChildNameserver = {
  host: 'ns1.harbour.example',
  addresses: ['192.0.2.1'],
  at: '2026-11-21T09:00:00.000Z',
  source: 'change',
};

const knowing = (...children: readonly ChildNameserver[]) => ({
  answers: { domains: { children: () => Promise.resolve(ok({ children: [...children] })) } },
});

const showChildren = (around: Around = {}) =>
  showPart(<ChildNameserversEditor domain={aDomain('harbour.example')} />, around);

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('the child nameservers of a domain', () => {
  it('are registered with a host below the domain and an address', async () => {
    const { user, asked } = await showChildren();
    await enter(user, field('Host'), 'ns1');
    await enter(user, field('Address'), '192.0.2.9');
    expect(screen.getByText('Sent as ns1.harbour.example')).toBeDefined();
    await user.click(button('Review…'));
    await screen.findByRole('dialog', { name: 'New host record ns1.harbour.example' });
    expect(asked()).toEqual([
      {
        accountId: 'practice',
        domain: 'harbour.example',
        ask: { kind: 'child-register', host: 'ns1.harbour.example', address: '192.0.2.9' },
      },
    ]);
  });

  it('say at the address that IPv6 may not be taken, and what is no address, which is not asked for', async () => {
    const { user, asked } = await showChildren();
    await enter(user, field('Host'), 'ns1');
    await enter(user, field('Address'), '2001:db8::1');
    expect(screen.getByText('IPv6 may not be accepted')).toBeDefined();
    await user.clear(field('Address'));
    await enter(user, field('Address'), '192.0.2.999');
    await user.click(button('Review…'));
    expect(screen.getByText('This is neither an IPv4 nor an IPv6 address')).toBeDefined();
    expect(asked()).toEqual([]);
  });

  it('are modified with the address that is known', async () => {
    const { user } = await showChildren(knowing(made));
    await user.click(await screen.findByRole('button', { name: 'Modify ns1.harbour.example' }));
    expect(field('Host').value).toBe('ns1.harbour.example');
    expect(field('Current address').value).toBe('192.0.2.1');
    expect(field('New address').value).toBe('');
  });

  it('that a known domain uses are warned of before they are deleted', async () => {
    const user1 = aDomain('bakery.example', {
      nameservers: aKnown(['ns1.harbour.example', 'ns2.x.example']),
    });
    const { user } = await showChildren({ ...knowing(made), world: { domains: [user1] } });
    await user.click(await screen.findByRole('button', { name: 'Delete ns1.harbour.example' }));
    expect((await screen.findByText(/1 domain uses this nameserver/)).textContent).toContain(
      'bakery.example',
    );
  });

  it('that were made elsewhere are noted, and nothing is sent', async () => {
    const { user, asked, called } = await showChildren();
    await user.click(screen.getByRole('radio', { name: 'Record one that exists' }));
    await enter(user, field('Host'), 'ns7');
    await enter(user, field('Address'), '192.0.2.7');
    await user.click(button('Add to list'));
    expect((await screen.findByRole('list', { name: 'Known host records' })).textContent).toContain(
      'ns7.harbour.example',
    );
    expect(called('domains.setChild')[0]).toEqual({
      accountId: 'practice',
      domain: 'harbour.example',
      host: 'ns7.harbour.example',
      addresses: ['192.0.2.7'],
    });
    expect(asked()).toEqual([]);
    expect(field('Host').value).toBe('');
  });
});
