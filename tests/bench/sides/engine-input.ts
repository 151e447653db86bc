/** What both sides of the engine's figure are told. */
export interface EngineInput {
  readonly baseUrl: string;
  readonly names: number;
  /** Asked before the clock starts, so that the code is compiled and the connections stand. */
  readonly warmUpNames: number;
  readonly concurrency: number;
  /** A folder for the workspace; the bare loop has none. */
  readonly folder: string;
}
