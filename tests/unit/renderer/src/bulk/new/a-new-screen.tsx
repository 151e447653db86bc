import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as domainNames from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../../../renderer/src/app-stores.ts';
import { NewSession } from '../../../../../../renderer/src/bulk/new/NewSession.tsx';
import { draw } from '../../../../../support/draw.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../../support/fake-ports.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../../support/fake-world.ts';

/** The screen on which a session is made, before a fake bridge. */
export async function show(answers: FakeAnswers = {}, world: Parameters<typeof aWorld>[0] = {}, names = '') {
  const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()], ...world }), answers);
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(domainNames));
  await Promise.all([stores.accounts.actions.load(), stores.tlds.actions.load()]);
  stores.route.actions.goToBulk({ kind: 'new' });
  draw(stores, <NewSession names={names} />);
  const called = (name: string) =>
    bridge.world.calls.filter((call) => call.name === name).map((call) => call.input);
  return { bridge, stores, called, user: userEvent.setup() };
}

export const step = (name: string) => within(screen.getByRole('region', { name }));
export const field = () => screen.getByRole('textbox', { name: 'Names' });
export const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Start/ });
export const kept = () => screen.findByRole('group', { name: 'Report' });
/** As a paste would, in one go. */
export const type = (text: string) => fireEvent.input(field(), { target: { value: text } });
