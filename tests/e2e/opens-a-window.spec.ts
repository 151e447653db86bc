import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { onboardingPage, searchPage } from '../support/pages/shell-page.ts';
import { processStatus, rendererPid } from '../support/application/launch-namedesk.ts';

const test = testInOneApplication();

test('opens one window, named after the application, from its own scheme', async ({
  namedesk: { app, page },
}) => {
  await expect(page).toHaveTitle(/Namedesk/);
  expect(page.url()).toMatch(/^app:\/\/main\//);
  expect(app.windows()).toHaveLength(1);
});

test('keeps its files in the folder that it is given', async ({ namedesk: { app, userDataDir } }) => {
  expect(await app.evaluate(({ app: main }) => main.getPath('userData'))).toBe(userDataDir);
});

test.describe('A17 on Linux', () => {
  test.skip(process.platform !== 'linux', 'Reads /proc.');

  test('A17 neither main nor the page runs as root', async ({ namedesk: { app, pid } }) => {
    const page = await rendererPid(app);
    for (const each of [pid, page]) expect(processStatus(each)['Uid']).not.toMatch(/^0\b/);
  });

  test('A17 the page runs under the system call filter, and can gain no privileges', async ({
    namedesk: { app },
  }) => {
    const status = processStatus(await rendererPid(app));
    expect(status['Seccomp']).toBe('2');
    expect(status['NoNewPrivs']).toBe('1');
  });
});

test('a page whose process dies is there again, and knows what it knew', async ({ launch }) => {
  const { app, page } = await launch();
  await onboardingPage(page).beginWithPractice();
  await expect(searchPage(page).field).toBeVisible();
  const before = await rendererPid(app);
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(() => rendererPid(app)).not.toBe(before);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        return window?.webContents.executeJavaScript('document.body.innerText') as
          Promise<string> | undefined;
      }),
    )
    .toContain('play money');
});
