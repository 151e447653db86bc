import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import * as names from '#shared/domain/domain-name.ts';
import type { Client } from '#shared/routes.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { draw } from '../../../../support/draw.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { oneChange, type OneChange } from '../../../../support/fake-change-flow.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aWorld, type FakeWorld } from '../../../../support/fake-world.ts';

export interface Around extends OneChange {
  readonly world?: Partial<FakeWorld>;
  readonly changes?: Partial<Client['changes']>;
  readonly answers?: FakeAnswers;
}

/** Draws one part of a domain's page as it stands in the application. */
export async function showPart(part: ReactNode, { world, changes, answers, ...one }: Around = {}) {
  const bridge = createFakeBridge(aWorld(world), { ...answers, changes: oneChange(one, changes) });
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await stores.accounts.actions.load();
  await stores.status.actions.read();
  const drawn = draw(stores, part);
  const user = userEvent.setup();
  const called = (name: string) => bridge.world.calls.filter((call) => call.name === name);
  /** What was asked for, to be looked at. */
  const asked = () => called('changes.prepare').map(({ input }) => input);
  return { bridge, stores, user, called, asked, drawn };
}
