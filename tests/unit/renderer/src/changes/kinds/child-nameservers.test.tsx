// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { fail, ok } from '#shared/result.ts';
import { ChildNameserversEditor } from '../../../../../../renderer/src/changes/kinds/child-nameservers.tsx';
import { aDomain, aKnown } from '../../../../../support/fake-portfolio.ts';
import { type Around, showPart } from '../../domains/a-shown-part.tsx';
import { drawInJsdom, enter } from '../../a-drawn-part.tsx';

drawInJsdom();

const made: ChildNameserver = {
  host: 'ns1.harbour.example',
  addresses: ['192.0.2.1'],
  at: '2026-11-21T09:00:00.000Z',
  source: 'change',
};
const told: ChildNameserver = { ...made, host: 'ns2.harbour.example', addresses: [], source: 'typed' };

const knowing = (...children: readonly ChildNameserver[]) => ({
  answers: { domains: { children: () => Promise.resolve(ok({ children: [...children] })) } },
});
const show = (around: Around = {}) =>
  showPart(<ChildNameserversEditor domain={aDomain('harbour.example')} />, around);

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

describe('the child nameservers of a domain', () => {
  it('are those that are known here, each with where that is from', async () => {
    await show(knowing(made, told));
    const list = await screen.findByRole('list', { name: 'Known child nameservers' });
    expect(list.textContent).toMatch(/ns1\.harbour\.example192\.0\.2\.1created here/);
    expect(list.textContent).toMatch(/ns2\.harbour\.exampleaddress unknownentered by you/);
    expect(screen.getByText(/The API can’t list child nameservers/)).toBeDefined();
  });

  it('are registered with a host below the domain and an address', async () => {
    const { user, asked } = await show();
    await enter(user, field('Host'), 'ns1');
    await enter(user, field('Address'), '192.0.2.9');
    expect(screen.getByText('Sent as ns1.harbour.example')).toBeDefined();
    await user.click(button('Review…'));
    await screen.findByRole('dialog', { name: 'New child nameserver ns1.harbour.example' });
    expect(asked()).toEqual([
      {
        accountId: 'practice',
        domain: 'harbour.example',
        ask: { kind: 'child-register', host: 'ns1.harbour.example', address: '192.0.2.9' },
      },
    ]);
  });

  it('say at the address that IPv6 may not be taken, and what is no address, which is not asked for', async () => {
    const { user, asked } = await show();
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
    const { user } = await show(knowing(made));
    await user.click(await screen.findByRole('button', { name: 'Modify ns1.harbour.example' }));
    expect(field('Host').value).toBe('ns1.harbour.example');
    expect(field('Current address').value).toBe('192.0.2.1');
    expect(field('New address').value).toBe('');
  });

  it('that a known domain uses are warned of before they are deleted', async () => {
    const user1 = aDomain('bakery.example', {
      nameservers: aKnown(['ns1.harbour.example', 'ns2.x.example']),
    });
    const { user } = await show({ ...knowing(made), world: { domains: [user1] } });
    await user.click(await screen.findByRole('button', { name: 'Delete ns1.harbour.example' }));
    expect((await screen.findByText(/1 domain uses this nameserver/)).textContent).toContain(
      'bakery.example',
    );
  });

  it('that no known domain uses say so, as far as is known', async () => {
    const { user } = await show(knowing(made));
    await user.click(await screen.findByRole('button', { name: 'Delete ns1.harbour.example' }));
    expect(await screen.findByText('No domain of the portfolio is known to use it.')).toBeDefined();
  });

  it('that were made elsewhere are noted, and nothing is sent', async () => {
    const { user, asked, called } = await show();
    await user.click(screen.getByRole('radio', { name: 'Add an existing one' }));
    await enter(user, field('Host'), 'ns7');
    await enter(user, field('Address'), '192.0.2.7');
    await user.click(button('Add to list'));
    expect((await screen.findByRole('list', { name: 'Known child nameservers' })).textContent).toContain(
      'ns7.harbour.example',
    );
    expect(called('domains.tellChild')[0]).toEqual({
      accountId: 'practice',
      domain: 'harbour.example',
      host: 'ns7.harbour.example',
      addresses: ['192.0.2.7'],
    });
    expect(asked()).toEqual([]);
    expect(field('Host').value).toBe('');
  });

  it('that main refuses say so at the field that is meant', async () => {
    const { user } = await show({
      changes: {
        prepare: () =>
          Promise.resolve(
            fail({ kind: 'invalid-input', field: 'ipaddress', reason: 'This is not an IP address' }),
          ),
      },
    });
    await enter(user, field('Host'), 'ns1');
    await enter(user, field('Address'), '192.0.2.9');
    await user.click(button('Review…'));
    expect(await screen.findByText('This is not an IP address')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
