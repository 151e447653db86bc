/** What both sides of the engine's figures are told. */
export interface EngineInput {
  readonly baseUrl: string;
  readonly names: number;
  /** Asked before the clock starts, so that the code is compiled and the connections stand. */
  readonly warmUpNames: number;
  readonly concurrency: number;
  /** A folder for the workspace; the bare loop has none. */
  readonly folder: string;
  /** The bench's ten unless given. */
  readonly tlds?: readonly string[];
  /** Of our side alone: so many sessions of `names` names, one after the other; one unless given. */
  readonly sessions?: number;
  /** Of our side alone: what is measured. Findings a second, microseconds a finding, or how late main's loop is. */
  readonly value?: 'findings/s' | 'µs' | 'ms late';
}
