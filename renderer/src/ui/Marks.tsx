import type { AccountColour } from '#shared/domain/account.ts';
import { isBuyable, isNotSold, type ShownKind, type UnknownCause } from '#shared/domain/finding.ts';
import type { ShownCounts } from '#shared/domain/session.ts';
import css from './marks.module.css';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

interface Props {
  readonly kind: ShownKind;
  /** The word is beside it, so the mark is hidden from screen readers. */
  readonly decorative?: boolean;
}

/** A finding by shape and colour; the shape alone identifies it. */
export function FindingMark({ kind, decorative = false }: Props) {
  const spoken = decorative
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': findingWords[kind] } as const);
  return (
    <svg className={css['mark']} style={{ color: findingColour(kind) }} viewBox="0 0 14 14" {...spoken}>
      {drawn(findingShapes[kind])}
    </svg>
  );
}

/** The parts of a mark as paths, in the colour of the text around it. */
export const drawn = (parts: readonly MarkPart[]) =>
  parts.map(({ d, stroke, round }) =>
    stroke === undefined ? (
      <path key={d} d={d} fill="currentColor" />
    ) : (
      <path
        key={d}
        d={d}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap={round === true ? 'round' : 'butt'}
      />
    ),
  );

interface WordProps {
  readonly kind: ShownKind;
  /** The service's words, where they are known. */
  readonly message?: string | undefined;
}

/** A finding as a coloured word; available, premium and own ones stand out. */
export const FindingWord = ({ kind, message }: WordProps) => (
  <span style={{ color: findingColour(kind), fontWeight: isGood(kind) ? 600 : undefined }}>
    {wordOf({ kind, message })}
  </span>
);

/** A finding in a word or two, as exact as the service's words allow. */
export const wordOf = ({ kind, message = '' }: WordProps): string =>
  isNotSold({ kind, message }) ? 'Not sold here' : findingWords[kind];

const isGood = (kind: ShownKind): boolean => isBuyable(kind) || kind === 'yours';

const findingColour = (kind: ShownKind): string => `var(--nd-finding-${kind})`;

/** A part of a mark, in a square of 14 units: filled where it has no stroke. Path data works for SVG and canvas alike. */
export interface MarkPart {
  readonly d: string;
  readonly stroke?: number;
  readonly round?: true;
}

/** The side of the square in which the marks are defined. */
export const markSize = 14;

/** The shape of each finding, the same in lists and on the grid. */
export const findingShapes: Readonly<Record<ShownKind, readonly MarkPart[]>> = {
  available: [{ d: 'M2 7a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z' }],
  premium: [{ d: 'M7 0.8 13.2 7 7 13.2 0.8 7Z' }],
  /** A house: at home in the portfolio. */
  yours: [{ d: 'M7 0.8 13.6 6.8H11.8V13.2H8.6V9.2H5.4V13.2H2.2V6.8H0.4Z' }],
  taken: [{ d: 'M2 7h10', stroke: 2.2, round: true }],
  reserved: [
    {
      d: 'M3.2 2.2h7.6a1 1 0 0 1 1 1v7.6a1 1 0 0 1-1 1h-7.6a1 1 0 0 1-1-1v-7.6a1 1 0 0 1 1-1Z',
      stroke: 1.8,
    },
  ],
  invalid: [
    { d: 'M2.2 7a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0-9.6 0Z', stroke: 1.6 },
    { d: 'M2.2 11.8 11.8 2.2', stroke: 1.6, round: true },
  ],
  unknown: [
    { d: 'M1.1 7a5.9 5.9 0 1 0 11.8 0a5.9 5.9 0 1 0-11.8 0Z', stroke: 1.4 },
    { d: 'M5.4 5.6a1.6 1.6 0 1 1 2.3 1.5c-.5.2-.7.5-.7.9', stroke: 1.3, round: true },
    { d: 'M7 9.9v.1', stroke: 1.6, round: true },
  ],
  unchecked: [{ d: 'M5.2 7a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0Z' }],
};

/** Each finding in one word, the same on every screen. */
export const findingWords: Readonly<Record<ShownKind, string>> = {
  available: 'Available',
  premium: 'Premium',
  yours: 'Yours',
  taken: 'Taken',
  reserved: 'Reserved',
  invalid: 'Invalid',
  unknown: 'Unknown',
  unchecked: 'Not checked yet',
};

/** Why a requested name has no usable answer, as the second half of a sentence. */
export const unknownWords: Readonly<Record<UnknownCause, string>> = {
  'not-in-answer': 'missing from the answer',
  'no-decision': 'the answer does not say whether it is available',
  'error-in-answer': 'the service had an error with this name',
  refused: 'the service refused to answer',
  unreachable: 'the service could not be reached',
  unreadable: 'the answer could not be read',
  'no-key': 'the account has no key',
  cancelled: 'cancelled',
};

/** The kinds that stand behind the others: a full colour would drown them. */
const quietColours: Partial<Readonly<Record<ShownKind, string>>> = {
  taken: 'color-mix(in srgb, var(--nd-finding-taken) 45%, var(--nd-surface))',
  unchecked: 'var(--nd-line)',
};

/** Shares by kind, side by side in the findings' colours. The numbers are beside it as text. */
export function StackedBar({ counts }: { readonly counts: ShownCounts }) {
  return (
    <span className={css['bar']} aria-hidden>
      {shownKinds
        .filter((kind) => (counts[kind] ?? 0) > 0)
        .map((kind) => (
          <span
            key={kind}
            style={{ flexGrow: counts[kind] ?? 0, background: quietColours[kind] ?? findingColour(kind) }}
          />
        ))}
    </span>
  );
}

/** An account's colour. Its label is always shown beside it. */
export function AccountDot({ colour }: { readonly colour: AccountColour }) {
  return <span className={css['dot']} style={{ background: `var(--nd-account-${colour})` }} aria-hidden />;
}
