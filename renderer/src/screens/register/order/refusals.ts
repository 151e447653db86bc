import type { RegistrationField } from '#shared/domain/change.ts';
import { fieldError, type FlowState } from '../../change/flow-state.ts';

/** Of the fields at which this screen shows a reason itself. */
export const isShownAtItsField = (field: string): boolean =>
  /^(nameservers|periodYears|idnLanguage|contacts(\.registrant|$))/.test(field);

export const registrantRefusal = (state: FlowState, field: RegistrationField): string | null =>
  fieldError(state, `contacts.registrant.${field}`);
