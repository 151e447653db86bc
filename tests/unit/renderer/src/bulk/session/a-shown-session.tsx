import { act, screen } from '@testing-library/react';
import { type Session, shortlistBit } from '#shared/domain/session.ts';
import { ok } from '#shared/result.ts';
import { ExportNotices } from '../../../../../../renderer/src/bulk/export/ExportNotices.tsx';
import { SessionScreen } from '../../../../../../renderer/src/bulk/session/SessionScreen.tsx';
import { drawPart } from '../../../../../support/draw.tsx';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aFrame, anOpening, theSession } from './an-open-session.ts';

/**
 * A session on the screen, its findings there.
 *
 * @param shortlist Cells that are on the shortlist.
 */
export async function showing(
  session: Session = theSession(),
  answers: FakeAnswers = {},
  shortlist: readonly number[] = [],
) {
  const part = (
    <>
      <SessionScreen sessionId={session.id} />
      <ExportNotices />
    </>
  );
  const page = await act(() =>
    drawPart(part, {
      world: { sessions: [session] },
      answers: { ...answers, sessions: { open: () => Promise.resolve(ok(session)), ...answers.sessions } },
      before: ({ sessions }) => sessions.actions.load(),
    }),
  );
  const { ports } = page;
  const [viewId = ''] = ports.listening();
  await act(async () => {
    const { codes, ...opening } = anOpening();
    ports.send(viewId, {
      ...opening,
      codes: codes.map((code, cell) => (shortlist.includes(cell) ? code | shortlistBit : code)),
    });
    await Promise.resolve();
  });
  const tell = (frame = aFrame({ 4: 'available' })) => act(() => ports.send(viewId, frame));
  return { ...page, viewId, asked: page.called, tell };
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
