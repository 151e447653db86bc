import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { createSessionsStore } from '../../../../../renderer/src/bulk/sessions-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aSession, aSessionId } from '../../../../support/fake-sessions.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import {
  comparable,
  inTime,
  isSameSize,
  ofOneWorld,
  shownSessions,
} from '../../../../../renderer/src/bulk/session-list.ts';
import { valueOf } from '../../../../../renderer/src/remote.ts';

const one = aSession({ id: aSessionId(1), name: 'One' });

const two = aSession({ id: aSessionId(2), name: 'Two' });

async function aStore(answers: Parameters<typeof createFakeBridge>[1] = {}) {
  const bridge = createFakeBridge(aWorld({ sessions: [one, two] }), answers);
  const store = createSessionsStore(bridge);
  await store.actions.load();
  return { bridge, store, names: () => namesIn(store) };
}

const namesIn = (store: ReturnType<typeof createSessionsStore>) =>
  [...(valueOf(store.getState().sessions)?.values() ?? [])].map((session) => session.name);

describe('the list of bulk look-ups', () => {
  it('takes what main tells while the list is on its way for newer than the list', async () => {
    const answer = Promise.withResolvers<Result<{ sessions: (typeof one)[] }>>();
    const bridge = createFakeBridge(aWorld(), { sessions: { list: () => answer.promise } });
    const store = createSessionsStore(bridge);
    const loaded = store.actions.load();
    bridge.tell('sessions.changed', { sessions: [{ ...one, name: 'One, later' }], removed: [two.id] });
    answer.resolve(ok({ sessions: [one, two] }));
    await loaded;
    expect(namesIn(store)).toEqual(['One, later']);
  });

  it('keeps what it knew when it cannot be read again, and follows on', async () => {
    let isBroken = false;
    const { bridge, store, names } = await aStore({
      sessions: {
        list: () =>
          Promise.resolve(
            isBroken ? fail({ kind: 'storage', fault: 'busy' } as const) : ok({ sessions: [one, two] }),
          ),
      },
    });
    isBroken = true;
    await store.actions.reload();
    expect(store.getState().sessions.status).toBe('failed');
    bridge.tell('sessions.changed', { sessions: [{ ...two, name: 'Two, later' }], removed: [] });
    expect(names()).toEqual(['One', 'Two, later']);
  });
});

describe('what is done with a session', () => {
  it('makes it busy until it is answered, and nobody else', async () => {
    const answer = Promise.withResolvers<Result<typeof one>>();
    const { store } = await aStore({ sessions: { pause: () => answer.promise } });
    const paused = store.actions.pause(one.id);
    expect([...store.getState().busy]).toEqual([one.id]);
    answer.resolve(fail({ kind: 'storage', fault: 'full' }));
    expect((await paused).ok).toBe(false);
    expect(store.getState().busy.size).toBe(0);
  });
});

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;

const named = (name: string, changes: Parameters<typeof aSession>[0] = {}) =>
  aSession({ id: aSessionId(name.length * 7 + name.charCodeAt(0)), name, ...changes });

const namesOf = (sessions: readonly { readonly name: string }[]) => sessions.map(({ name }) => name);

describe('the order of the list', () => {
  it('has the active account’s sessions first, and in each part the latest change', () => {
    const sessions = [
      named('other, late', { accountId: 'other', changedAt: at(9) }),
      named('mine, early', { accountId: 'mine', changedAt: at(1) }),
      named('mine, late', { accountId: 'mine', changedAt: at(5) }),
      named('other, early', { accountId: 'other', changedAt: at(2) }),
    ];
    expect(namesOf(shownSessions(sessions, 'mine', ''))).toEqual([
      'mine, late',
      'mine, early',
      'other, late',
      'other, early',
    ]);
  });
});

it.each([
  [
    'the real ones, and what is left of removed accounts, where an account is active',
    'mine',
    ['mine', 'gone'],
  ],
  ['those of practice where practice is active', 'practice', ['practised']],
  ['the real ones where none is active', null, ['mine', 'gone']],
])('the list of bulk lookups has %s', (_, activeId, shown) => {
  const accounts = [
    { id: 'mine', kind: 'reseller' },
    { id: 'practice', kind: 'practice' },
  ] as const;
  const sessions = [
    named('mine', { accountId: 'mine' }),
    named('practised', { accountId: 'practice' }),
    named('gone', { accountId: 'removed' }),
  ];
  expect(namesOf(ofOneWorld(sessions, accounts, activeId))).toEqual(shown);
});

describe('what a session can be compared with', () => {
  const first = named('first', { createdAt: at(1) });
  const second = named('second run', { createdAt: at(2), rerunOf: first.id });
  const third = named('third runs', { createdAt: at(3), rerunOf: second.id });
  const other = named('another list', { createdAt: at(4), tlds: ['net', 'org'] });
  const foreign = named('no TLD in common', { createdAt: at(5), tlds: ['de'] });
  const all = [first, second, third, other, foreign];

  it('is first of all the other runs over the same names, the latest first', () => {
    expect(namesOf(comparable(all, first).runs)).toEqual(['third runs', 'second run']);
    expect(namesOf(comparable(all, third).runs)).toEqual(['second run', 'first']);
  });

  it('is every other one with a TLD in common', () =>
    expect(namesOf(comparable(all, first).others)).toEqual(['another list']));

  it('is still the other run when the run that both come from was removed', () => {
    const again = named('again', { rerunOf: first.id, createdAt: at(6) });
    expect(namesOf(comparable([second, again], again).runs)).toEqual(['second run']);
  });

  it('is of the same size only with as many names and the same TLDs', () => {
    expect(isSameSize(first, second)).toBe(true);
    expect(isSameSize(first, other)).toBe(false);
    expect(isSameSize(first, named('more', { names: 101 }))).toBe(false);
  });

  it('of two opens the later one, with what differs from the older', () => {
    expect(inTime(third, first)).toEqual({ sessionId: third.id, sinceId: first.id });
    expect(inTime(first, third)).toEqual({ sessionId: third.id, sinceId: first.id });
  });
});
