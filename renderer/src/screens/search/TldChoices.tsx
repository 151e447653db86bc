import css from './tld-dialog.module.css';
import type { LetterSection } from './tld-pick.ts';

interface Props {
  readonly sections: readonly LetterSection[];
  readonly picked: ReadonlySet<string>;
  readonly toggle: (tld: string) => void;
}

/** All TLDs under their letters, each to be picked or not. Copes with two thousand of them. */
export function TldChoices({ sections, picked, toggle }: Props) {
  return (
    <div className={css['all']} role="group" aria-label="TLDs" tabIndex={-1}>
      {sections.map(({ letter, tlds }) => (
        <section key={letter} className={css['letter']}>
          <h3 className={css['initial']}>{letter}</h3>
          {tlds.map((tld) => (
            <label key={tld} className={css['tld']}>
              <input
                type="checkbox"
                className="tick"
                checked={picked.has(tld)}
                onChange={() => toggle(tld)}
              />
              <span>.{tld}</span>
            </label>
          ))}
        </section>
      ))}
      {sections.length === 0 && <p className={css['none']}>No TLD matches.</p>}
    </div>
  );
}
