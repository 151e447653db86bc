import type { UpdateFault } from '#shared/domain/update.ts';

/** Thrown within `updates/` alone, where what asks and what answers are far apart; what leaves the folder is an `UpdateState`. */
export class UpdateFailure extends Error {
  readonly fault: UpdateFault;

  constructor(fault: UpdateFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'UpdateFailure';
    this.fault = fault;
  }
}
