import type { ReactNode } from 'react';
import type { Client } from '#shared/routes.ts';
import { drawPart, type Given } from '../a-drawn-part.tsx';
import { oneChange, type OneChange } from '../../../../support/fake-change-flow.ts';

export interface Around extends OneChange, Given {
  readonly changes?: Partial<Client['changes']>;
}

/** Draws one part of a domain's page as it stands in the application. */
export async function showPart(part: ReactNode, { world, changes, answers, ...one }: Around = {}) {
  const page = await drawPart(part, {
    world,
    answers: { ...answers, changes: oneChange(one, changes) },
    before: ({ status }) => status.actions.read(),
  });
  /** What was asked for, to be looked at. */
  const asked = () => page.called('changes.prepare');
  return { ...page, asked };
}
