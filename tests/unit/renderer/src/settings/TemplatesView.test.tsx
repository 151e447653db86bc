// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Template } from '#shared/domain/portfolio.ts';
import { fail } from '#shared/result.ts';
import { TemplatesView } from '../../../../../renderer/src/settings/TemplatesView.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aContactTemplate, aHostsTemplate } from '../../../../support/fake-change-flow.ts';
import { drawInJsdom, drawPart, enter } from '../a-drawn-part.tsx';

drawInJsdom();

const own = aContactTemplate(1, 'Own');
const parking = aHostsTemplate(2, 'Parking', ['park1.contoso.example', 'park2.contoso.example']);

const show = (templates: readonly Template[] = [own, parking], answers: FakeAnswers = {}) =>
  drawPart(<TemplatesView />, { world: { templates }, answers });

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const named = async () => await screen.findByRole('textbox', { name: 'Name of the template' });
const noKey = fail({ kind: 'keychain', fault: 'locked' } as const);

describe('templates', () => {
  it('say what to do first where there are none', async () => {
    await show([]);
    expect(await screen.findByText('No templates yet')).toBeTruthy();
  });

  it('say why contacts can be neither opened nor kept where the keychain does not respond', async () => {
    await show([own], { templates: { list: () => Promise.resolve(noKey) } });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'encrypted with a key from the keychain',
    );
  });

  it('are made of a contact under the documented names', async () => {
    const { user, bridge } = await show([]);
    await user.click(await button('New contact'));
    await enter(user, await named(), 'Harbour');
    await enter(user, screen.getByRole('textbox', { name: 'City' }), 'Kiel');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await button(/^Harbour/)).toBeTruthy();
    const [made] = bridge.world.templates;
    expect(made?.kind === 'contact' && made.fields.filter(({ value }) => value !== '')).toEqual([
      { name: 'City', value: 'Kiel' },
    ]);
  });

  it('stay in their dialog, with the reason, where they cannot be kept', async () => {
    const { user } = await show([], { templates: { save: () => Promise.resolve(noKey) } });
    await user.click(await button('New contact'));
    await user.type(await named(), 'Harbour{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('encrypting them needs the keychain');
    expect(await named()).toHaveProperty('value', 'Harbour');
  });

  it('show a refused name at its field', async () => {
    const refused = fail({ kind: 'invalid-input', field: 'name', reason: 'Remove one first' } as const);
    const { user } = await show([parking], { templates: { save: () => Promise.resolve(refused) } });
    (await button(/^Parking/)).focus();
    await user.keyboard('{F2}');
    await user.type(await named(), ' 2{Enter}');
    expect(await screen.findByText('Remove one first')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of nameservers are kept once they are two hosts, as A-labels', async () => {
    const { user, bridge } = await show([]);
    await user.click(await button('New nameserver set'));
    await enter(user, await named(), 'Ours');
    await enter(user, screen.getByRole('textbox', { name: 'Nameserver 1' }), 'ns1.bäckerei.example');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await enter(user, screen.getByRole('textbox', { name: 'Nameserver 2' }), 'ns2.example.net');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await button(/^Ours/);
    const [made] = bridge.world.templates;
    expect(made?.kind === 'nameservers' && made.nameservers).toEqual([
      'ns1.xn--bckerei-5wa.example',
      'ns2.example.net',
    ]);
  });

  it('are listed by what they hold, renamed by F2, hold what they held, and are removed once a person has said so', async () => {
    const { user, bridge } = await show();
    expect(await button(/^Own/)).toHaveProperty(
      'textContent',
      'OwnRobin van Example, Northwind Hosting, Hamburg, DE',
    );
    expect((await button(/^Parking/)).textContent).toContain('park1.contoso.example, park2.contoso.example');
    (await button(/^Own/)).focus();
    await user.keyboard('{F2}');
    await user.clear(await named());
    await user.type(await named(), 'Ours{Enter}');
    expect(await button(/^Ours/)).toBeTruthy();
    const renamed = { ...own, name: 'Ours' };
    expect(bridge.world.templates).toContainEqual(renamed);
    (await button(/^Parking/)).focus();
    await user.keyboard('{Delete}');
    expect(bridge.world.templates).toHaveLength(2);
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the template' }),
    );
    await waitFor(() => expect(bridge.world.templates).toEqual([renamed]));
  });
});
