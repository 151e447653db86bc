import type { LogLine } from '#shared/domain/diagnostics.ts';
import { format } from '../../../lib/format.ts';
import css from './diagnostics.module.css';
import { wordsOf } from './event-words.ts';
import { LevelMark } from './LevelMark.tsx';

/** Lines of the log in words, each with its fields behind it and what caused it below. */
export const LogLines = ({ lines }: { readonly lines: readonly LogLine[] }) => (
  <ol className={css['lines']} aria-label="Lines of the log, the newest first">
    {lines.map((line) => (
      <li key={line.index} className={css['line']}>
        <LevelMark level={line.level} />
        <time className={css['time']} dateTime={line.at}>
          {format.instant(line.at)}
        </time>
        <div className={css['said']}>
          <p className="selectable">{wordsOf(line)}</p>
          <p className={`${css['fields'] ?? ''} mono selectable`}>
            {[line.event, ...Object.entries(line.fields).map(([name, value]) => `${name}=${value}`)].join(
              ' ',
            )}
          </p>
          {line.errors.map(({ class: name, code, frames }, depth) => (
            <p key={depth} className={`${css['fields'] ?? ''} mono selectable`}>
              {depth === 0 ? '' : 'caused by '}
              {[name, ...(code === null ? [] : [code]), ...frames].join(' ')}
            </p>
          ))}
        </div>
      </li>
    ))}
  </ol>
);
