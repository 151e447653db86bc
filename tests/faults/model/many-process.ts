// Runs a share of the model's histories, as its one argument says, and writes what came of it as JSON.
import { type ManyAsked, runMany } from './many.ts';

const asked = JSON.parse(process.argv[2] ?? '{}') as ManyAsked; // Of our own making, in many.ts.
process.stdout.write(JSON.stringify(await runMany(asked)));
