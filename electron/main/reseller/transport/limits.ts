/** Source: C16. */
export const connectTimeoutMs = 10_000;
export const maxBodyBytes = 5 * 1024 * 1024;
export const maxHeaderBytes = 64 * 1024;

export interface Limits {
  /** Name resolution, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
}

export const defaultLimits: Limits = { connectTimeoutMs, maxBodyBytes, maxHeaderBytes };
