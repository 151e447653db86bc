import { fireEvent, screen, within } from '@testing-library/react';
import { NewSession } from '../../../../../../renderer/src/bulk/new/NewSession.tsx';
import { drawPart } from '../../a-drawn-part.tsx';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { anAccount, aPracticeAccount, type FakeWorld } from '../../../../../support/fake-world.ts';

/** The screen on which a session is made, before a fake bridge. */
export const show = (answers: FakeAnswers = {}, world: Partial<FakeWorld> = {}, names = '') =>
  drawPart(<NewSession names={names} />, {
    world: { accounts: [aPracticeAccount(), anAccount()], ...world },
    answers,
    async before({ tlds, route }) {
      await tlds.actions.load();
      route.actions.goToBulk({ kind: 'new' });
    },
  });

export const step = (name: string) => within(screen.getByRole('region', { name }));
export const field = () => screen.getByRole('textbox', { name: 'Names' });
export const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Start/ });
export const kept = () => screen.findByRole('group', { name: 'Report' });
/** As a paste would, in one go. */
export const type = (text: string) => fireEvent.input(field(), { target: { value: text } });
