import type { SessionView } from '#shared/domain/session-view.ts';
import type { GridModel } from './grid-model.ts';
import type { Hit, Layout, Sight } from './layout.ts';
import type { ShownRange } from './selection.ts';

/** What is to be seen. */
export interface Picture {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly layout: Layout;
  readonly sight: Sight;
  readonly hover: Hit;
  readonly range: ShownRange | null;
}
