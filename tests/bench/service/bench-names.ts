/** Whom every service of a bench knows. */
export const benchLogin = { username: 'bench@example.com', apiKey: 'a-key-for-the-bench-alone' } as const;

/** Ten TLDs that the practice service has. */
export const benchTlds = ['com', 'net', 'org', 'info', 'dev', 'io', 'de', 'co.uk', 'com.au', 'co.za'];

/** So many labels of one length, different for each `first`. */
export const benchNames = (count: number, first = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `quay${String(first + index).padStart(8, '0')}`);
