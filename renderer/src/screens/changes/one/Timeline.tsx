import type { JournalEntry } from '#shared/domain/change-entry.ts';
import { format } from '../../../lib/format.ts';
import { ChangeStateMark } from '../ChangeStateMark.tsx';
import css from './one.module.css';
import { entryWords } from './timeline-words.ts';

/** Everything that was written down of the change, in its order. */
export function Timeline({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <section>
      <h3 className={css['section']}>What happened</h3>
      <ol className={css['timeline']}>
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry: { at, state, event } }: { readonly entry: JournalEntry }) {
  const { title, more } = entryWords(event);
  return (
    <li>
      <span className={css['entryMark']} aria-hidden>
        <ChangeStateMark state={state} short />
      </span>
      <div className={css['entryWords']}>
        <p className={css['entryTitle']}>
          <span>{title}</span>
          <time dateTime={at}>{format.instant(at)}</time>
        </p>
        {more !== null && <p className={`${css['quiet'] ?? ''} selectable`}>{more}</p>}
        {event.type === 'answered' && event.answer !== '' && <Answer text={event.answer} />}
      </div>
    </li>
  );
}

/** The answer, masked, one click away. */
const Answer = ({ text }: { readonly text: string }) => (
  <details className={css['answer']}>
    <summary>What was answered</summary>
    <pre className="selectable" tabIndex={0} aria-label="What was answered">
      {indented(text)}
    </pre>
  </details>
);

/** JSON on lines of its own; what is no JSON as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
