/*
 * What the pinned Electron has and the one lacks on which tests run where the official download cannot be had (42.0.0, decision 0002). It is
 * asked for by what is there, and all of it goes on the day on which that one is 44 or newer: a test says so then.
 *
 * Since 44  the clipboard answers with promises             before: at once (`settled`)
 * Since 44  several formats in one write of it              before: each write replaces the one before (measured): the text alone
 * Since 44  bounds and display mode of a window are kept    before: the option is unknown and passed over; `createBoundsFile` keeps the
 *           (`keptByRuntime`)                               bounds, and nobody that the window was maximised
 * Since 44  progress on docks of Linux (LauncherEntry)      before: none is shown there; `showProgressOn` asks for it all the same
 */

/** Electron's clipboard, of either kind. */
interface RuntimeClipboard<Item> {
  readonly readText: () => string | Promise<string>;
  readonly writeText: (text: string) => void | Promise<void>;
  readonly clear: () => void | Promise<void>;
  readonly write: (items: Item[]) => void | Promise<void>;
}

type ItemClass<Item> = new (formats: Record<string, string | Blob>) => Item;

export const settled = async <T>(work: () => T | Promise<T>): Promise<T> => work();

/**
 * Writes a secret, and asks histories of the clipboard in the same write to leave it out.
 *
 * Unknown: whether each system's history takes the request as it is written here; nobody has seen it on 44 or newer. So nothing is promised
 * on the screen (`canHint`), and where a write of several formats is refused, the text alone is written.
 *
 * @param itemClass Undefined where the runtime has none.
 */
export const secretWriter =
  <Item>(
    clipboard: Pick<RuntimeClipboard<Item>, 'write' | 'writeText'>,
    itemClass: ItemClass<Item> | undefined,
    platform: string,
  ) =>
  async (text: string): Promise<void> => {
    if (itemClass !== undefined) {
      const formats = { 'text/plain': text, ...requestsTo(platform) };
      const isWritten = await settled(() => clipboard.write([new itemClass(formats)])).then(
        () => true,
        () => false,
      );
      if (isWritten) return;
    }
    await settled(() => clipboard.writeText(text));
  };

/** Sources: KDE's Klipper; "Clipboard Formats", "Cloud Clipboard and Clipboard History Formats" (Microsoft); nspasteboard.org. */
function requestsTo(platform: string): Record<string, string | Blob> {
  const no = new Blob([new Uint8Array(4)]); // a DWORD of 0
  if (platform === 'win32')
    return {
      [raw('ExcludeClipboardContentFromMonitorProcessing')]: no,
      [raw('CanIncludeInClipboardHistory')]: no,
      [raw('CanUploadToCloudClipboard')]: no,
    };
  return platform === 'darwin'
    ? { [raw('org.nspasteboard.ConcealedType')]: 'secret' }
    : { [raw('x-kde-passwordManagerHint')]: 'secret' };
}

/** A format of the system's own. Source: electronjs.org/docs/latest/api/clipboard */
const raw = (format: string): string => `electron application/osclipboard;format="${format}"`;
