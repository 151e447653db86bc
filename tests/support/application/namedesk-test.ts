import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { ground, launchNamedesk, type LaunchOptions, type RunningNamedesk } from './launch-namedesk.ts';
import { type Reseller, startReseller } from './reseller.ts';
import { type KeyringSession, openKeyringSession } from './set-up.ts';

interface Fixtures {
  /** A user data folder of the test's own. */
  readonly userDataDir: string;
  /** Starts the application; what is still open when the test ends is closed then. */
  readonly launch: (options?: Partial<LaunchOptions>) => Promise<RunningNamedesk>;
  /** Starts it as on another person's computer: with a workspace and a keychain of its own. */
  readonly launchFor: (person: string) => Promise<RunningNamedesk>;
  /** The application, started on the test's own folder. */
  readonly namedesk: RunningNamedesk;
  /** A service outside of the application, for a test that asks for one. */
  readonly reseller: Reseller;
}

/** A test against the real application. */
export const test = base.extend<Fixtures>({
  userDataDir: async ({}, provide, testInfo) => {
    const { folder, user } = ground();
    const workspaces = ownFolder(join(folder, 'workspaces'), user ?? undefined);
    await provide(join(workspaces, `${testInfo.testId}-${testInfo.retry}`));
  },
  launch: async ({ userDataDir }, provide, testInfo) => {
    const running: RunningNamedesk[] = [];
    await provide(async (options = {}) => {
      const namedesk = await launchNamedesk({ userDataDir, outputFolder: testInfo.outputDir, ...options });
      running.push(namedesk);
      return namedesk;
    });
    for (const each of running) await closeAfter(each, testInfo);
  },
  launchFor: async ({ launch, userDataDir }, provide, testInfo) => {
    const keyrings: KeyringSession[] = [];
    const running: RunningNamedesk[] = [];
    await provide(async (person) => {
      const folder = `${userDataDir}-${person}`;
      // Other systems have one keychain for each user.
      const launched = async (options: Partial<LaunchOptions>): Promise<RunningNamedesk> => {
        const namedesk = await launch(options);
        running.push(namedesk);
        return namedesk;
      };
      if (process.platform !== 'linux') return await launched({ userDataDir: folder });
      const { user } = ground();
      const keyring = await openKeyringSession(
        ownFolder(`${folder}-session`, user ?? undefined),
        user ?? undefined,
      );
      keyrings.push(keyring);
      return await launched({ userDataDir: folder, env: keyring.env });
    });
    // Before its session ends, which ends the application.
    for (const each of running) await closeAfter(each, testInfo);
    for (const keyring of keyrings) await keyring.stop();
  },
  namedesk: async ({ launch }, provide) => {
    await provide(await launch());
  },
  reseller: async ({}, provide) => {
    const reseller = await startReseller();
    await provide(reseller);
    await reseller.service.stop();
  },
});

/**
 * A test whose application is the same for all tests of the file that calls this, started with the first of them: for tests that leave
 * nothing behind over which another would trip. One that fails takes it along, and the next test gets a new one. Such a test may
 * still `launch` one of its own.
 */
export const testInOneApplication = () =>
  test.extend<object, { readonly sharedNamedesk: RunningNamedesk }>({
    sharedNamedesk: [
      async ({}, provide, { project, workerIndex }) => {
        const outputFolder = join(project.outputDir, `one-application-${workerIndex}`);
        const { folder, user } = ground();
        const userDataDir = join(
          ownFolder(join(folder, 'workspaces'), user ?? undefined),
          `shared-${workerIndex}`,
        );
        const namedesk = await launchNamedesk({ userDataDir, outputFolder });
        await provide(namedesk);
        if (!namedesk.hasEnded()) await namedesk.close();
      },
      { scope: 'worker' },
    ],
    namedesk: async ({ sharedNamedesk }, provide, testInfo) => {
      await provide(sharedNamedesk);
      await photographFailure(sharedNamedesk, testInfo);
      if (testInfo.status === testInfo.expectedStatus) await leaveNothing(sharedNamedesk);
    },
  });

/**
 * Gives each account another label, and takes its domains out: a test's account may be called as the one of the test before, and a name that
 * this ordered would be the user's own.
 */
const leaveNothing = ({ page, hasEnded }: RunningNamedesk): Promise<void> =>
  hasEnded() || page.isClosed()
    ? Promise.resolve()
    : page.evaluate(async () => {
        const { accounts, domains } = window.namedesk.request;
        const listed = await accounts.list({});
        for (const { id, colour, baseUrl, username, options } of listed.ok ? listed.value.accounts : []) {
          const names = await domains.names({ accountId: id });
          if (names.ok && names.value.names.length > 0)
            await domains.remove({ accountId: id, domains: names.value.names });
          await accounts.edit({ id, label: `Before ${id.slice(0, 8)}`, colour, baseUrl, username, options });
        }
      });

async function closeAfter(namedesk: RunningNamedesk, testInfo: TestInfo): Promise<void> {
  await photographFailure(namedesk, testInfo);
  if (!namedesk.hasEnded()) await namedesk.close();
}

async function photographFailure({ page, hasEnded }: RunningNamedesk, testInfo: TestInfo): Promise<void> {
  if (testInfo.status !== testInfo.expectedStatus && !hasEnded() && !page.isClosed())
    await page.screenshot({ path: testInfo.outputPath('at-failure.png') });
}

export { expect } from '@playwright/test';
