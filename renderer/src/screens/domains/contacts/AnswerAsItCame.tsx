import css from './contacts.module.css';

/** The answer behind the contacts, masked; folded, since it is for looking things up. */
export function AnswerAsItCame({ answer }: { readonly answer: string }) {
  if (answer === '') return null;
  return (
    <details className={css['fold']}>
      <summary>The answer as JSON, values masked</summary>
      <pre className={`selectable ${css['answer'] ?? ''}`} tabIndex={0} aria-label="The answer as JSON">
        {answer}
      </pre>
    </details>
  );
}
