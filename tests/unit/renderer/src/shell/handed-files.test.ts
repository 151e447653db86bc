import { describe, expect, it, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { ok } from '#shared/result.ts';
import type { Output } from '../../../../../renderer/src/client.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { openHandedFiles } from '../../../../../renderer/src/shell/handed-files.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { anImportReport } from '../../../../support/fake-import.ts';
import { createFakePorts } from '../../../../support/fake-sessions.ts';
import { aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

type Kind = Output<'app', 'handedFile'>['kind'];

/** A page that is told of a file; main gives it up once. */
function aPage(first: Kind, { onboarded = true } = {}) {
  let waiting = first;
  const taken: string[] = [];
  const bridge = createFakeBridge(
    aWorld({ accounts: [aPracticeAccount()], settings: { ...aWorld().settings, onboarded } }),
    {
      app: { handedFile: () => Promise.resolve(ok({ kind: waiting })) },
      domainImports: {
        chooseFile({ draftId, isHanded }) {
          taken.push(`domains ${isHanded}`);
          waiting = null;
          return Promise.resolve(ok({ report: anImportReport({ draftId }) }));
        },
      },
      codes: {
        openFile({ isHanded }) {
          taken.push(`codes ${isHanded}`);
          waiting = null;
          return Promise.resolve(ok({ file: null }));
        },
      },
    },
  );
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  const start = async (): Promise<void> => {
    openHandedFiles(stores);
    await stores.accounts.actions.load();
    await stores.settings.actions.read();
    await stores.restored.actions.read();
  };
  const hand = (kind: Kind): void => {
    waiting = kind;
    bridge.tell('app.fileHanded', {});
  };
  return { bridge, stores, taken, start, hand };
}

describe('a file that was handed to the application', () => {
  it('a table is previewed at the start, and nothing of it is stored', async () => {
    const { bridge, stores, taken, start } = aPage('domains');
    await start();
    await vi.waitFor(() => expect(taken).toEqual(['domains true']));
    expect(stores.route.getState().route).toEqual({ screen: 'domains', view: { kind: 'import' } });
    expect(bridge.world.calls.map(({ name }) => name)).not.toContain('domainImports.apply');
  });

  it('a file of codes leads to where codes are opened, when a second start brings it', async () => {
    const { stores, taken, start, hand } = aPage(null);
    await start();
    expect(taken).toEqual([]);
    hand('codes');
    await vi.waitFor(() =>
      expect(stores.route.getState().route).toEqual({
        screen: 'domains',
        view: { kind: 'codes', exportId: null },
      }),
    );
    expect(taken, 'once its screen is there').toEqual([]);
  });

  it('is opened once where the page is told of it twice at one moment', async () => {
    const { taken, start, hand } = aPage(null);
    await start();
    hand('domains');
    hand('domains');
    await vi.waitFor(() => expect(taken).toEqual(['domains true']));
    await new Promise((done) => setTimeout(done, 50));
    expect(taken).toEqual(['domains true']);
  });

  it('waits for the end of the first start, and is opened then', async () => {
    const { stores, taken, start, hand } = aPage('domains', { onboarded: false });
    await start();
    hand('domains');
    await new Promise((done) => setTimeout(done));
    expect(taken).toEqual([]);
    await stores.settings.actions.write({ onboarded: true });
    await vi.waitFor(() => expect(taken).toEqual(['domains true']));
  });

  it('asks before it leaves a screen with something unsaved, and takes nothing until then', async () => {
    const { stores, taken, start, hand } = aPage(null);
    await start();
    const asked = vi.fn();
    stores.route.actions.holdBack(asked);
    hand('domains');
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(taken).toEqual([]);
  });
});
