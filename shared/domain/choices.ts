export const sessionSorts = ['entered', 'name', 'length', 'available', 'register', 'renew'] as const;

export const accountColours = ['blue', 'teal', 'green', 'amber', 'orange', 'red', 'pink', 'violet'] as const;
