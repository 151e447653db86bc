// window.namedesk
import { type CodePage, codePage } from '../pages/code-page.ts';
import type { RunningNamedesk } from './launch-namedesk.ts';

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

export interface AskedCode {
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

export interface WindowSeen {
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
