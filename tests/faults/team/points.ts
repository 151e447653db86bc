import { deskPoints } from './protocol.ts';

/** What becomes of what is on its way where something was struck. */
export type Verdict = 'go' | 'cut';

/** Statements, and their answers, on their way between a desk and the database; then what is within a desk, and at the service. */
export const statementPoints = [
  'before claim',
  'after claim',
  'before mark_sent',
  'after mark_sent',
  'before settle',
  'after settle',
] as const;
export const postPoints = ['before the effect', 'after the effect'] as const;
const allPoints = [...statementPoints, ...deskPoints, ...postPoints] as const;
export type Point = (typeof allPoints)[number];

const beforeStatements = ['before claim', 'before mark_sent', 'before settle'] as const;

/** What goes wrong, and where it can. */
const pointsByAction = {
  /** `kill -9` of the desk. */
  kill: allPoints,
  /** The server ends the connection: before it has got the statement, or after its commit. */
  terminate: statementPoints,
  /** The server ends the connection while the statement is carried out. */
  'terminate within': beforeStatements,
  /** The way is cut; at the service, the answer never comes. */
  cut: [...statementPoints, ...postPoints],
  /** Held back until the desk has given up; then it arrives all the same. */
  stall: statementPoints,
  delay: [...statementPoints, ...postPoints],
  /** Nothing goes on for longer than a lease. */
  'lease ends': allPoints,
  /** The desk's process is stopped for longer than a lease, then goes on. */
  stop: allPoints,
  /** The desk's clock is set. */
  jump: allPoints,
  /** The desk is killed, and its workspace put back as it was before. */
  'old backup': allPoints,
  /** The server is put back as it was before everything. */
  'old dump': allPoints,
  /** The server is put back as it was a moment before: the last commits are lost. */
  failover: allPoints,
  /** The schema is brought up, and the desks are too old for it. */
  upgrade: ['before claim', 'after claim', 'before mark_sent', 'after mark_sent', 'before settle'],
} as const satisfies Readonly<Record<string, readonly Point[]>>;
export type Action = keyof typeof pointsByAction;

export const actions = Object.keys(pointsByAction) as readonly Action[]; // The names of the table.
export const pointsOf = (action: Action): readonly Point[] => pointsByAction[action];
