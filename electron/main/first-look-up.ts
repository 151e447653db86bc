import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '#shared/domain/finding.ts';
import type { FailedRequest } from './lookups/search.ts';
import type { Services } from './services.ts';

/** Watches the first search of this run and reports it: what `npm start` shows where nobody can see the window. */
export interface FirstLookUp {
  readonly heardFindings: (findings: readonly Finding[]) => void;
  readonly heardFinished: (failures: readonly FailedRequest[]) => void;
}

export interface FirstLookUpDeps {
  /** A PNG of the window as it stands. */
  readonly capture: () => Promise<Buffer>;
  /** Where the picture is put. */
  readonly directory: string;
  readonly print: (line: string) => void;
}

/** The page draws what it was told within a few frames; the picture is taken after them. */
const paintMs = 600;

const marker = 'NAMEDESK_FIRST_LOOK_UP';

/** Makes the practice account the active one, where it was not, so that nothing real is asked or spent. */
export async function prepareFirstLookUp({ accounts, practice, workspace }: Services): Promise<void> {
  await practice.start();
  const account = await accounts.addPractice();
  if (account.ok) await accounts.select(account.value.id);
  await workspace.settings.write({ onboarded: true });
}

export function createFirstLookUp({ capture, directory, print }: FirstLookUpDeps): FirstLookUp {
  const found: Finding[] = [];
  const report = (content: object): void => print(`${marker} ${JSON.stringify(content)}\n`);

  async function finish(failures: readonly FailedRequest[]): Promise<void> {
    const [failure] = failures;
    if (failure !== undefined) {
      report({ error: `a request failed: ${failure.error.kind}` });
      return;
    }
    await sleep(paintMs);
    const screenshotPath = join(directory, 'first-look-up.png');
    await writeFile(screenshotPath, await capture());
    report({ findings: found.map(({ domain, kind }) => ({ domain, finding: kind })), screenshotPath });
  }

  return {
    heardFindings: (findings) => void found.push(...findings),
    heardFinished: (failures) =>
      void finish(failures).catch((thrown: unknown) =>
        report({ error: thrown instanceof Error ? thrown.message : 'the picture could not be taken' }),
      ),
  };
}
