import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { build } from 'vite';
import { ownFolder } from '../../scripts/lib/arrange.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { ground } from '../support/application/launch-namedesk.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { changePage } from '../support/pages/change-page.ts';
import { leaveWorkspace, onboardingPage, shellPage } from '../support/pages/shell-page.ts';
import { todayPage } from '../support/pages/today-page.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command line as whoever runs the application, beside it: only they can reach its workspace. It is bundled for
 * that, since they may not be able to read the checkout.
 */
async function runBesideTheWindow(args: readonly string[], input = ''): Promise<Ended> {
  const { user, env } = ground();
  const child = spawn(process.execPath, [join(await bundled(), 'main.mjs'), ...args], {
    cwd: ground().folder,
    env,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** Once for a run: every worker finds what the first has made. */
async function bundled(): Promise<string> {
  const { folder, user } = ground();
  const target = join(folder, 'command-line');
  if (existsSync(target)) return target;
  const outDir = join(folder, `command-line-${process.pid}`);
  await build({
    configFile: false,
    logLevel: 'silent',
    root: checkout,
    ssr: { noExternal: true, external: ['keytar'] },
    build: {
      ssr: join(checkout, 'electron/main/cli/main.ts'),
      outDir,
      rolldownOptions: {
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  ownFolder(target, user ?? undefined);
  cpSync(outDir, target, { recursive: true });
  return target;
}

test('B19 a command line beside the open window hands its work to it, and the window sees the session', async ({
  namedesk,
  reseller,
  userDataDir,
}) => {
  await enterReseller(namedesk, reseller);
  const place = `--user-data-dir=${userDataDir}`;
  const { code, out, err } = await runBesideTheWindow(
    [
      'lookup',
      place,
      '--account',
      'Example Reseller',
      '--names',
      '-',
      '--tlds',
      'com,net',
      '--session',
      'From a script',
    ],
    'bakery\nbutcher\n',
  );
  expect(err).toContain('2 names');
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => /^(bakery|butcher)\.(com|net),/.test(line))).toHaveLength(4);
  expect(reseller.service.requests().map(({ path }) => path)).toContainEqual(
    expect.stringContaining('/domains/lookup'),
  );

  await shellPage(namedesk.page).goTo('Bulk lookup');
  await expect(namedesk.page.getByRole('main').getByText('From a script')).toBeVisible();
});

test('a command line beside the open window applies its batch under its digest; what an assistant proposes waits there for a person', async ({
  namedesk,
  reseller,
  userDataDir,
}) => {
  await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  await changePage(page).keep('harbour-books.com', 'harbour-books.net');
  const main = page.getByRole('main');
  const batch = (args: readonly string[], input = '') =>
    runBesideTheWindow(['batch', ...args, `--user-data-dir=${userDataDir}`], input);
  const create = (kind: string, ...more: readonly string[]) =>
    batch(
      ['create', kind, '--account', 'Example Reseller', '--names', '-', '--json', ...more],
      'harbour-books.com\nharbour-books.net\n',
    );
  const writes = () =>
    reseller.service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/lock'));

  const created = await create('unlock');
  expect(created, created.err).toMatchObject({ code: 0 });
  const { id, digest } = JSON.parse(created.out) as { readonly id: string; readonly digest: string };
  expect(writes()).toHaveLength(0);
  const applied = await batch(['apply', id, '--digest', digest, '--json']);
  expect(applied, applied.err).toMatchObject({ code: 0 });
  expect(JSON.parse(applied.out)).toMatchObject({ state: 'done', confirmed: 2 });
  expect(writes()).toHaveLength(2);

  const proposed = await create('lock', '--proposed-by', 'Test assistant', '--why', 'They should be locked.');
  expect(proposed, proposed.err).toMatchObject({ code: 0 });
  const proposal = JSON.parse(proposed.out) as { readonly id: string; readonly digest: string };
  const refused = await batch(['apply', proposal.id, '--digest', proposal.digest]);
  expect(refused).toMatchObject({ code: 2 });
  expect(writes()).toHaveLength(2);

  await shellPage(page).goTo('Activity');
  await main.getByRole('row', { name: /By an assistant.*Test assistant/ }).click();
  await page.keyboard.press('Enter');
  await expect(main.getByText('Proposed by an assistant', { exact: true })).toBeVisible();
  await expect(main.getByText('They should be locked.', { exact: true })).toBeVisible();
  await main.getByRole('textbox', { name: /^Type 2/ }).fill('2');
  await main.getByRole('button', { name: 'Lock 2 domains' }).click();
  await expect.poll(() => writes().length).toBe(4);
  await expect.poll(() => reseller.service.domain('harbour-books.net')?.isLocked).toBe(true);
});

test('a setting that a command line changes beside the open window is in force there at once', async ({
  namedesk: { app, page },
  userDataDir,
}) => {
  await onboardingPage(page).beginWithPractice();
  await shellPage(page).goTo('Settings');
  const looksUp = page.getByRole('switch', { name: 'Read expiries at the registry' });
  await expect(looksUp).not.toBeChecked();
  const set = (name: string, value: string) =>
    runBesideTheWindow(['settings', 'set', name, value, `--user-data-dir=${userDataDir}`]);
  expect(await set('registry.enabled', 'true')).toMatchObject({ code: 0, out: '' });
  await expect(looksUp).toBeChecked();
  await looksUp.press('Space');
  await expect(looksUp).not.toBeChecked();
  expect(await set('window.colours', 'dark')).toMatchObject({ code: 0 });
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
  await expect(looksUp).not.toBeChecked();
});

test('B19 a window says that another process has the workspace, and opens when that has ended', async ({
  launch,
  userDataDir,
}) => {
  await leaveWorkspace(launch);
  // As a command line holds it, for as long as it runs.
  const owner = new DatabaseSync(join(userDataDir, 'workspace', 'owner.sqlite'));
  owner.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');

  const { page } = await launch();
  await expect(page.getByText('in use by another Namedesk').first()).toBeVisible();
  owner.close();
  await expect(todayPage(page).heading).toBeVisible();
  await expect(page.getByText('in use by another Namedesk')).toHaveCount(0);
});
