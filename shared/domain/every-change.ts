/** The filter that every change fits. */
export const everyChange = {
  accountId: null,
  states: null,
  kinds: null,
  text: '',
  domain: null,
  planId: null,
} as const;
