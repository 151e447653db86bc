import { expect, test } from '../support/application/namedesk-test.ts';
import { processStatus, rendererPid } from '../support/application/process-status.ts';

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
