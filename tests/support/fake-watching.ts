import { ok } from '#shared/result.ts';
import type { Client } from '#shared/routes.ts';

export const watchingAnswers = (): Pick<Client, 'watching'> => ({
  watching: {
    saveCalendar: () => Promise.resolve(ok({ path: '/home/robin/expiries.ics', events: 3 })),
  },
});
