import { ok, type Result } from '#shared/result.ts';
import type { Client } from '../../renderer/src/client.ts';
import { aFinding, popularTlds } from './fake-world.ts';

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

export function searchAnswers(): Pick<Client, 'search' | 'tlds' | 'clipboard'> {
  return {
    search: {
      known: ({ label, tlds }) =>
        answer({ findings: tlds.map((tld) => aFinding(`${label}.${tld}`, 'unchecked')) }),
      start: () => answer({ requests: 1 }),
      cancel: () => answer({}),
      takeRequested: () => answer({ text: null }),
      details: ({ domain }) =>
        answer({ finding: aFinding(domain, 'available'), fields: [], answer: '', accountLabel: 'Practice' }),
    },
    tlds: {
      list: () => answer({ tlds: [...popularTlds], readAt: '2026-11-21T07:00:00.000Z' }),
      sets: () =>
        answer({ sets: [{ id: 'popular', name: 'Popular', tlds: [...popularTlds], builtIn: true }] }),
      saveSet: ({ id, name, tlds }) => answer({ id: id ?? 'own-1', name, tlds, builtIn: false }),
      removeSet: () => answer({}),
    },
    clipboard: { copyText: () => answer({}) },
  };
}
