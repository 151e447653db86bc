import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Output } from '#shared/ipc/types.ts';
import { useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import css from '../register.module.css';

type Draft = Output<'drafts', 'list'>['drafts'][number];

interface Props {
  readonly accountId: string;
  readonly onName: (domain: string) => void;
}

/** The names that somebody has begun to register and not ordered: one press leads on with each. */
export function BegunNames({ accountId, onName }: Props) {
  const { request } = useStores().bridge;
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useEffect(() => {
    let isDrawn = true;
    void request.drafts.list({ accountId }).then((result) => {
      if (isDrawn && result.ok) setDrafts(result.value.drafts.filter(({ kind }) => kind === 'register'));
    });
    return () => {
      isDrawn = false;
    };
  }, [request, accountId]);
  if (drafts.length === 0) return null;
  return (
    <section className={css['begun']} aria-label="Begun and not ordered">
      <h2>Begun and not ordered</h2>
      <ul>
        {[...drafts].sort(newestFirst).map(({ domain, savedAt }) => (
          <li key={domain}>
            <button type="button" onClick={() => onName(domain)}>
              <span className="mono">{toUnicode(domain)}</span>
              <span className={css['quiet']}>
                typed <Age at={savedAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const newestFirst = (a: Draft, b: Draft): number => b.savedAt.localeCompare(a.savedAt);
