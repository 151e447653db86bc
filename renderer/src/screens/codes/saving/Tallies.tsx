import { type CodeOutcome, codeOutcomes, type CodeSaving } from '#shared/domain/code.ts';
import { format } from '../../../lib/format.ts';
import { OutcomeMark } from './OutcomeMark.tsx';
import css from './saving.module.css';

/** How many came to what so far. Those that nobody has come to are left out. */
export function Tallies({ saving: { outcomes, total, asked, state } }: { readonly saving: CodeSaving }) {
  const left = total - asked;
  const shown = codeOutcomes.filter((outcome) => outcomes[outcome] > 0);
  if (shown.length === 0 && left === 0) return null;
  return (
    <ul className={css['tallies']} aria-label="What came">
      {shown.map((outcome) => (
        <li key={outcome}>
          <OutcomeMark outcome={outcome} />
          <span className="figures">{format.count(outcomes[outcome])}</span> {words[outcome]}
        </li>
      ))}
      {left > 0 && (
        <li>
          <OutcomeMark outcome={null} />
          <span className="figures">{format.count(left)}</span> {state === 'running' ? 'to ask' : 'not asked'}
        </li>
      )}
    </ul>
  );
}

const words: Readonly<Record<CodeOutcome, string>> = {
  code: 'with a code',
  emailed: 'e-mailed to the registrant',
  refused: 'refused',
  unclear: 'unclear',
  'no-answer': 'without a complete answer',
  'not-sent': 'not sent',
};
