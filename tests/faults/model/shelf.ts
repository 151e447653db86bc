import { flatResultOf, resultOf } from '../../../electron/main/workspace/sqlite.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Desk, Wrong } from './desk.ts';
import type { Machine, Running } from './machine.ts';
import type { FileRow } from './manners.ts';
import { type DomainOnDisk, hiddenByFile, type ImportSeen, wrongUndo } from './portfolio-seen.ts';
import { filedDomains, freeDomains, ownedDomains } from './reseller.ts';
import type { StepOf } from './steps.ts';
import { failureIn } from './story.ts';

/** Names that a file can have: own ones, such as only a file has, and candidates that it makes own ones. */
const fileNames = [...ownedDomains, ...filedDomains, ...freeDomains] as const;
const mostImports = 4;
const choices = { mapping: [], isDayFirst: null, encoding: null, sheet: null, restoresArchived: true };
const draftId = '00000000-0000-4000-8000-d4af7d4af7d4';

/** What Ada does with what she knows of her domains: files, values of her own, and whether registries are asked. */
export class Shelf {
  readonly wrongs: Wrong[] = [];
  readonly #machine: Machine;
  readonly #desk: Desk;
  /** The newest first. */
  #imports: readonly ImportSeen[] = [];
  #typed = 0;

  constructor(machine: Machine, desk: Desk) {
    this.#machine = machine;
    this.#desk = desk;
  }

  /** Imports a file, and looks at once at what became of the domains in it. */
  async import({ account, rows }: StepOf<'import'>, running: Running): Promise<void> {
    const chosen = await this.#desk.account(account, running);
    if (chosen === null) return;
    const text = this.#fileOf(rows);
    const { imports } = running;
    const read = await imports.readText({ draftId, accountId: chosen.id, choices, text });
    const before = this.#domainsOf(chosen.id, running);
    const applied = read.ok ? await imports.apply({ draftId }) : read;
    this.#tell(
      () =>
        `Ada imports a file at ${chosen.label}: ${text.split('\n').slice(1).join(' | ')}${failureIn(applied)}.`,
    );
    if (!applied.ok) return;
    const after = this.#domainsOf(chosen.id, running);
    const seen = { id: applied.value.import.id, accountId: chosen.id, before, after };
    this.#imports = [seen, ...this.#imports].slice(0, mostImports);
    for (const [name, now] of after) {
      const then = before.get(name);
      const hidden = then === undefined ? null : hiddenByFile(then, now);
      if (hidden !== null) this.#wrong('file-hides-nothing', `${hidden}.`);
    }
    const again = await imports.readText({ draftId, accountId: chosen.id, choices, text });
    if (again.ok && again.value.counts.new + again.value.counts.changed > 0)
      this.#wrong('import-undone', `The same file has something new: ${JSON.stringify(again.value.counts)}.`);
  }

  async undo({ which }: StepOf<'undo-import'>, running: Running): Promise<void> {
    const seen = this.#imports[which % Math.max(1, this.#imports.length)];
    if (seen === undefined) return;
    const { id, accountId } = seen;
    const listed = await resultOf(running.services.accounts.list);
    // Of an account that was removed, no import is shown.
    if (!listed.ok || listed.value.accounts.every((account) => account.id !== accountId)) return;
    const [left, then] = [running.observer.stepsOf(id), this.#domainsOf(accountId, running)];
    const undone = await running.imports.undo({ accountId, id });
    this.#tell(() => `Ada takes an import back${failureIn(undone)}${this.#stayedIn(undone)}.`);
    const now = this.#domainsOf(accountId, running);
    for (const name of new Set([...then.keys(), ...now.keys()])) {
      const wrong = wrongUndo(seen, name, left.has(name), then.get(name), now.get(name));
      if (wrong !== null) this.#wrong('import-undone', `After an import was taken back, ${wrong}.`);
    }
  }

  /** Writes down something of her own about a domain. */
  async note({ account, domain, what }: StepOf<'own'>, running: Running): Promise<void> {
    const chosen = await this.#desk.account(account, running);
    if (chosen === null) return;
    const name = fileNames[domain % fileNames.length] ?? ownedDomains[0];
    this.#typed += 1;
    const { portfolio } = running.services;
    const { id } = chosen;
    const typed = `typed ${this.#typed}`;
    const work = {
      client: () => portfolio.setTexts(id, name, { client: typed }),
      note: () => portfolio.setTexts(id, name, { note: typed }),
      tag: () => portfolio.tag(id, [name], ['by hand'], ['from a file']),
      archive: async () => {
        await portfolio.archive(id, [name], this.#typed % 2 === 0);
        return ok(null);
      },
      expiry: () =>
        portfolio.setExpiry(id, name, this.#machine.registries.expiryOf(name, 'now') ?? '2030-01-01'),
      'no-expiry': () => portfolio.setExpiry(id, name, null),
    }[what];
    const done = await flatResultOf<unknown>(work);
    this.#tell(() => `Ada sets the ${what} of ${name} at ${chosen.label}${failureIn(done)}.`);
  }

  async switch({ isOn }: StepOf<'registry-switch'>, running: Running): Promise<void> {
    const { settings } = running.services.workspace;
    const written = await resultOf(() => settings.write({ registryEnabled: isOn }));
    this.#tell(() => `Ada switches the registries ${isOn ? 'on' : 'off'}${failureIn(written)}.`);
  }

  /** Lets assistants propose, or not. */
  async allow({ isOn }: StepOf<'assistants'>, { workspace }: Running['services']): Promise<void> {
    const written = await resultOf(() => workspace.settings.write({ assistantsEnabled: isOn }));
    this.#tell(() => `Ada switches assistants ${isOn ? 'on' : 'off'}${failureIn(written)}.`);
  }

  /** Asks the registries for what a list shows, or for a name that she has just searched for. */
  async lookUp({ account, isWide }: StepOf<'look-up'>, running: Running): Promise<void> {
    const chosen = await this.#desk.account(account, running);
    if (chosen === null) return;
    const domains = isWide ? fileNames : ownedDomains;
    const begun = await running.services.registry.refresh(chosen.id, domains);
    this.#tell(() => `Ada looks up expiries at the registries${failureIn(begun)}.`);
  }

  #fileOf(rows: readonly FileRow[]): string {
    const lines = rows.map(({ name, expiry, client, tag, note }) => {
      const domain = fileNames[name % fileNames.length] ?? ownedDomains[0];
      return [domain, this.#dateOf(domain, expiry), client, tag, note].join(',');
    });
    return ['domain,expires,client,tags,note', ...lines].join('\n');
  }

  #dateOf(domain: string, expiry: FileRow['expiry']): string {
    if (expiry === 'none') return '';
    if (expiry === 'wrong') return '2031-11-30';
    return this.#machine.registries.expiryOf(domain, expiry === 'stale' ? 'before' : 'now') ?? '';
  }

  #domainsOf(accountId: string, { observer }: Running): ReadonlyMap<string, DomainOnDisk> {
    const own = observer.domains().filter((domain) => domain.accountId === accountId);
    return new Map(own.map((domain) => [domain.name, domain]));
  }

  readonly #stayedIn = (undone: Result<{ readonly named: readonly string[] }>): string =>
    undone.ok && undone.value.named.length > 0 ? `; ${undone.value.named.join(', ')} stay` : '';

  #wrong(invariant: Wrong['invariant'], says: string): void {
    this.wrongs.push({ invariant, says });
  }

  #tell(sentence: () => string): void {
    this.#machine.tell(sentence);
  }
}
