import { useState } from 'react';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { FindingsGrid } from '../../../../renderer/src/grid/FindingsGrid.tsx';
import type { GridModel } from '../../../../renderer/src/grid/grid-model.ts';
import type { GridSelection } from '../../../../renderer/src/grid/selection.ts';

export function Ours({ model }: { readonly model: GridModel }) {
  const [view] = useState(() => viewOf(model.matrix, noFilter, asEntered));
  const [selected, setSelected] = useState<GridSelection | null>(null);
  return (
    <FindingsGrid
      label="Findings"
      model={model}
      view={view}
      density="comfortable"
      nameWidth={220}
      onNameWidth={() => undefined}
      selected={selected}
      onSelect={setSelected}
      onOpen={() => undefined}
      onShortlist={model.setShortlist}
    />
  );
}
