import css from './countdown.module.css';
import { useSecondsLeft } from './use-seconds-left.ts';

interface Props {
  readonly until: string;
  /** The whole time, of which the ring shows what is left. */
  readonly ofSeconds: number;
  readonly size?: number;
}

/** The seconds that are left, in a ring that empties. Seen only: a screen reader would count aloud, and is told the time instead. */
export function Countdown({ until, ofSeconds, size = 40 }: Props) {
  const left = useSecondsLeft(until);
  const share = Math.min(1, left / Math.max(1, ofSeconds));
  const radius = size / 2 - 2;
  const around = 2 * Math.PI * radius;
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: 3 } as const;
  return (
    <span className={css['countdown']} aria-hidden>
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`}>
        <circle {...circle} className={css['track']} />
        <circle
          {...circle}
          className={css['left']}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
      </svg>
      <span className={`${css['seconds'] ?? ''} figures`}>{left}</span>
    </span>
  );
}
