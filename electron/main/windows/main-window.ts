import { type BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import { openWindow } from './open-window.ts';
import {
  type Bounds,
  keptByRuntime,
  openingBounds,
  smallestWindow,
  windowBackground,
} from './window-state.ts';

/** Stores the window's bounds from one run to the next. */
interface BoundsStore {
  readonly read: () => Bounds | null;
  readonly write: (bounds: Bounds) => void;
}

interface MainWindowRequest {
  readonly session: Session;
  readonly preloadPath: string;
  readonly bounds: BoundsStore;
  /** Whether it opens minimised, without taking the focus. */
  readonly isMinimized: boolean;
  readonly onFailure: (thrown: unknown) => void;
}

/** Opens the main window with its last bounds. */
export function openMainWindow({
  session,
  preloadPath,
  bounds,
  isMinimized,
  onFailure,
}: MainWindowRequest): BrowserWindow {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = openWindow({
    page: 'main',
    session,
    preloadPath,
    isMinimized,
    onFailure,
    appearance: {
      ...openingBounds(bounds.read(), screens),
      ...keptByRuntime,
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      backgroundColor: windowBackground(nativeTheme.shouldUseDarkColors),
      autoHideMenuBar: true,
      title: 'Namedesk',
    },
  });
  reviveWhenGone(window, onFailure);
  window.on('close', () => bounds.write(window.getNormalBounds()));
  return window;
}

/** A page that crashes again this soon would keep crashing: then it is not reloaded. */
const shortestLifeMs = 5_000;

/** Reloads a page whose process crashed. Nothing is lost: the findings are in main and on disk. */
function reviveWhenGone(window: BrowserWindow, onFailure: (thrown: unknown) => void): void {
  let bornAtMs = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    onFailure(new Error(reason));
    const livedMs = performance.now() - bornAtMs;
    bornAtMs = performance.now();
    if (livedMs > shortestLifeMs) window.webContents.reload();
  });
}
