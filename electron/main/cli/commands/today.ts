import {
  type Attention,
  type AttentionRow,
  clientWords,
  groupedByClient,
  stepWords,
} from '#shared/domain/attention.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { openToAssistants } from '../../action.ts';
import { today as actions } from '../../today/actions.ts';
import { choiceOption, json } from '../options.ts';
import { ask, row } from '../rows.ts';
import { sayList } from '../terminal.ts';
import { count, counted } from '../words.ts';

/** The number goes up where a script would have to change. */
const version = 1;
const namesInLine = 3;

export const noun = openToAssistants(
  row('', {
    about:
      'Lists what needs you, over all accounts, the most urgent first, as the screen Today of the window does: what registries show (a pending transfer, another registrar, a lost lock, a deletion, a hold), uncertain changes, expired and due domains, what is unlocked, has left or was changed elsewhere, stopped batches, failed imports, low credit, accounts that cannot be used. It asks no service. With --by client: under each client what its domains need, and beside it what is of none. With --json: also renewals by month and the credit of each account, in the shape that docs/command-line.md describes.',
    options: [choiceOption('--by <WHAT>', 'a row for each client, under its name', ['client']), json],
    async does(call, { json: asJson, by }) {
      const read = await ask(call, actions.read, by === undefined ? {} : { by });
      const { today, toDo, months, credits, domains, withoutExpiry } = read;
      const groups = by === undefined ? null : groupedByClient(read.rows);
      const rows = groups?.flatMap((group) => group.rows) ?? read.rows;
      if (asJson) {
        const counts = { version, ...(by !== undefined && { by }), today, toDo, domains, withoutExpiry };
        const listed = rows.map(rowAsJson(by !== undefined));
        return { json: { ...counts, rows: listed, months, credits: credits.map(creditAsJson) } };
      }
      const listed = rows.filter(({ snoozedUntil }) => snoozedUntil === null);
      const said = sayList(call.terminal, undefined, {
        all: listed,
        none: 'Nothing needs you today.',
        titles: [...(by === undefined ? [] : ['CLIENT']), 'WHAT', 'ACCOUNT', 'OF', 'WHY', 'NEXT'],
        row: (each) => [
          ...(by === undefined ? [] : [clientWords(each.client)]),
          each.kind,
          isolated(each.accountLabel),
          subjectOf(each),
          each.why,
          stepWords(each),
        ],
      });
      const { err } = call.terminal;
      const snoozed = rows.length - listed.length;
      if (snoozed > 0) err(`${counted(snoozed, 'row is', 'rows are')} snoozed.`);
      if (withoutExpiry > 0) err(`${counted(withoutExpiry, 'domain has', 'domains have')} no known expiry.`);
      return said;
    },
  }),
);

/** `a.com, b.com, c.com and 9 more`; what a batch or a lookup is called. */
function subjectOf({ title, names, count: all }: AttentionRow): string {
  if (title !== '') return isolated(title);
  const rest = all - namesInLine;
  const first = names.slice(0, namesInLine).map(nameInText).join(', ');
  return rest > 0 && first !== '' ? `${first} and ${count(rest)} more` : first;
}

const rowAsJson =
  (hasClient: boolean) =>
  ({ accountLabel: account, isPractice: practice, coverage, client, ...rest }: AttentionRow) => ({
    account,
    practice,
    ...(hasClient && { client }),
    ...rest,
    creditSuffices: suffices(coverage),
  });

const creditAsJson = ({
  label: account,
  isPractice: practice,
  coverage,
  ...rest
}: Attention['credits'][number]) => ({ account, practice, ...rest, creditSuffices: suffices(coverage) });

/** Null where that is not known, as of two currencies. */
const suffices = (coverage: AttentionRow['coverage']): boolean | null =>
  coverage === null || coverage === 'perhaps-not' ? null : coverage === 'enough';
