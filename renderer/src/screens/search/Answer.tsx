import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { FindingDetails } from '../../lib/nouns.ts';
import css from './details.module.css';

/** Every field of the answer, readable; the answer itself one click away. */
export function Answer({ fields, answer }: Pick<FindingDetails, 'fields' | 'answer'>) {
  const [raw, setRaw] = useState(false);
  if (fields.length === 0 && answer === '') return null;
  return (
    <section>
      <h3 className={css['section']}>Every field of the answer</h3>
      {fields.length === 0 && <p className={css['quiet']}>The answer has none for this name.</p>}
      <dl className={css['fields']}>
        {fields.map(({ path, value }) => (
          <div key={path} className={css['field']}>
            <dt>{path}</dt>
            <dd className="mono selectable">
              {value === '' ? <span className={css['quiet']}>empty</span> : value}
            </dd>
          </div>
        ))}
      </dl>
      {answer !== '' && (
        <Button
          variant="subtle"
          className={css['disclose']}
          aria-expanded={raw}
          leftSection={
            raw ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />
          }
          onClick={() => setRaw(!raw)}
        >
          The answer as JSON
        </Button>
      )}
      {raw && (
        <pre className={`${css['raw'] ?? ''} selectable`} tabIndex={0} aria-label="The answer as JSON">
          {answer}
        </pre>
      )}
    </section>
  );
}
