import { type Handlers, type Output } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Clipboard } from '../../platform/clipboard.ts';

export interface AppHandlersDeps {
  readonly about: Output<'app', 'about'>;
  readonly openLink: Handlers['app']['openLink'];
}

export const createAppHandlers = ({ about, openLink }: AppHandlersDeps): Handlers['app'] => ({
  about: () => Promise.resolve(ok(about)),
  openLink,
});

/** The page may not write to the clipboard by itself: it asks. */
export const createClipboardHandlers = (clipboard: Clipboard): Handlers['clipboard'] => ({
  async copyText({ text }) {
    await clipboard.writeText(text);
    return ok({});
  },
});
