import { describe, expect, it } from 'vitest';
import { secretWriter } from '../../../../../electron/main/platform/newer-runtime.ts';
import { electronVersion, registryBuildVersion } from '../../../../../scripts/lib/runtime.mjs';

const code = 'EPP-7f3k';

/** A clipboard that takes several formats at once, as Electron has it since 44. */
function aClipboard({ refuses = false } = {}) {
  const written: (string | Readonly<Record<string, string | Blob>>)[] = [];
  class Item {
    readonly formats: Readonly<Record<string, string | Blob>>;
    constructor(formats: Record<string, string | Blob>) {
      this.formats = formats;
    }
  }
  return {
    written,
    Item,
    write(items: Item[]) {
      if (refuses) return Promise.reject(new Error('unknown format'));
      written.push(...items.map(({ formats }) => formats));
      return Promise.resolve();
    },
    writeText(text: string) {
      written.push(text);
      return Promise.resolve();
    },
  };
}

const raw = (format: string) => `electron application/osclipboard;format="${format}"`;

describe('a secret in the clipboard', () => {
  it.each([
    ['linux', ['x-kde-passwordManagerHint']],
    ['darwin', ['org.nspasteboard.ConcealedType']],
    [
      'win32',
      [
        ...['ExcludeClipboardContentFromMonitorProcessing', 'CanIncludeInClipboardHistory'],
        'CanUploadToCloudClipboard',
      ],
    ],
  ])('on %s is written with the request to histories, in one write', async (platform, formats) => {
    const clipboard = aClipboard();
    await secretWriter(clipboard, clipboard.Item, platform)(code);
    const [once, ...more] = clipboard.written;
    expect(more).toEqual([]);
    expect(Object.keys(once ?? {})).toEqual(['text/plain', ...formats.map(raw)]);
    expect(once).toHaveProperty('text/plain', code);
  });

  it('says no to Windows with a DWORD of 0, and that it is a secret to the others', async () => {
    const clipboard = aClipboard();
    for (const platform of ['win32', 'linux']) await secretWriter(clipboard, clipboard.Item, platform)(code);
    const [windows, linux] = clipboard.written as readonly Readonly<Record<string, string | Blob>>[];
    const no = windows?.[raw('CanIncludeInClipboardHistory')] as Blob;
    expect([...new Uint8Array(await no.arrayBuffer())]).toEqual([0, 0, 0, 0]);
    expect(linux?.[raw('x-kde-passwordManagerHint')]).toBe('secret');
  });

  it('is written alone where the runtime takes one format, and where several are refused', async () => {
    const [before44, refusing] = [aClipboard(), aClipboard({ refuses: true })];
    await secretWriter(before44, undefined, 'linux')(code);
    await secretWriter(refusing, refusing.Item, 'linux')(code);
    expect([before44.written, refusing.written]).toEqual([[code], [code]]);
  });
});

const majorOf = (version: string): number => Number(version.split('.')[0]);

describe('what the runtime of tests lacks', () => {
  it('is asked for as long as that is older than 44: then platform/newer-runtime.ts and the bounds in window-state.ts go', () => {
    expect(majorOf(registryBuildVersion)).toBeLessThan(44);
    expect(majorOf(electronVersion)).toBeGreaterThanOrEqual(44);
  });
});
