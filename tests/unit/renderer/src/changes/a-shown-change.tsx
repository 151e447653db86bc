import { screen } from '@testing-library/react';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { Client } from '#shared/routes.ts';
import { ChangeFlow } from '../../../../../renderer/src/changes/ChangeFlow.tsx';
import { useChange } from '../../../../../renderer/src/changes/flow-store.ts';
import { draw } from '../../../../support/draw.tsx';
import { drawPart, type User } from '../a-drawn-part.tsx';
import { oneChange, type OneChange } from '../../../../support/fake-change-flow.ts';

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
  const part = <Editor domain={domain} ask={ask} />;
  const page = await drawPart(part, { answers: { changes: oneChange(one, others) } });
  const { stores, user } = page;
  await user.click(screen.getByRole('button', { name: 'Begin' }));
  const sent = () => page.called('changes.apply').length;
  return { ...page, sent, drawAgain: () => draw(stores, part) };
}

export const dialog = () => screen.findByRole('dialog');
export const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Sends what is in sight, and answers with the panel in which it is followed. */
export async function sendIt(user: User, name = 'Lock') {
  await user.click(await button(name));
  return screen.findByRole('status', { name });
}
