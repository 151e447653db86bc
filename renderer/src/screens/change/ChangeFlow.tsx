import { useStore } from 'zustand';
import type { FlowStore } from './flow-store.ts';

export { useChange } from './flows.ts';

interface Props {
  readonly flow: FlowStore;
}

/** A change on its way from the editor: what will be sent, how far it is, and what came of it. */
export function ChangeFlow({ flow }: Props) {
  useStore(flow);
  return null;
}
