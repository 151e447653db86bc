/** The roles of a list with commas, each once. */
export const rolesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  ),
];
