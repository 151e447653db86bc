import { describe, expect, it } from 'vitest';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import { ok } from '#shared/result.ts';
import { createExportsStore } from '../../../../../../renderer/src/bulk/export/exports-store.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aSessionId } from '../../../../../support/fake-sessions.ts';
import { aWorld } from '../../../../../support/fake-world.ts';
import { aWork } from '../../../../../support/fake-today.ts';

const order = {
  id: aSessionId(1),
  filter: { ...noFilter, text: 'shop' },
  sort: asEntered,
  format: 'csv',
} as const;

function exporting(exports: FakeAnswers['exports'] = {}) {
  const bridge = createFakeBridge(aWorld(), { exports });
  let ids = 0;
  const store = createExportsStore({ ...bridge, newId: () => `export-${(ids += 1)}` });
  const finish = (changes = {}) =>
    bridge.tell('exports.finished', {
      exportId: 'export-1',
      path: '/home/robin/spring.csv',
      rows: 1_204,
      isCancelled: false,
      error: null,
      ...changes,
    });
  const stages = () => store.getState().exports.map(({ stage }) => stage);
  const start = () => store.actions.start('Spring', order);
  return { bridge, store, ...store.actions, start, finish, stages, all: () => store.getState().exports };
}

describe('an export', () => {
  it('is not lost when it is over before its start was answered', async () => {
    const { start, bridge, finish, all } = exporting({
      toFile: () => {
        bridge.tell('work.changed', aWork({ kind: 'export', id: 'export-1', done: 1_204, total: 1_204 }));
        finish();
        return Promise.resolve(ok({ started: true }));
      },
    });
    await start();
    expect(all()).toMatchObject([{ stage: 'done', written: 1_204, rows: 1_204 }]);
  });
});
