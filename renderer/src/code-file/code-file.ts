import { armor, Decrypter } from 'age-encryption';
import { parse } from 'csv-parse/browser/esm/sync';
import { createUnlockForm, element, say } from '../code/views.ts';
import './code-file.css';

// The page that a file of codes is saved as. It stands alone: what it needs is in the file, and its policy lets it ask for nothing.

/** As an export writes them (`codeRow` of main). */
interface Row {
  readonly domain: string;
  /** Empty where none came; `message` says why then. */
  readonly code: string;
  readonly message: string;
}

class WrongPassphrase extends Error {}

document.addEventListener('DOMContentLoaded', () => {
  // Who asks for the passphrase on a site is not who made the file: this page does not teach anybody to type it there.
  const isOnSite = location.protocol.startsWith('http');
  element('from-site', HTMLElement).hidden = !isOnSite;
  if (isOnSite) return;
  const fileName = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
  const unlock = createUnlockForm((passphrase) => void open(passphrase));
  const use = element('unlock-use', HTMLButtonElement);

  function ask(isWrong: boolean): void {
    element('unlock-form', HTMLElement).hidden = false;
    unlock.fill({ fileName, isWrong });
    unlock.first.focus();
  }

  async function open(passphrase: string): Promise<void> {
    use.disabled = true;
    say('unlock-working', 'Opening the file…');
    // The key takes the page a second or more: it says so first.
    await new Promise((resolve) => setTimeout(resolve, 50));
    try {
      show(await decrypted(passphrase), fileName);
    } catch (thrown) {
      ask(thrown instanceof WrongPassphrase);
      if (!(thrown instanceof WrongPassphrase))
        say('unlock-problem', 'This file is damaged or incomplete. Ask for another copy of it.');
    }
    use.disabled = false;
    say('unlock-working', '');
  }

  ask(false);
});

/** The table in the file, as CSV. Throws {@link WrongPassphrase}, or whatever is wrong with the file. */
async function decrypted(passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  // Asked after it: the library does not tell a passphrase that opens nothing from another failure.
  decrypter.addIdentity({
    unwrapFileKey() {
      throw new WrongPassphrase();
    },
  });
  return decrypter.decrypt(armor.decode(element('file', HTMLElement).textContent), 'text');
}

function show(csv: string, fileName: string): void {
  const rows = parse<Row>(csv, { columns: true });
  const codes = rows.filter(({ code }) => code !== '').length;
  say('codes-count', `Codes: ${codes}. Domains: ${rows.length}.`);
  element('codes-rows', HTMLElement).replaceChildren(...rows.map(line));
  const save = element('codes-save', HTMLAnchorElement);
  save.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  save.download = fileName.replace(/(\.html?)?$/i, '.csv');
  element('codes-close', HTMLElement).addEventListener('click', () => location.reload());
  element('unlock-form', HTMLElement).hidden = true;
  element('codes', HTMLElement).hidden = false;
  element('codes-count', HTMLElement).focus();
}

function line({ domain, code, message }: Row): HTMLElement {
  const made = document.createElement('tr');
  const name = document.createElement('th');
  name.scope = 'row';
  name.textContent = domain;
  made.append(name);
  const cell = made.insertCell();
  const last = made.insertCell();
  if (code === '') {
    cell.dir = 'auto';
    cell.className = 'small';
    cell.textContent = message === '' ? 'No code' : message;
    return made;
  }
  const text = document.createElement('code');
  text.textContent = code;
  cell.append(text);
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = 'Copy';
  copy.setAttribute('aria-label', `Copy the code of ${domain}`);
  copy.addEventListener('click', () => void copied(text, domain));
  last.append(copy);
  return made;
}

async function copied(text: HTMLElement, domain: string): Promise<void> {
  say('codes-copied', '');
  try {
    await navigator.clipboard.writeText(text.textContent);
    say('codes-copied', `The code of ${domain} is in the clipboard.`);
  } catch {
    getSelection()?.selectAllChildren(text);
    say('codes-copied', `The code of ${domain} is selected: copy it by Ctrl+C or ⌘C.`);
  }
}
