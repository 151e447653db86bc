import { describe, expect, it } from 'vitest';
import { createRouteStore } from '../../../../../renderer/src/shell/route-store.ts';

describe('a notification about long work', () => {
  it.each([
    ['session', { screen: 'bulk', view: { kind: 'session', sessionId: 'x' } }],
    ['batch', { screen: 'changes', view: { kind: 'batch', planId: 'x' } }],
    ['codes', { screen: 'domains', view: { kind: 'codes', exportId: 'x' } }],
    ['reading', { screen: 'domains', view: { kind: 'list' } }],
  ] as const)('leads to its list: %s', (kind, route) => {
    const store = createRouteStore();
    store.actions.goToWork({ kind, id: 'x' });
    expect(store.getState().route).toEqual(route);
  });
});
