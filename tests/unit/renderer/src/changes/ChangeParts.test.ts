import { describe, expect, it } from 'vitest';
import type { ChangeFamily } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { fail, ok } from '#shared/result.ts';
import { createLastChanges, domainKey } from '../../../../../renderer/src/changes/ChangeParts.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aChangeId, aFollowedChange } from '../../../../support/fake-change-flow.ts';
import { aWorld } from '../../../../support/fake-world.ts';

const numbered = (number: number, changes: Partial<Change> = {}): Change =>
  aFollowedChange({ id: aChangeId(number), number, ...changes });

async function known(changes: readonly Change[], answers: FakeAnswers['changes'] = {}) {
  const bridge = createFakeBridge(aWorld(), {
    changes: { lastOf: () => Promise.resolve(ok({ changes: [...changes] })), ...answers },
  });
  const last = createLastChanges(bridge);
  await last.read('practice', 'harbour.example');
  const at = (domain = 'harbour.example') => last.getState().byPlace.get(domainKey('practice', domain));
  const of = (family: ChangeFamily) => at()?.byFamily.get(family);
  return { bridge, at, of };
}

describe('the last change of each family', () => {
  it('follows what main tells: the newer change, and of one change the newer word', async () => {
    const { bridge, of } = await known([numbered(4, { state: 'confirmed' })]);
    bridge.tell('changes.changed', { changes: [numbered(5)] });
    expect(of('lock')?.number).toBe(5);
    bridge.tell('changes.changed', {
      changes: [
        numbered(5, { state: 'uncertain', changedAt: '2026-11-21T09:10:00.000Z' }),
        numbered(5, { state: 'sending', changedAt: '2026-11-21T09:00:00.000Z' }),
        numbered(4, { state: 'refused', changedAt: '2026-11-21T09:20:00.000Z' }),
      ],
    });
    expect(of('lock')).toMatchObject({ number: 5, state: 'uncertain' });
  });

  it('takes the three changes of child nameservers for one family', async () => {
    const host = 'ns1.harbour.example';
    const { of } = await known([
      numbered(2, { what: { kind: 'child-register', host, address: '192.0.2.1' } }),
      numbered(3, { what: { kind: 'child-delete', host } }),
    ]);
    expect(of('child-nameservers')?.number).toBe(3);
    expect(of('lock')).toBeUndefined();
  });

  it('is not held for a domain that nobody looked at', async () => {
    const { bridge, at } = await known([]);
    bridge.tell('changes.changed', { changes: [numbered(6, { domain: 'other.example' })] });
    expect(at('other.example')).toBeUndefined();
  });

  it('is known to be none only once that was read', async () => {
    expect((await known([])).at()).toMatchObject({ isRead: true });
    const unread = await known([], {
      lastOf: () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' })),
    });
    expect(unread.at()).toMatchObject({ isRead: false });
  });
});
