/** How many days before a domain expires a person is reminded of it: by notifications, and by the alarms of a calendar. */
export const expiryHorizons = [60, 30, 14, 7, 1] as const;
