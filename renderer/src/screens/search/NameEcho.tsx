import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { counted } from '../../lib/format.ts';
import css from './field.module.css';

/** How the text was understood: both forms of the name; or the character that makes it no name, and why. */
export function NameEcho({ id }: { readonly id: string }) {
  const { search } = useStores();
  const text = useStore(search, (state) => state.text);
  const question = useStore(search, (state) => state.question);
  const problem = useStore(search, (state) => state.problem);
  return (
    <p id={id} className={css['echo']} aria-live="polite">
      {problem !== null && (
        <Misfit text={text} at={problem.at} length={problem.length} reason={problem.reason} />
      )}
      {question !== null && (
        <>
          <span className={css['name']}>{question.query.unicode}</span>
          {question.query.ascii !== question.query.unicode && (
            <>
              <span>sent as</span>
              <span className={css['name']}>{question.query.ascii}</span>
            </>
          )}
          <span>under {counted(question.names.length, 'TLD', 'TLDs')}</span>
        </>
      )}
      {problem === null && question === null && (
        <span>
          For example <span className={css['name']}>bäckerei</span>,{' '}
          <span className={css['name']}>example.com</span>, or an address from the browser.
        </span>
      )}
    </p>
  );
}

interface MisfitProps {
  readonly text: string;
  readonly at: number;
  readonly length: number;
  readonly reason: string;
}

/** How much of the text around the character is shown. */
const around = 24;

function Misfit({ text, at, length, reason }: MisfitProps) {
  const before = text.slice(Math.max(0, at - around), at);
  const after = text.slice(at + length, at + length + around);
  const wrong = text.slice(at, at + length).replaceAll(' ', '·');
  return (
    <>
      <span className={css['name']} aria-hidden>
        {at > around && '…'}
        {before}
        <mark className={css['wrong']}>{wrong === '' ? '⌃' : wrong}</mark>
        {after}
        {at + length + around < text.length && '…'}
      </span>
      <span className={css['reason']}>
        {reason}
        {length > 0 && ` (character ${at + 1})`}. Nothing is sent.
      </span>
    </>
  );
}
