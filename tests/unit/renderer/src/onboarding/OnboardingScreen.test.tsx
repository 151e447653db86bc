// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { OnboardingScreen } from '../../../../../renderer/src/onboarding/OnboardingScreen.tsx';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { valueOf } from '../../../../../renderer/src/remote.ts';

drawInJsdom();

it('a user who goes elsewhere as soon as the first start is over stays there, however long the settings take to be stored', async () => {
  const stored = Promise.withResolvers<undefined>();
  const { stores, user, bridge } = await drawPart(<OnboardingScreen />, {
    answers: {
      settings: {
        async write() {
          await stored.promise;
          return ok(bridge.world.settings);
        },
      },
    },
    before: ({ settings }) => settings.actions.read(),
  });
  await user.click(screen.getByRole('button', { name: 'Start with the practice account' }));
  // From here on the shell is shown.
  await waitFor(() => expect(valueOf(stores.settings.getState().settings)?.onboarded).toBe(true));
  stores.route.actions.goToBulk({ kind: 'new' });
  await act(async () => {
    stored.resolve(undefined);
    await stored.promise;
  });
  expect(stores.route.getState().route).toEqual({ screen: 'bulk', view: { kind: 'new' } });
});
