import { describe, expect, it, vi } from 'vitest';
import type { CodeExport } from '#shared/domain/code.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  createCodeExportsStore,
  createCodeFileStore,
} from '../../../../../renderer/src/codes/export-store.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aCodeExport, aCodesWorld, anExportId, anExportRow } from '../../../../support/fake-codes.ts';
import { aWorld } from '../../../../support/fake-world.ts';

function codeExports(known: readonly CodeExport[] = [], answers: FakeAnswers['codes'] = {}) {
  const world = aWorld({ codes: aCodesWorld({ codeExports: known }) });
  const bridge = createFakeBridge(world, { codes: answers });
  const store = createCodeExportsStore(bridge);
  const of = (number: number) => store.getState().codeExports.get(anExportId(number));
  return { bridge, store, of };
}

const asked = (count: number, changes: Partial<CodeExport> = {}): CodeExport =>
  aCodeExport(
    changes,
    Array.from({ length: 40 }, (_, index) => anExportRow(index, { outcome: index < count ? 'code' : null })),
  );

describe('the savings', () => {
  it('that were told of meanwhile are newer than the list', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<{ codeExports: CodeExport[] }>>();
    const { bridge, store, of } = codeExports([], { codeExports: () => promise });
    const loading = store.actions.load();
    bridge.tell('codes.exportChanged', asked(40, { state: 'done', endedAt: '2026-11-21T08:01:00.000Z' }));
    resolve(ok({ codeExports: [asked(12)] }));
    await loading;
    expect(of(1)).toMatchObject({ asked: 40, state: 'done' });
  });
});

describe('a file of codes that was handed to the application', () => {
  it('is asked for once its screen is there, and what is wrong with it stays on it', async () => {
    const refused = fail({ kind: 'invalid-input', field: 'file', reason: 'No age file' } as const);
    const openFile = vi.fn(() => Promise.resolve(refused));
    const store = createCodeFileStore(createFakeBridge(aWorld(), { codes: { openFile } }));
    store.actions.openHanded();
    expect(openFile).not.toHaveBeenCalled();
    store.actions.follow();
    await vi.waitFor(() => expect(store.getState().error).toEqual(refused.error));
    expect(openFile).toHaveBeenCalledExactlyOnceWith({ isHanded: true });
    store.actions.follow();
    expect(openFile).toHaveBeenCalledOnce();
  });
});
