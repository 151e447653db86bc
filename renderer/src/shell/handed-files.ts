import type { Stores } from '../app-stores.ts';
import { openCodeFile } from '../codes/export-store.ts';
import { valueOf } from '../remote.ts';
import { activeAccount, unacknowledged } from './stores.ts';

/**
 * Opens the files that a person hands to the application, by a double click or behind its name: at the start, and whenever another
 * comes. One that comes before there is an account waits in main until there is one; so it does while the application is locked,
 * and while a restore is to be read. A table is shown in the preview of an import, and nothing of it is stored by that.
 */
export function openHandedFiles(stores: Stores): () => void {
  const { bridge, settings, accounts, restored } = stores;
  let wasReady = false;

  const isReady = (): boolean =>
    valueOf(settings.getState().settings)?.onboarded === true &&
    activeAccount(accounts.getState()) !== null &&
    unacknowledged(restored.getState()) === null;

  async function openNow(): Promise<void> {
    const handed = await bridge.request.app.handedFile({});
    if (!handed.ok || !isReady()) return;
    const { kind } = handed.value;
    if (kind === 'domains') (await import('../domains/import/import-store.ts')).previewHandedFile(stores);
    if (kind === 'codes') openCodeFile(stores, true);
  }

  /** One after the other: the second time, the file has been taken. */
  let opening = Promise.resolve();
  const open = (): Promise<void> => (opening = opening.then(openNow));

  function onceReady(): void {
    const before = wasReady;
    wasReady = isReady();
    if (wasReady && !before) void open();
  }

  onceReady();
  const ends = [
    bridge.on['app.fileHanded'](() => void open()),
    ...[settings, accounts, restored].map((store) => store.subscribe(onceReady)),
  ];
  return () => ends.forEach((end) => end());
}
