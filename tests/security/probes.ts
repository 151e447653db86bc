import type { Probe } from './probe.ts';
import { leavingProbes } from './probes/leaving.ts';
import { loadingProbes } from './probes/loading.ts';
import { permissionProbes } from './probes/permissions.ts';
import { readingProbes } from './probes/reading.ts';
import { scriptProbes } from './probes/scripts.ts';

/** The escape battery (A4): every attempt, from the first that a page would try to the last. */
export const probes: readonly Probe[] = [
  ...loadingProbes,
  ...scriptProbes,
  ...readingProbes,
  ...permissionProbes,
  ...leavingProbes,
];
