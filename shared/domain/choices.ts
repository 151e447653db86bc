export const sessionSorts = ['entered', 'name', 'length', 'available', 'register', 'renew'] as const;

export const accountColours = ['blue', 'teal', 'green', 'amber', 'orange', 'red', 'pink', 'violet'] as const;

/** How many days before a domain expires a person can be reminded of it: by notifications, and by the alarms of a calendar. */
export const expiryHorizons = [60, 30, 14, 7, 1] as const;
