import type { Handlers, Output } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Clipboard } from '../../platform/clipboard.ts';

export interface AppHandlersDeps {
  readonly about: Output<'app', 'about'>;
  /** The page has handed over what was typed. */
  readonly flushed: () => void;
  readonly openLink: Handlers['app']['openLink'];
  /** Logs what may be kept of a bug; answers with its incident id. */
  readonly bug: (thrown: unknown) => string;
}

export const createAppHandlers = ({ about, openLink, flushed, bug }: AppHandlersDeps): Handlers['app'] => ({
  about: () => Promise.resolve(ok(about)),
  reportBug({ name, message, stack }) {
    const thrown = Object.assign(new Error(message), { name, stack });
    return Promise.resolve(ok({ incidentId: bug(thrown) }));
  },
  flushed() {
    flushed();
    return Promise.resolve(ok({}));
  },
  openLink,
});

/** The page may not write to the clipboard by itself: it asks. */
export const createClipboardHandlers = (clipboard: Clipboard): Handlers['clipboard'] => ({
  async copyText({ text }) {
    await clipboard.writeText(text);
    return ok({});
  },
});
