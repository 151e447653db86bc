import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { runHelp } from '../run-options.ts';

export const lookupHelp = `Usage: namedesk lookup --account L --names FILE --tlds LIST [options]
       namedesk lookup --base-url URL --username EMAIL --key-stdin-once --names FILE --tlds LIST [options]

Asks for every name under every TLD, and writes what was found. The run is a session: what was found is kept on disk as it
comes, and a run that was stopped, killed or cut off goes on where it was.

Whose account:
  --account L       an account by its label; "practice" is the built-in one, where nothing costs
  --base-url URL, --username EMAIL
                    an account by its login, with --key-stdin-once; added, without its key, where there is none

What is asked:
  --names FILE      a list, a table (CSV, TSV) or a workbook (XLSX) with names; - is the standard input.
                    With --key-stdin-once, the first line of the standard input is the key
  --column N        the column of a table that has the names, 1 for the first; found out where it is left out
  --encoding E      of the file, as windows-1252; found out where it is left out
  --sheet S         of a workbook; the first where it is left out
  --tlds LIST       com,net,co.uk; or the name of a set, your own or one of:
                    ${namesOfSets()}
                    A word with a dot before it is always a TLD: .africa is one, africa is a set

How it is run:
  --session NAME    goes on with the session of this name where it asks the very same, else makes it.
                    Left out, a new session is named after the file and the time
  --fresh           asks everything again in a session that is there already
${runHelp}

Progress is shown on the error output where that is a terminal. Ctrl-C pauses the session, keeps everything and prints the
command that goes on with it; a second Ctrl-C ends at once.

Exit codes: 0 every cell has its answer; 1 some have none, the causes are counted on the error output; 2 wrong usage;
3 refused by the service (key, address, permission); 4 no key; 130 interrupted, 143 ended by the system. After 1, 3, 4, 130
and 143 everything that was found is kept.

Examples:
  namedesk lookup --account practice --names names.txt --tlds com,net,de --out found.csv
  namedesk lookup --account Acme --names names.xlsx --tlds popular --session monday --out monday.ndjson
  cut -d, -f2 list.csv | namedesk lookup --account Acme --names - --tlds .africa | grep ',available,'
  (pass show acme; cat names.txt) | namedesk lookup --base-url https://reseller.example/api/index.php \\
    --username you@example.com --key-stdin-once --names - --tlds com --out found.csv`;

function namesOfSets(): string {
  const lines: string[] = [''];
  for (const { id } of builtInTldSets) {
    const last = lines.at(-1) ?? '';
    if (last.length + id.length > 90) lines.push(id);
    else lines[lines.length - 1] = last === '' ? id : `${last}, ${id}`;
  }
  return lines.join(`,\n${' '.repeat(20)}`);
}
