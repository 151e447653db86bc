import { nothingAnswersText } from '#shared/domain/account-fields.ts';
import { optionFoundText, triedText } from '#shared/domain/tried-texts.ts';
import { removalText } from '#shared/domain/account.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import { bare, isolated, isTyped } from '#shared/domain/isolated.ts';
import { openToAssistants } from '../../action.ts';
import type { Account } from '../../accounts/account.ts';
import { type ConnectionReport, takeKey, testAccount } from '../../connections/connection-test.ts';
import { accountNamed, keyFromInput, nextColour } from '../account-choice.ts';
import { endWith, valueOf } from '../cli-command.ts';
import { json, nameOption, needed, option } from '../options.ts';
import { row } from '../rows.ts';
import { exitCodes, sayFailedWork, sayFailure, sayList, type Terminal } from '../terminal.ts';
import { table } from '../words.ts';

const addExample = `
Example, with the key out of a password manager:
  pass show reseller/acme | namedesk account add --label Acme \\
    --base-url https://reseller.example/modules/addons/DomainsReseller/api/index.php \\
    --username you@example.com --key-stdin

Where there is no keychain, as on many servers, nothing is added and the exit code is 4. Then give the key for each run:
"namedesk lookup --help", --key-stdin-once.`;

const keyFromStdin = needed(option('--key-stdin', 'reads the key from standard input'));

export const accountList = openToAssistants(
  row('list', {
    summary: 'lists the accounts and where their keys are stored',
    about:
      'Lists the accounts, each with where its key is: keychain, memory (until the window closes), none.',
    options: [json],
    does({ services, terminal }, { json: asJson }) {
      const { accounts } = services.accounts.list();
      return sayList(terminal, asJson, {
        all: accounts.map(shown),
        none: 'There are no accounts yet. "namedesk account add --help" says how to add one.',
        titles: ['LABEL', 'KIND', 'KEY', 'USERNAME', 'BASE URL'],
        row: ({ label, kind, key, username, baseUrl }) => [label, kind, key, username || '-', baseUrl || '-'],
      });
    },
  }),
);

export const noun = row('', {
  rows: [
    row('add', {
      summary: "adds an account; its API key is read from standard input into the system's keychain",
      about:
        "Adds an account. The API key is read from the first line of standard input and stored in the system's keychain. It is never taken from arguments or the environment, where others could read it, and never shown.",
      options: [
        needed(nameOption('--label <L>', "the account's label here; must be unique", 80)),
        needed(
          option('--base-url <URL>', "the API's base URL, as given by your provider; begins with https://"),
        ),
        needed(option('--username <EMAIL>', 'the e-mail address of the API login')),
        keyFromStdin,
      ],
      after: addExample,
      async does(call, { label, baseUrl, username }) {
        const { accounts, connections } = call.services;
        const listed = accounts.list();
        const key = await keyFromInput(call);
        const added = valueOf(
          await accounts.add({ label, baseUrl, username, colour: nextColour(listed.accounts) }),
        );
        const saved = await accounts.saveKey(added.id, key, 'keychain');
        if (saved.ok)
          return { out: `Added "${isolated(added.label)}". Its key is in the system's keychain.` };
        // Without its key the account is of no use, and its label would block the next attempt.
        await accounts.remove(added.id);
        await accounts.delete(added.id);
        await connections.drop(added.id);
        return endWith(saved);
      },
    }),
    accountList,
    row('test <L>', {
      summary: 'tests the account L: reads credit, TLDs and version, looks one name up; changes nothing',
      about:
        'Tests the account L: reads credit, TLDs and version, and prints which of them answered and how the clocks differ. What does not answer is tried otherwise: the usual path of the same server, the time in a header, TLDs with or without a dot. Changes nothing. The exit code is 0 when the credit was answered, 3 when the service refused.',
      async does({ command, services, terminal }, _options, label) {
        const account = await accountNamed(services.accounts, label);
        const report = valueOf(await testAccount({ ...services, now: () => new Date() }, account.id));
        terminal.out(
          table(report.probes.map(({ operation, verdict, answer }) => [operation, verdict, answer])),
        );
        terminal.out(clockLine(report));
        if (report.address !== null) terminal.err(addressLine(report.address, account.baseUrl));
        if (report.option !== null) terminal.err(`${optionFoundText(report.option)} Set it in the window.`);
        // A missing permission is not a failure if the account can be used otherwise.
        const failed = report.probes.find((probe) => probe.verdict === 'failed' && probe.error !== null);
        return failed?.error == null ? exitCodes.done : sayFailure(terminal, command, failed.error);
      },
    }),
    row('set-key <L>', {
      summary: 'replaces the API key of the account L, once the service has answered to the new one',
      about:
        'Replaces the API key of the account L. The new key is read from the first line of standard input. It is stored in the keychain only once the service has answered to it; until then the previous key is in use. Where the service refuses it, or cannot be reached, the previous key stays, and the exit code is not 0. An account without a key gets it at once.',
      options: [keyFromStdin, option('--untested', 'stores the key though it was not tried')],
      async does(call, { untested }, label) {
        const { services, terminal, command } = call;
        const account = await accountNamed(services.accounts, label);
        const key = await keyFromInput(call);
        const given = {
          accountId: account.id,
          key,
          place: 'keychain',
          isUntested: untested === true,
        } as const;
        const { tried } = valueOf(await takeKey({ ...services, now: () => new Date() }, given));
        if (tried === null)
          return { out: `The key of "${isolated(account.label)}" is in the system's keychain.` };
        terminal.err(triedText(tried.isRefused));
        if (!tried.isRefused) terminal.err('To use the new key anyway: --untested.');
        return sayFailedWork(terminal, command, tried.error);
      },
    }),
    row('remove <L>', {
      summary: 'removes the account L, its key, and everything stored for it here; asks for its label',
      about: `Removes the account L, its key in the keychain, and everything that is its own here: domains with their notes and tags, bulk lookups, drafts, batches. Says how much that is, and asks for the label to be typed. A backup of the workspace is made first; otherwise it cannot be undone from the command line. The journal of changes stays.

While a change of the account is not finished, or one of its batches is being read or applied, nothing is removed. Where the key cannot be removed, nothing is, and the exit code is 4.`,
      options: [option('--yes <L>', 'the label again, instead of typing it: for scripts')],
      async does({ services, terminal, refuse }, { yes }, named) {
        const { id, label } = await accountNamed(services.accounts, named);
        const contents = valueOf(services.accounts.contents(id));
        if (contents.inUse !== null) return endWith({ error: contents.inUse });
        const lost = removalText(contents, inEnglish);
        const typed = lost === null ? null : await typedLabel(yes, label, lost, terminal);
        if (lost !== null && !isTyped(typed, label))
          return refuse(`The label was not typed, so nothing was removed. Use --yes "${bare(label)}".`);
        valueOf(await services.removal.removeForGood(id, typed));
        return { out: `Removed "${isolated(label)}" and its key.` };
      },
    }),
  ],
});

/** The practice service creates its own address and user at each start. */
const shown = ({ id, label, kind, username, baseUrl, key }: Account) => ({
  id,
  label,
  kind,
  key: kind === 'practice' ? 'built in' : key.place,
  username,
  baseUrl,
});

const addressLine = ({ status, found }: NonNullable<ConnectionReport['address']>, baseUrl: string): string =>
  `${nothingAnswersText(status, baseUrl)}${found === null ? '' : ` The API answers at ${found}`}`;

/** A difference below two seconds is caused by latency, not by the clock. */
function clockLine({ clockSkewMs, isClockEarlier }: ConnectionReport): string {
  if (clockSkewMs === null) return "the service's clock is unknown";
  const seconds = Math.round(clockSkewMs / 1_000);
  const when = isClockEarlier ? ' (as of its last answer)' : '';
  if (Math.abs(seconds) < 2) return `the service's clock agrees with this computer's${when}`;
  return `the service's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this computer's${when}`;
}

/** A script is not asked: it might wait forever for the answer. */
async function typedLabel(
  yes: string | undefined,
  label: string,
  lost: string,
  { err, columns, input }: Terminal,
): Promise<string | null> {
  err(`${lost} A backup is made first.`);
  if (yes !== undefined) return yes;
  if (columns === null) return null;
  err(`Type ${isolated(label)} to remove it:`);
  return await input.firstLine();
}
