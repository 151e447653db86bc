import css from './rail.module.css';

/** The application's mark: a name, and the dot behind it. Drawn like resources/icons/icon.svg. */
export function Logo() {
  return (
    <div className={css['logo']} aria-hidden>
      <svg width="28" height="28" viewBox="0 0 28 28">
        <rect width="28" height="28" rx="7" fill="var(--nd-accent-fill)" />
        <path
          d="M7 20v-9.6M7 14.2c0-2.4 1.5-4 3.8-4 2.2 0 3.6 1.4 3.6 3.9V20"
          fill="none"
          stroke="var(--nd-on-accent)"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <circle cx="20.2" cy="18.9" r="2.2" fill="var(--nd-practice)" />
      </svg>
    </div>
  );
}
