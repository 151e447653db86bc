import '../../../../renderer/src/trusted-types.ts';
import '../../../../renderer/src/styles/fonts.css';
import '../../../../renderer/src/styles/mantine.css';
import '../../../../renderer/src/styles/base.css';
import { MantineProvider } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { asEntered, noFilter, type SessionFilter } from '#shared/domain/session.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { FindingsGrid } from '../../../../renderer/src/grid/FindingsGrid.tsx';
import { createGridModel, type GridModel } from '../../../../renderer/src/grid/grid-model.ts';
import type { Density, GridSelection } from '../../../../renderer/src/grid/selection.ts';
import { cssVariablesResolver, theme } from '../../../../renderer/src/theme.ts';
import { anOpening } from './matrix.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const wanted = new URLSearchParams(location.search);
const number = (name: string, usual: number): number => Number(wanted.get(name) ?? usual);

const model = createGridModel(anOpening(number('names', 2_000), number('tlds', 60), number('asked', 0.9)));
const filter: SessionFilter = {
  ...noFilter,
  text: wanted.get('text') ?? '',
  kinds: wanted.get('kinds') === null ? null : ['available', 'premium'],
};
const density: Density = wanted.get('density') === 'compact' ? 'compact' : 'comfortable';

function Page({ of }: { readonly of: GridModel }) {
  useSyncExternalStore(of.subscribe, of.version);
  const [selected, setSelected] = useState<GridSelection | null>(null);
  const [nameWidth, setNameWidth] = useState(220);
  const [view] = useState(() => viewOf(of.matrix, filter, asEntered));
  return (
    <main style={{ display: 'flex', height: '100vh', padding: 16 }}>
      <FindingsGrid
        label="Findings"
        model={of}
        view={view}
        sort={{ by: 'name', descending: false }}
        density={density}
        nameWidth={nameWidth}
        onNameWidth={setNameWidth}
        selected={selected}
        onSelect={setSelected}
        onOpen={(place) => {
          document.title = `opened ${place.row} ${place.column ?? '-'}`;
        }}
        onShortlist={of.setShortlist}
      />
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    getStyleNonce={() => nonce}
    defaultColorScheme="auto"
  >
    <Page of={model} />
  </MantineProvider>,
);
