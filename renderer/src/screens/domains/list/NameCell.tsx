import { IconAlertTriangle, IconNote } from '@tabler/icons-react';
import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { changeTitle } from '../../changes/change-words.ts';
import { partWords } from '../known-words.ts';
import css from './list.module.css';
import { isTroubled } from './look.ts';
import type { Row } from './row.ts';

interface Props {
  readonly row: Row;
  readonly uncertain: Change | null;
  readonly onOpenChange: (changeId: string) => void;
}

/** The name in both its forms, and the marks of what is worth a look. */
export function NameCell({ row: { domain, unicode }, uncertain, onOpenChange }: Props) {
  const isOther = unicode !== domain.name;
  return (
    <div role="gridcell" className={css['what']}>
      <span className={css['nameLine']}>
        <span
          className={`mono ${css['name'] ?? ''}`}
          title={isOther ? `${unicode}\n${domain.name}` : unicode}
        >
          {unicode}
        </span>
        {uncertain !== null && <Uncertain change={uncertain} onOpen={onOpenChange} />}
        {isTroubled(domain) && <Trouble of={domain} />}
        {domain.note !== '' && (
          <span className={css['mark']} title={domain.note} role="img" aria-label="Has a note">
            <IconNote size={14} stroke={1.75} aria-hidden />
          </span>
        )}
      </span>
      {(isOther || domain.archivedAt !== null) && (
        <span className={css['second']}>
          {isOther && <span className="mono">{domain.name}</span>}
          {domain.archivedAt !== null && <span className={css['badge']}>Archived</span>}
        </span>
      )}
    </div>
  );
}

/** For the mouse; the domain's own page leads there as well. */
function Uncertain({ change, onOpen }: { readonly change: Change; readonly onOpen: Props['onOpenChange'] }) {
  const words = `Change ${change.number} is uncertain: ${changeTitle(change)}`;
  return (
    <button
      type="button"
      className={css['markButton']}
      tabIndex={-1}
      title={`${words}. Open it`}
      aria-label={words}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(change.id);
      }}
    >
      <span aria-hidden>
        <ChangeStateMark state="uncertain" short />
      </span>
    </button>
  );
}

function Trouble({ of: domain }: { readonly of: Domain }) {
  const words = [
    ...(domain.transferredAway?.value === true ? ['The service says that it was transferred away.'] : []),
    ...domain.troubles.map(({ part, error }) => `${partWords[part]}: ${sentencesFor(error).happened}`),
  ].join('\n');
  return (
    <span className={css['mark']} data-tone="caution" title={words} role="img" aria-label={words}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
    </span>
  );
}
