import '../../../../renderer/src/trusted-types.ts';
import '../../../../renderer/src/styles/fonts.css';
import '../../../../renderer/src/styles/mantine.css';
import '../../../../renderer/src/styles/base.css';
import { MantineProvider } from '@mantine/core';
import type { DataEditorRef } from '@glideapps/glide-data-grid';
import { createRef, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariablesResolver, theme } from '../../../../renderer/src/theme.ts';
import { aModel, streamInto } from './cells.ts';
import { Glide } from './Glide.tsx';
import { Ours } from './Ours.tsx';
import { type Scrolled, scrollBothWays } from './scroll.ts';
import { watchOwnWork } from './own-work.ts';

declare global {
  /** What the bench asks of the page. */
  var measureScrolling: (frames: number) => Promise<Scrolled>;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const mode = new URLSearchParams(location.search).get('mode') ?? 'ours';
const editor = createRef<DataEditorRef>();
const model = aModel();

/** As large as the grids' content, with nothing on it. */
const Empty = () => (
  <div className="scroller" style={{ overflow: 'auto', width: '100%', height: '100%' }}>
    <div style={{ width: 8_600, height: 320_036 }} />
  </div>
);

const modes: Readonly<Record<string, { readonly page: ReactNode; readonly scroller: string }>> = {
  empty: { page: <Empty />, scroller: '.scroller' },
  ours: { page: <Ours model={model} />, scroller: '[role=grid]' },
  glide: { page: <Glide model={model} editor={editor} />, scroller: '.dvn-scroller' },
};

globalThis.measureScrolling = async (frames) => {
  const scroller = document.querySelector(modes[mode]?.scroller ?? '');
  if (scroller === null) throw new Error('There is nothing to scroll');
  const width = model.matrix.tlds.length;
  const stop =
    mode === 'empty'
      ? () => undefined
      : streamInto(model, (cells) => {
          editor.current?.updateCells(
            Array.from(cells, (cell) => ({ cell: [(cell % width) + 1, Math.floor(cell / width)] })),
          );
        });
  const longestWork = watchOwnWork();
  const intervals = await scrollBothWays(scroller, frames);
  stop();
  return { intervals, longestWorkMs: longestWork() };
};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    getStyleNonce={() => nonce}
    forceColorScheme="light"
  >
    <main style={{ display: 'flex', width: '100vw', height: '100vh' }}>{modes[mode]?.page}</main>
  </MantineProvider>,
);
