import { vi } from 'vitest';
import type { SessionFrame, SessionOpening } from '#shared/areas/session-port.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import { cellCode, type Session, shortlistBit } from '#shared/domain/session.ts';
import { createSessionStore } from '../../../../../../renderer/src/bulk/session/session-store.ts';
import { createGridModel } from '../../../../../../renderer/src/grid/grid-model.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aSession, createFakePorts } from '../../../../../support/fake-sessions.ts';
import { aWorld } from '../../../../../support/fake-world.ts';

export const names = ['bakery', 'cedar', 'drift'];
export const tlds = ['com', 'net'];

/** Three names under two TLDs: bakery is free, cedar taken, drift not asked yet. */
export const anOpening = (changes: Partial<SessionOpening> = {}): SessionOpening => ({
  kind: 'opening',
  sessionId: aSession().id,
  names: names.join('\n'),
  tlds,
  codes: Uint8Array.from([
    cellCode('available', null),
    cellCode('available', null),
    cellCode('taken', null),
    cellCode('unknown', 'unreachable'),
    0,
    0,
  ]),
  checkedAt: Uint32Array.from([1_000, 1_000, 1_000, 1_000, 0, 0]),
  ...changes,
});

export const aFrame = (
  cells: Readonly<Record<number, FindingKind | 'starred'>>,
  changes: Partial<SessionFrame> = {},
): SessionFrame => ({
  kind: 'frame',
  cells: Uint32Array.from(Object.keys(cells), Number),
  codes: Uint8Array.from(Object.values(cells), (kind) =>
    kind === 'starred' ? cellCode('available', null) | shortlistBit : cellCode(kind, null),
  ),
  checkedAt: Uint32Array.from(Object.keys(cells), () => 2_000),
  left: 0,
  pace: null,
  ...changes,
});

export const theSession = (changes: Partial<Session> = {}): Session =>
  aSession({ names: 3, tlds, state: 'running', ...changes }, { available: 2, taken: 1, unknown: 1 });

/** A session store against a main in memory; under fake timers. */
export async function anOpenSession(
  sessions: FakeAnswers['sessions'] = {},
  session: Session = theSession(),
  watching: FakeAnswers['watching'] = {},
) {
  const bridge = createFakeBridge(aWorld({ sessions: [session] }), {
    sessions: { open: () => Promise.resolve({ ok: true, value: session }), ...sessions },
    watching,
  });
  const ports = createFakePorts();
  const shortlisted: (readonly [cells: readonly number[], isOn: boolean])[] = [];
  let views = 0;
  const store = createSessionStore({
    ...bridge,
    sessionId: session.id,
    ports,
    createModel: (opening) => createGridModel(opening, (act) => act()),
    newId: () => `view-${(views += 1)}`,
    onShortlisted: (cells, isOn) => void shortlisted.push([cells, isOn]),
  });
  void store.actions.open();
  ports.send('view-1', anOpening());
  await vi.advanceTimersByTimeAsync(0);
  const asked = (name: string) =>
    bridge.world.calls.filter((call) => call.name === `sessions.${name}`).map((call) => call.input);
  const shownNames = () => [...(store.getState().shown?.view.rows ?? [])].map((row) => names[row]);
  const shownTlds = () => [...(store.getState().shown?.view.columns ?? [])].map((column) => tlds[column]);
  return {
    bridge,
    ports,
    store,
    get: store.getState,
    ...store.actions,
    asked,
    shownNames,
    shownTlds,
    shortlisted,
    tell: (frame: SessionFrame) => ports.send(`view-${views}`, frame),
  };
}
