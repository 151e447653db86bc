import { fieldError, type FlowState } from '../../change/flow-state.ts';

/** Whether a refusal is about one field of a contact, which shows it itself. */
export const isOfOneField = (field: string): boolean => /^roles\.\d+\.fields\.\d+/.test(field);

/** Why one field of a role was not taken; null where nothing was said of it. */
export function refusalAt(state: FlowState, role: string, field: string): string | null {
  if (!('planned' in state) || state.planned !== null || state.ask.kind !== 'contacts') return null;
  const roleAt = state.ask.roles.findIndex(({ name }) => name === role);
  const fieldAt = state.ask.roles[roleAt]?.fields.findIndex(({ name }) => name === field) ?? -1;
  if (fieldAt === -1) return null;
  const place = `roles.${roleAt}.fields.${fieldAt}`;
  return fieldError(state, place) ?? fieldError(state, `${place}.value`);
}
