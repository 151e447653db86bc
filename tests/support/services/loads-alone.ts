// A workspace that has joined no team works and ends; then its team is opened. Prints which of our modules and packages were loaded by
// each: a process of its own, because tests of one run share what is loaded.
import { registerHooks } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});

const { openServices } = await import('./open-services.ts');
const { valueOf } = await import('../workspace/a-workspace.ts');
const services = await openServices(process.argv[2] ?? '');
const { accounts, changes, referee } = services;
const { id: accountId } = valueOf(await accounts.addPractice());
await referee.start();
const domain = 'harbour-books.com';
const { reviewId } = valueOf(await changes.prepare(accountId, domain, { kind: 'lock', state: 'unlocked' }));
const consent = { typedName: domain, premiumAccepted: false, typedLimit: null };
const { id } = valueOf(await changes.apply(reviewId, consent));
let state = '';
do {
  await wait(20);
  ({ state } = valueOf(await changes.find(id)).change);
} while (state === 'planned' || state === 'sending');
const alone = [...loaded];
await services.team.open();
const withTeam = [...loaded];
await services.close();
process.stdout.write(`${JSON.stringify({ state, alone, withTeam })}\n`);
process.exit(0);
