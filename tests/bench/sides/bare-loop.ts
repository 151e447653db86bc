// The limit beside the engine: undici's pool asked in a bare loop, the same bytes sent, `JSON.parse` and nothing else.
import { Pool } from 'undici';
import { tokenAt } from '../../../electron/main/practice/wire.ts';
import { askedOfSide, tellTaken, timed } from '../framework/side-process.ts';
import { benchLogin, benchNames, benchTlds } from '../service/running-service.ts';
import type { EngineInput } from './engine.ts';

const { baseUrl, names, warmUpNames, concurrency } = askedOfSide() as EngineInput; // figures/work.ts

const { origin, pathname } = new URL(baseUrl);
const pool = new Pool(origin, { connections: concurrency });
const path = `${pathname}/domains/lookup`;
const token = tokenAt(benchLogin.username, benchLogin.apiKey, new Date());
const tlds = new URLSearchParams(benchTlds.map((tld) => ['tldsToInclude[]', tld])).toString();

async function lookUp(name: string): Promise<number> {
  const body = `searchTerm=${name}&${tlds}&premiumEnabled=0`;
  const headers = {
    username: benchLogin.username,
    token,
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  const answer = await pool.request({ path, method: 'POST', headers, body });
  const findings: unknown = JSON.parse(await answer.body.text());
  return Array.isArray(findings) ? findings.length : 0;
}

/** Asks for all of them, `concurrency` at a time; says how many findings came. */
async function ask(asked: readonly string[]): Promise<number> {
  let [next, findings] = [0, 0];
  const one = async (): Promise<void> => {
    for (let name = asked[next++]; name !== undefined; name = asked[next++]) {
      const came = await lookUp(name);
      findings += came;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return findings;
}

await ask(benchNames(warmUpNames));
const taken = await timed(() => ask(benchNames(names, warmUpNames)));
await pool.close();
const expected = names * benchTlds.length;
if (taken.outcome !== expected) throw new Error(`${taken.outcome} findings came instead of ${expected}`);
tellTaken({
  value: taken.outcome / taken.seconds,
  also: {
    'CPU s': taken.cpuSeconds,
    'CPU µs a request': (taken.cpuSeconds / names) * 1e6,
    'wall s': taken.seconds,
  },
});
