import { IconHelpCircle } from '@tabler/icons-react';
import type { CodeTaken } from '#shared/domain/code.ts';
import { Age } from '../../../components/Age.tsx';
import css from './code.module.css';
import { Panel } from './Panel.tsx';

interface Props {
  readonly taken: Extract<CodeTaken, { readonly kind: 'unclear' }>;
  readonly onClose: () => void;
}

/** An answer in which no code can be told: nothing of it is shown but its shape. */
export function Unclear({ taken: { retrievedAt, status, answer }, onClose }: Props) {
  return (
    <Panel
      title="No code can be told in the answer"
      tone="caution"
      mark={<IconHelpCircle size={20} stroke={1.75} aria-hidden />}
      onClose={onClose}
    >
      <p>
        The service answered <Age at={retrievedAt} /> (HTTP {status}), but neither with a code nor with a
        refusal. Nothing was copied or shown.
      </p>
      <p>
        We do not know whether a new code was made; where one was, the one before no longer works. Ask your
        provider in which form it answers this request before you ask again.
      </p>
      {answer !== '' && (
        <details className={css['fold']}>
          <summary>The answer, every value masked</summary>
          <pre
            className={`mono selectable ${css['answer'] ?? ''}`}
            tabIndex={0}
            aria-label="The masked answer"
          >
            {answer}
          </pre>
        </details>
      )}
    </Panel>
  );
}
