import { bare, isolated, isTyped } from '#shared/domain/isolated.ts';
import { kindOf } from '#shared/changes/index.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { type Change, emptyChangeFilter, isProven, provenWord } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { invalidInput } from '../../system/texts.ts';
import { withKey } from '../account-choice.ts';
import { endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import { choiceOption, json, keyOption, nameOption, needed, option, teamPassword } from '../options.ts';
import { row, type Said } from '../rows.ts';
import { exitCodes } from '../terminal.ts';
import { count, table } from '../words.ts';
import { changeList } from './journal.ts';

export const noun = row('', {
  about:
    'The changes that were sent, or are to be: what, on which domain, and with what outcome. A change is named by its number or its id.',
  rows: [
    changeList,
    row('show <CHANGE>', {
      summary: 'shows a change with every entry of the journal',
      options: [json],
      async does(call, { json: asJson }, typed) {
        const named = await changeNamed(call, typed);
        const { change, entries } = valueOf(await call.services.changes.find(named.id));
        if (asJson) return { json: { version: 1, change, entries } };
        sayChange(call, change);
        return { out: table([['AT', 'ENTRY'], ...entries.map(({ at, event }) => [at, event.type])]) };
      },
    }),
    row('verify <CHANGE>', {
      summary: 'reads the domain to see whether an uncertain change was done',
      about:
        'Reads the domain and decides with what it shows whether an uncertain change was done. Sends no change. The exit code is 0 once it is known, and 1 while it stays uncertain.',
      options: [keyOption(), teamPassword, json],
      async does(call, { json: asJson, ...secrets }, typed) {
        const { id, accountId } = await changeNamed(call, typed);
        return withKey(call, accountId, secrets, async () =>
          shown(call, asJson, valueOf(await call.services.changes.readBack(id))),
        );
      },
    }),
    row('resolve <CHANGE>', {
      summary: 'marks an uncertain change as done or not done',
      about:
        'Marks an uncertain change as what you have found out elsewhere, such as in your provider’s panel. The journal keeps it with your note. What is marked as not done can be ordered again, so its domain has to be typed: be sure.',
      options: [
        needed(choiceOption('--as <OUTCOME>', 'what you have found', ['done', 'not-done'])),
        needed(nameOption('--note <TEXT>', 'how you know', 2_000)),
        option('--yes <DOMAIN>', 'with --as not-done: the domain again, instead of typing it: for scripts'),
        json,
      ],
      async does(call, { json: asJson, as, note, yes }, typed) {
        const { id, domain } = await changeNamed(call, typed);
        // It lifts what keeps the name from being paid for again.
        if (as === 'not-done' && !isTyped(yes ?? (await typedDomain(domain, call.terminal)), domain))
          return call.refuse(`The domain was not typed, so nothing was marked. Use --yes "${bare(domain)}".`);
        const outcome = as === 'done' ? 'applied' : 'not-applied';
        return shown(call, asJson, valueOf(await call.services.changes.settle(id, outcome, note)));
      },
    }),
  ],
});

const rowsAtOnce = 500;

/** The change with this number or id. Fails with: `invalid-input`, `storage`. */
async function changeNamed({ services: { changes } }: ServicesCall, typed: string): Promise<Change> {
  if (/^\d{1,9}$/.test(typed)) {
    for (let offset = 0; ; offset += rowsAtOnce) {
      const page = valueOf(await changes.list(emptyChangeFilter, offset, rowsAtOnce));
      const found = page.changes.find(({ number }) => number === Number(typed));
      if (found !== undefined) return found;
      if (page.changes.length < rowsAtOnce) break;
    }
  } else if (/^[0-9a-f-]{36}$/i.test(typed)) {
    return valueOf(await changes.find(typed.toLowerCase())).change;
  }
  return endWith(
    invalidInput(
      'id',
      `There is no change "${isolated(typed.slice(0, 80))}". "namedesk change list" shows their numbers`,
    ),
  );
}

function sayChange({ terminal }: ServicesCall, change: Change): void {
  const { number, domain, what, state, accountLabel, error } = change;
  const title = kindOf(what.kind).title(what);
  const word = isProven(change) ? provenWord.toLowerCase() : state;
  terminal.out(`${count(number)} ${nameInText(domain)} (${isolated(accountLabel)}): ${title}: ${word}`);
  if (error !== null) terminal.err(sentencesFor(error).happened);
}

/** A script is not asked: it might wait forever for the answer. */
async function typedDomain(
  domain: string,
  { err, columns, input }: ServicesCall['terminal'],
): Promise<string | null> {
  if (columns === null) return null;
  err(`Type ${isolated(domain)} to mark it as not done:`);
  return await input.firstLine();
}

function shown(call: ServicesCall, asJson: true | undefined, change: Change): Said {
  if (!asJson) sayChange(call, change);
  return { json: change, code: change.state === 'uncertain' ? exitCodes.failed : exitCodes.done };
}
