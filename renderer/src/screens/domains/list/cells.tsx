import { IconLock, IconLockOpen } from '@tabler/icons-react';
import type { Domain } from '#shared/domain/portfolio.ts';
import { format } from '../../../lib/format.ts';
import { dayInWords, daysInWords, daysUntil, toneOf } from '../days.ts';
import { sourceAndAge } from '../known-words.ts';
import css from './list.module.css';
import type { Row } from './row.ts';

interface Props {
  readonly of: Domain;
  readonly nowMs: number;
}

const Unread = ({ words = 'Not read yet' }: { readonly words?: string }) => (
  <span className={css['unread']}>{words}</span>
);

/** The registrar lock by shape and word. */
export function Lock({ of: { lock }, nowMs }: Props) {
  if (lock === null)
    return (
      <div role="gridcell">
        <Unread />
      </div>
    );
  const Icon = lock.value === 'locked' ? IconLock : IconLockOpen;
  return (
    <div role="gridcell" className={css['lock']} data-state={lock.value} title={sourceAndAge(lock, nowMs)}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {lock.value === 'locked' ? 'Locked' : 'Unlocked'}
    </div>
  );
}

/** The first, and how many there are beside it; all of them on hover. */
export function Nameservers({ of: { nameservers }, nowMs }: Props) {
  const [first, ...others] = nameservers?.value ?? [];
  if (nameservers === null || first === undefined)
    return (
      <div role="gridcell">
        <Unread words={nameservers === null ? 'Not read yet' : 'None'} />
      </div>
    );
  return (
    <div
      role="gridcell"
      className={css['pair']}
      title={`${nameservers.value.join('\n')}\n${sourceAndAge(nameservers, nowMs)}`}
    >
      <span className={`mono ${css['cut'] ?? ''}`}>{first}</span>
      {others.length > 0 && <span className={css['second']}>and {format.count(others.length)} more</span>}
    </div>
  );
}

export const Registrant = ({ of: { registrant }, nowMs }: Props) => (
  <div role="gridcell" className={css['cut']}>
    {registrant === null ? (
      <Unread />
    ) : (
      <span title={`${registrant.value}\n${sourceAndAge(registrant, nowMs)}`}>
        {registrant.value === '' ? 'Without a name' : registrant.value}
      </span>
    )}
  </div>
);

/** The day and how far off it is. That it is not known is no trouble: few services tell it. */
export function Expires({ of: { expiresOn }, nowMs }: Props) {
  if (expiresOn === null)
    return (
      <div role="gridcell">
        <Unread words="Not known" />
      </div>
    );
  const days = daysUntil(expiresOn.value, nowMs);
  return (
    <div
      role="gridcell"
      className={css['pair']}
      data-tone={toneOf(days)}
      title={sourceAndAge(expiresOn, nowMs)}
    >
      <span>{dayInWords(expiresOn.value)}</span>
      <span className={css['second']}>{daysInWords(days)}</span>
    </div>
  );
}

export const Tags = ({ of: { tags } }: Pick<Props, 'of'>) => (
  <div role="gridcell" className={css['tags']} data-column="tags" title={tags.join(', ')}>
    {tags[0] !== undefined && <span className={css['tag']}>{tags[0]}</span>}
    {tags.length > 1 && <span className={css['more']}>+{format.count(tags.length - 1)}</span>}
  </div>
);

/** The age of the oldest of what was read. */
export function LastRead({ row, nowMs }: { readonly row: Row; readonly nowMs: number }) {
  const { oldestAt, isPartlyUnread } = row;
  if (oldestAt === null)
    return (
      <div role="gridcell">
        <Unread words="Never" />
      </div>
    );
  return (
    <div
      role="gridcell"
      className={css['pair']}
      title={`The oldest of its values: ${format.instant(oldestAt)}`}
    >
      <time dateTime={oldestAt}>{format.age(oldestAt, nowMs)}</time>
      {isPartlyUnread && <span className={css['second']}>in part</span>}
    </div>
  );
}
