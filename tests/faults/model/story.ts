import type { ChangeAsk } from '../../../shared/changes/index.ts';
import type { Result } from '../../../shared/result.ts';

/** Tells what happens in plain words, with the virtual clock; nothing is made of it where nobody listens. */
export class Story {
  readonly #told: { readonly at: string; readonly says: string }[] = [];
  readonly #isWanted: boolean;
  #now: () => Date = () => new Date(0);

  constructor(isWanted: boolean) {
    this.#isWanted = isWanted;
  }

  /** Told with the clock from now on. */
  goBy(now: () => Date): void {
    this.#now = now;
  }

  readonly tell = (sentence: () => string): void => {
    this.tellOf(() => this.#now().toISOString(), sentence);
  };

  /** Something of an earlier moment, that is found out now. The thread of a workspace has a clock of its own, which is ahead. */
  tellOf(at: () => string, sentence: () => string): void {
    if (!this.#isWanted) return;
    const [then, now] = [at(), this.#now().toISOString()];
    this.#told.push({ at: then < now ? then : now, says: sentence() });
  }

  /** Line by line, in the order in which it happened. */
  get lines(): readonly string[] {
    return this.#told
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map(({ at, says }) => `${at.slice(5, 10)} ${at.slice(11, 19)}  ${says}`);
  }
}

/** What a change asks for, in words. */
export function deedIn(ask: ChangeAsk, domain: string): string {
  switch (ask.kind) {
    case 'renew':
      return `renew ${domain} for ${ask.periodYears} year`;
    case 'register':
      return `register ${domain} for ${ask.periodYears} year`;
    case 'lock':
      return `set the lock of ${domain} to ${ask.state}`;
    case 'nameservers':
      return `set the nameservers of ${domain} to ${ask.nameservers.join(', ')}`;
    case 'contacts':
      return `set the registrant of ${domain}`;
    case 'sync':
      return `sync ${domain}`;
    case 'child-register':
    case 'child-modify':
    case 'child-delete':
      return `${ask.kind} ${ask.host}`;
  }
}

/** Why it did not go, to be put behind a sentence; empty where it went. */
export function failureIn(result: Result<unknown>): string {
  if (result.ok) return '';
  const { kind, ...rest } = result.error;
  const details = Object.values(rest)
    .filter((value) => typeof value === 'string')
    .join(': ');
  return ` — refused: ${kind}${details === '' ? '' : ` (${details})`}`;
}
