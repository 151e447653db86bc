import { chownSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ground } from '../../support/application/launch-namedesk.ts';
import setUp from '../../support/application/set-up.ts';
import { openServices } from '../../support/services/open-services.ts';
import { aFinding, valueOf } from '../../support/workspace/a-workspace.ts';

let standing: Promise<() => Promise<void>> | null = null;

/** The built application, a display and a keyring: made ready once for all figures of a run. */
export async function standWindows(): Promise<void> {
  await (standing ??= setUp());
}

/** Takes display and keyring down, where a figure stood them. */
export async function takeWindowsDown(): Promise<void> {
  const takeDown = await standing;
  standing = null;
  await takeDown?.();
}

/**
 * The folder of someone who has worked before: past the first screens, with the practice account.
 *
 * @param known Full names of which it is known that they are taken.
 */
export async function usedFolder(name: string, known: readonly string[] = []): Promise<string> {
  const folder = join(ground().folder, name);
  const services = await openServices(join(folder, 'workspace'));
  const account = valueOf(await services.accounts.addPractice());
  valueOf(await services.accounts.select(account.id));
  services.workspace.settings.write({ onboarded: true });
  const findings = known.map((domain) =>
    aFinding({ domain, tld: domain.slice(domain.indexOf('.') + 1), kind: 'taken' }),
  );
  valueOf(await services.workspace.findings.save({ accountId: account.id, findings, answer: '[]' }));
  await services.close();
  handOver(folder);
  return folder;
}

/** The same with a copy of a workspace that was prepared. */
export async function folderWith(workspace: string, name: string): Promise<string> {
  const folder = join(ground().folder, name);
  cpSync(workspace, join(folder, 'workspace'), { recursive: true });
  const services = await openServices(join(folder, 'workspace'));
  services.workspace.settings.write({ onboarded: true });
  await services.close();
  handOver(folder);
  return folder;
}

/** What we have written becomes the user's who runs the application. */
function handOver(folder: string): void {
  const { user } = ground();
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), user.uid, user.gid);
}
