// @ts-check
/**
 * How the page's bundle drops what it does not use. A kind of change has its schemas beside its sentences, and the schemas are
 * main's alone: they are dropped only where every call in them begins at `z`. Without this, the page would load zod (100 kB).
 */
export const pageTreeshake = {
  manualPureFunctions: ['z'],
  moduleSideEffects: [{ test: /shared\/areas/, sideEffects: false }],
};
