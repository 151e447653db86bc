import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import type { Session } from '#shared/domain/session.ts';
import { ok } from '#shared/result.ts';
import { createStores } from '../../../../../../renderer/src/app-stores.ts';
import { ExportNotices } from '../../../../../../renderer/src/bulk/export/ExportNotices.tsx';
import { SessionScreen } from '../../../../../../renderer/src/bulk/session/SessionScreen.tsx';
import { draw, standInForTheBrowser } from '../../../../../support/draw.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../../support/fake-ports.ts';
import { aWorld } from '../../../../../support/fake-world.ts';
import { aFrame, anOpening, theSession } from './an-open-session.ts';

/** Once in a file of tests: the browser's stand-ins, and a clean page after each test. */
export function drawInJsdom(): void {
  beforeAll(standInForTheBrowser);
  beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));
  afterEach(cleanup);
}

/** A session on the screen, its findings there. */
export async function showing(session: Session = theSession(), answers: FakeAnswers = {}) {
  const bridge = createFakeBridge(aWorld({ sessions: [session] }), {
    ...answers,
    sessions: { open: () => Promise.resolve(ok(session)), ...answers.sessions },
  });
  const ports = createFakePorts();
  const stores = createStores(bridge, ports, () => Promise.resolve(names));
  await act(async () => {
    await Promise.all([stores.accounts.actions.load(), stores.sessions.actions.load()]);
    draw(
      stores,
      <>
        <SessionScreen sessionId={session.id} />
        <ExportNotices />
      </>,
    );
    await Promise.resolve();
  });
  const [viewId = ''] = ports.listening();
  await act(async () => {
    ports.send(viewId, anOpening());
    await Promise.resolve();
  });
  const asked = (name: string) =>
    bridge.world.calls.filter((call) => call.name === name).map((call) => call.input);
  const tell = (frame = aFrame({ 4: 'available' })) => act(() => ports.send(viewId, frame));
  return { bridge, ports, stores, viewId, asked, tell, user: userEvent.setup() };
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
