import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChangeAsk } from '#shared/domain/change.ts';
import * as names from '#shared/domain/domain-name.ts';
import type { Client } from '#shared/routes.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { ChangeFlow } from '../../../../../renderer/src/changes/ChangeFlow.tsx';
import { useChange } from '../../../../../renderer/src/changes/flow-store.ts';
import { draw } from '../../../../support/draw.tsx';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { oneChange, type OneChange } from '../../../../support/fake-change-flow.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aWorld } from '../../../../support/fake-world.ts';

const lock: ChangeAsk = { kind: 'lock', state: 'locked' };

function Editor({ domain, ask }: { readonly domain: string; readonly ask: ChangeAsk }) {
  const flow = useChange({ accountId: 'practice', name: domain }, 'lock');
  return (
    <>
      <button type="button" onClick={() => flow.actions.begin(ask)}>
        Begin
      </button>
      <ChangeFlow flow={flow} />
    </>
  );
}

/** Draws an editor of one button, and presses it. */
export async function show(
  one: OneChange = {},
  others: Partial<Client['changes']> = {},
  { ask = lock, domain = 'harbour.example' }: { readonly ask?: ChangeAsk; readonly domain?: string } = {},
) {
  const bridge = createFakeBridge(aWorld(), { changes: oneChange(one, others) });
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await stores.accounts.actions.load();
  const part = <Editor domain={domain} ask={ask} />;
  const drawn = draw(stores, part);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Begin' }));
  const sent = () => bridge.world.calls.filter(({ name }) => name === 'changes.apply').length;
  return { bridge, stores, user, sent, drawn, drawAgain: () => draw(stores, part) };
}

export const dialog = () => screen.findByRole('dialog');
export const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Sends what is in sight, and answers with the panel in which it is followed. */
export async function sendIt(user: ReturnType<typeof userEvent.setup>, name = 'Lock') {
  await user.click(await button(name));
  return screen.findByRole('status', { name });
}
