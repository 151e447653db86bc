import { Keys } from '../../../../components/Keys.tsx';
import { type ShortcutName, shortcuts } from '../../../../lib/shortcuts.ts';
import css from './side.module.css';

const shown: readonly ShortcutName[] = [
  'gridMove',
  'gridFind',
  'gridStar',
  'gridOpen',
  'gridLeave',
  'sessionGrid',
  'sessionFind',
  'sessionSummary',
];

/** Beside an answer there is room for a line: the two that are pressed all day, and the way to the rest. */
const few = [
  ['gridStar', 'Shortlist'],
  ['gridLeave', 'Close'],
  ['overlay', 'All keys'],
] as const satisfies readonly (readonly [ShortcutName, string])[];

interface Props {
  /** Nothing else is shown in the panel. */
  readonly isWhole: boolean;
}

/** The keys that matter beside the grid, where they can be seen while it is used. */
export function GridKeys({ isWhole }: Props) {
  return isWhole ? <All /> : <Few />;
}

const Few = () => (
  <dl className={css['fewKeys']}>
    {few.map(([name, words]) => (
      <div key={name}>
        <dd>
          <Keys of={name} />
        </dd>
        <dt>{words}</dt>
      </div>
    ))}
  </dl>
);

const All = () => (
  <dl className={css['keys']}>
    {shown.map((name) => (
      <div key={name}>
        <dt>{shortcuts[name].label}</dt>
        <dd>
          <Keys of={name} all={name === 'gridMove' || name === 'gridFind'} />
        </dd>
      </div>
    ))}
  </dl>
);
