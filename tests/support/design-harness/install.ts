import { bridgeOfScene } from './bridges.ts';

declare global {
  /** The scene's name, put there before this script. */
  var __scene: string | null | undefined;
}

Object.defineProperty(window, 'namedesk', { value: bridgeOfScene(globalThis.__scene ?? 'practice') });
