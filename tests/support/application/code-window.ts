import { expect, type ElectronApplication } from '@playwright/test';
import { codePage, type CodePage } from '../pages/code-page.ts';
import type { RunningNamedesk } from './launch-namedesk.ts';
import { codeOf } from '../../../electron/main/practice/operations/domains.ts';
import type { Reseller } from './reseller.ts';

type Deed = 'copy' | 'reveal';

/** What the main page is answered with. */
export const take = ({ page }: RunningNamedesk, domain: string, deed: Deed) =>
  page.evaluate(
    async (asked) => {
      const { request } = window.namedesk;
      const listed = await request.accounts.list({});
      const accountId = listed.ok ? listed.value.activeId : null;
      if (accountId === null) throw new Error('There is no active account');
      return await request.codes.take({ accountId, ...asked });
    },
    { domain, deed },
  );

interface AskedCode {
  readonly codeWindow: CodePage;
  /** What the main page is answered with, when there is an answer. */
  readonly taken: ReturnType<typeof take>;
}

/** Asks for a code as the main page does, and waits for the code window with its question. */
export async function askForCode(namedesk: RunningNamedesk, domain: string, deed: Deed): Promise<AskedCode> {
  const opened = namedesk.app.waitForEvent('window');
  const taken = take(namedesk, domain, deed);
  const codeWindow = codePage(await opened);
  await codeWindow.page.waitForURL(/^app:\/\/code\//);
  return { codeWindow, taken };
}

/** As {@link askForCode}, and confirms; ends when the code is on the screen. */
export async function revealCode(namedesk: RunningNamedesk, domain: string): Promise<AskedCode> {
  const asked = await askForCode(namedesk, domain, 'reveal');
  await asked.codeWindow.confirm.click();
  await asked.codeWindow.code.waitFor();
  return asked;
}

interface WindowSeen {
  readonly processId: number;
  readonly isFocused: boolean;
  readonly isProtected: boolean;
}

/** The code window as main sees it; null where there is none. */
export const codeWindowOf = ({ app }: RunningNamedesk): Promise<WindowSeen | null> =>
  app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((each) =>
      each.webContents.getURL().startsWith('app://code/'),
    );
    if (window === undefined) return null;
    return {
      processId: window.webContents.getOSProcessId(),
      isFocused: window.isFocused(),
      isProtected: window.isContentProtected(),
    };
  });

/** What the preferences of every window have to say (A1), as Electron reads them back. */
export const requiredPreferences = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
};

/** Whose code is asked for. */
export const domain = 'harbour-books.com';

/** The first code that the service gives out for it. */
export function codeAt({ service }: Reseller): string {
  const kept = service.domain(domain);
  if (kept === undefined) throw new Error(`The service has no ${domain}`);
  return codeOf(1, kept);
}

/** How often the service was asked for a code. */
export const asked = ({ service }: Reseller): number =>
  service.requests().filter(({ path }) => path.endsWith('/eppcode')).length;

export const clipboardOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

/**
 * Copies the code; ends when it is in the clipboard and the window is gone.
 *
 * @returns When the program means to take it out of there.
 */
export async function copyCode(
  namedesk: RunningNamedesk,
  reseller: Reseller,
): Promise<{ readonly clearsAt: string }> {
  const { codeWindow, taken } = await askForCode(namedesk, domain, 'copy');
  await codeWindow.leaveBy(() => codeWindow.confirm.click());
  const copied = await taken;
  if (!copied.ok || copied.value.kind !== 'copied') throw new Error('It is not copied');
  expect(await clipboardOf(namedesk.app)).toBe(codeAt(reseller));
  return copied.value;
}
