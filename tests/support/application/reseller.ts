import { randomBytes } from 'node:crypto';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../electron/main/practice/service.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
// window.namedesk
import type { RunningNamedesk } from './launch-namedesk.ts';

/** A service of its own outside the application, and the login that it takes. */
export interface Reseller {
  readonly service: PracticeService;
  readonly username: string;
  readonly apiKey: string;
}

export async function startReseller(options: Partial<PracticeOptions> = {}): Promise<Reseller> {
  // A port may be given out again while the keychain still has the mark of the test that had it: each login pays for itself.
  const username = `reseller-${randomBytes(4).toString('hex')}@example.com`;
  const apiKey = randomBytes(24).toString('base64url');
  const service = await startPracticeService({ username, apiKey, rememberRequests: 1_000, ...options });
  return { service, username, apiKey };
}

/** Puts a text where a person would copy it from; main reads and clears it. */
export async function copyToClipboard({ app }: RunningNamedesk, text: string): Promise<void> {
  await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
}

/**
 * Adds an account for the reseller and makes it the active one, by the requests that the page itself makes; its key goes
 * by the clipboard into the keychain. For tests that are about something else.
 */
export async function enterReseller(
  namedesk: RunningNamedesk,
  { service, username, apiKey }: Reseller,
  key = apiKey,
  label = 'Example Reseller',
): Promise<string> {
  const accountId = await namedesk.page.evaluate(
    async (draft) => {
      const account = await window.namedesk.request.accounts.add(draft);
      if (!account.ok) throw new Error(JSON.stringify(account.error));
      return account.value.id;
    },
    { label, colour: 'teal' as const, baseUrl: service.baseUrl, username },
  );
  while (!(await saveKey(namedesk, accountId, key)));
  await namedesk.page.evaluate(async (id) => {
    await window.namedesk.request.accounts.select({ id });
    await window.namedesk.request.settings.write({ onboarded: true });
  }, accountId);
  await namedesk.page.reload();
  // Keys that are pressed before the page is there are lost.
  await namedesk.page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return accountId;
}

/** False where the keyring of a busy machine took longer than the application waits for it: a person tries again. */
async function saveKey(namedesk: RunningNamedesk, accountId: string, key: string): Promise<boolean> {
  await copyToClipboard(namedesk, key);
  const saved = await namedesk.page.evaluate(
    (id) => window.namedesk.request.keys.fromClipboard({ accountId: id, place: 'keychain' }),
    accountId,
  );
  if (saved.ok) return true;
  if (saved.error.kind === 'keychain' && saved.error.fault === 'no-answer') return false;
  throw new Error(JSON.stringify(saved.error));
}

/** Changes some of an account's options, as its form does; again where the keyring of a busy machine took too long. */
export async function setOptions(
  { page }: RunningNamedesk,
  accountId: string,
  options: Partial<AccountOptions>,
): Promise<void> {
  const edit = () =>
    page.evaluate(
      async (asked) => {
        const { accounts } = window.namedesk.request;
        const listed = await accounts.list({});
        const account = listed.ok
          ? listed.value.accounts.find(({ id }) => id === asked.accountId)
          : undefined;
        if (account === undefined) throw new Error('There is no such account');
        const { id, label, colour, baseUrl, username } = account;
        const changed = { ...account.options, ...asked.options };
        const edited = await accounts.edit({ id, label, colour, baseUrl, username, options: changed });
        return edited.ok ? null : edited.error;
      },
      { accountId, options },
    );
  for (let error = await edit(); error !== null; error = await edit())
    if (error.kind !== 'keychain' || error.fault !== 'no-answer') throw new Error(JSON.stringify(error));
}
