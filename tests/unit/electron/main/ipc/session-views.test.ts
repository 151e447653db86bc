import { describe, expect, it } from 'vitest';
import type { SessionPortMessage } from '#shared/ipc/session-port.ts';
import { fail, ok } from '#shared/result.ts';
import { createSessionViews } from '../../../../../electron/main/ipc/session-views.ts';
import type { CellsChanged, Sessions } from '../../../../../electron/main/lookups/sessions/sessions.ts';

const changed: CellsChanged = {
  cells: Uint32Array.of(1),
  codes: Uint8Array.of(1),
  checkedAt: Uint32Array.of(1_790_000_000),
  left: 0,
  pace: null,
};

function aDesk() {
  const sent: (readonly [view: string, message: SessionPortMessage])[] = [];
  const closed: string[] = [];
  const gone = new Map<string, () => void>();
  let tell: (news: CellsChanged) => void = () => undefined;
  const sessions = {
    open: (id: string, watcher: (news: CellsChanged) => void) => {
      if (id === 'none') return Promise.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'None' }));
      tell = watcher;
      return Promise.resolve(
        ok({
          session: { id, tlds: ['com', 'net'] },
          names: 'bakery',
          codes: new Uint8Array(2),
          checkedAt: new Uint32Array(2),
          close: () => void closed.push(id),
        }),
      );
    },
  } as unknown as Pick<Sessions, 'open'>; // of a session, the views use its id and TLDs alone
  const views = createSessionViews(sessions, (view, onGone) => {
    gone.set(view, onGone);
    return {
      send: (message) => void sent.push([view, message]),
      close: () => void closed.push(`port of ${view}`),
    };
  });
  return { views, sent, closed, gone, tell: (news: CellsChanged) => tell(news) };
}

describe('a view of a session', () => {
  it('gets everything that is known first, and then what changes', async () => {
    const { views, sent, tell } = aDesk();
    await views.open('s', 'view');
    tell(changed);
    expect(sent.map(([view, { kind }]) => `${view} ${kind}`)).toEqual(['view opening', 'view frame']);
    expect(sent[0]?.[1]).toMatchObject({ sessionId: 's', names: 'bakery', tlds: ['com', 'net'] });
    expect(sent[1]?.[1]).toEqual({ kind: 'frame', ...changed });
  });

  it('is handed no port where the session cannot be opened', async () => {
    const { views, gone } = aDesk();
    const opened = await views.open('none', 'view');
    expect(opened.ok).toBe(false);
    expect(gone.size).toBe(0);
  });

  it.each([
    ['the page says that it leaves', (desk: ReturnType<typeof aDesk>) => desk.views.close('view')],
    ['the page is gone', (desk: ReturnType<typeof aDesk>) => desk.gone.get('view')?.()],
  ])('ends when %s, once', async (_case, end) => {
    const desk = aDesk();
    await desk.views.open('s', 'view');
    end(desk);
    end(desk);
    expect(desk.closed).toEqual(['s', 'port of view']);
  });

  it('that is opened anew ends the one before', async () => {
    const { views, closed } = aDesk();
    await views.open('first', 'view');
    await views.open('second', 'view');
    expect(closed).toEqual(['first', 'port of view']);
  });
});
