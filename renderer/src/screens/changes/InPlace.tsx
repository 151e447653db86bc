import type { ReactNode } from 'react';

interface Props {
  /** The first line that is drawn. */
  readonly first: number;
  /** How many there are in all. */
  readonly lines: number;
  readonly rowHeight: number;
  readonly children: ReactNode;
}

/**
 * The drawn rows in their place among all. The whole is always as high as all rows together, whatever is drawn meanwhile: were it
 * lower for a moment, a list that is scrolled to its end would jump.
 */
export const InPlace = ({ first, lines, rowHeight, children }: Props) => (
  <div role="rowgroup" style={{ position: 'relative', height: lines * rowHeight }}>
    <div role="presentation" style={{ position: 'absolute', top: first * rowHeight, right: 0, left: 0 }}>
      {children}
    </div>
  </div>
);
