import './trusted-types.ts';
import './styles/fonts.css';
import './styles/mantine.css';
import './styles/base.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { createStores, readFirst } from './app-stores.ts';
import { App } from './app.tsx';
import { hideWhileLocked } from './lock/lock-store.ts';
import { copyBare } from './ui/copy.ts';
import { bridgeOf } from './bridge.ts';
import { createSessionPorts } from './session-ports.ts';
import { reportUncaught } from './bug-reports.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
setNonce(nonce);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
const bridge = bridgeOf(window, () => {
  void stores.unsaved.flush().finally(() => void bridge.request.appLock.drawAnew({}));
});
reportUncaught(bridge.request);
const stores = createStores(bridge, createSessionPorts(window));
hideWhileLocked(stores.lock, window);
copyBare(document);
// Before the drawing: main begins with what is asked of it, and both go on side by side.
readFirst(stores);
createRoot(root).render(<App stores={stores} nonce={nonce} />);
