import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { ground, launchNamedesk, type LaunchOptions, type RunningNamedesk } from './launch-namedesk.ts';
import { type Reseller, startReseller } from './reseller.ts';

interface Fixtures {
  /** A user data folder of the test's own. */
  readonly userDataDir: string;
  /** Starts the application; what is still open when the test ends is closed then. */
  readonly launch: (options?: Partial<LaunchOptions>) => Promise<RunningNamedesk>;
  /** The application, started on the test's own folder. */
  readonly namedesk: RunningNamedesk;
  /** A service outside of the application, for a test that asks for one. */
  readonly reseller: Reseller;
}

/** A test against the real application. */
export const test = base.extend<Fixtures>({
  userDataDir: async ({}, lend, testInfo) => {
    const { folder, user } = ground();
    const workspaces = ownFolder(join(folder, 'workspaces'), user ?? undefined);
    await lend(join(workspaces, `${testInfo.testId}-${testInfo.retry}`));
  },
  launch: async ({ userDataDir }, lend, testInfo) => {
    const running: RunningNamedesk[] = [];
    await lend(async (options = {}) => {
      const namedesk = await launchNamedesk({ userDataDir, outputFolder: testInfo.outputDir, ...options });
      running.push(namedesk);
      return namedesk;
    });
    for (const each of running) await closeAfter(each, testInfo);
  },
  namedesk: async ({ launch }, lend) => {
    await lend(await launch());
  },
  reseller: async ({}, lend) => {
    const reseller = await startReseller();
    await lend(reseller);
    await reseller.service.stop();
  },
});

async function closeAfter({ page, hasEnded, close }: RunningNamedesk, testInfo: TestInfo): Promise<void> {
  if (hasEnded()) return;
  if (testInfo.status !== testInfo.expectedStatus && !page.isClosed())
    await page.screenshot({ path: testInfo.outputPath('at-failure.png') });
  await close();
}

export { expect } from '@playwright/test';
