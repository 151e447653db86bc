import { longestPassphrase, shortestPassphrase } from '#shared/ipc/code-channel.ts';

export const codesHelp = `Usage: namedesk codes --account L --names FILE --out FILE.age [options]

Asks for the transfer code (EPP code) of every domain, one after the other, and writes them into one file that is encrypted
with a passphrase. No code is shown, and none is ever on the disk in clear. Each domain is asked for once: at some registries
each asking makes a new code. Each asking stands in the journal of accesses, without the code.

  --account L         an account by its label; "practice" is the built-in one, where nothing costs
  --base-url URL, --username EMAIL
                      an account by its login, with --key-stdin-once; added, without its key, where there is none
  --names FILE        full names, as example.com, one on a line; - is the standard input
  --out FILE.age      where the encrypted file is put; it appears when it is whole, readable by you alone
  --force             replaces a file that is there already; its codes may be the only ones you have
  --passphrase-stdin  reads the passphrase from the first line of the standard input, instead of asking for it twice
                      without showing it. It is never taken from the arguments or the environment, where others can read
  --key-stdin-once    reads the API key from the first line of the standard input, for this run alone
  --rate R            at most R requests a second, 0 for no ceiling; left out: as the account has it

The passphrase has ${shortestPassphrase} to ${longestPassphrase} characters. Whoever has the file can try as many as they like: five or more random words are good.
Of the standard input, the key comes first where both are read from it, then the passphrase, then the names.

What is in the file: CSV with the columns domain, code, outcome, message, retrieved_at, a row for every domain that was asked,
refused ones with their reason. A code stands as the service gave it, to the byte: nothing is put before one that begins
with = or -, which a spreadsheet may take for a formula. Open such a file as text. Any age tool opens it:
  age -d codes.age

Without a network it waits and goes on by itself; what may have reached the service is not asked again. Ctrl-C finishes the
file with what was fetched; a second Ctrl-C ends at once, without a file.

Exit codes: 0 every domain's code is in the file; 1 some are not, the error output says which; 2 wrong usage; 3 refused by
the service (key, address, permission); 4 no key; 130 interrupted, 143 ended by the system. After 1, 3, 4, 130 and 143 the
file has what was fetched; there is none where nothing was asked.

Examples:
  namedesk codes --account Acme --names leaving.txt --out leaving.age
  (pass show transfers; cat leaving.txt) | namedesk codes --account Acme --names - --passphrase-stdin --out leaving.age`;
