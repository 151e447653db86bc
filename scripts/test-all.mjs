// @ts-check
// `npm test [-- --official] [suite…]`: the suites, some of them two at a time, then one line over all of them. `--official`: on no
// other runtime than a release has.
import { chosenSuites } from './lib/suites.mjs';
import { countLine, oneFailed, sum } from './lib/reports.mjs';
import { noticeOf, ranOn, whyNotOfficial } from './lib/runtime.mjs';
import { main, say, Stop } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';
import { besideOthers, suites, toStdout } from './lib/suites.mjs';

/** Suites that talk to a real keyring or open windows on a display of their own. */
const needDesktop = new Set(['integration', 'e2e', 'packaged', 'screenshots']);

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {import('./lib/suites.mjs').Write} write
 */
async function timed(name, args, write) {
  const startedAt = performance.now();
  const suite = /** @type {import('./lib/suites.mjs').Suite} */ (suites[name]);
  const count = await suite(args, write).catch((/** @type {unknown} */ error) => {
    write(`${name} crashed: ${error instanceof Error ? error.stack : error}\n`);
    return oneFailed;
  });
  return { name, count, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Shows what a suite writes once it is over: the one beside it writes too. @param {string} name */
async function runQuietly(name) {
  say(`${name} …`);
  let written = '';
  const result = await timed(name, [], (text) => void (written += text));
  say(`${name}: ${countLine(result.count)}`);
  toStdout(written);
  return result;
}

/** @param {readonly string[]} names */
async function runTwoAtATime(names) {
  const waiting = [...names];
  /** @type {Awaited<ReturnType<typeof timed>>[]} */
  const done = [];
  const takeTurns = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      done.push(await runQuietly(name));
  };
  await Promise.all([takeTurns(), takeTurns()]);
  return done;
}

/** @param {readonly string[]} names @param {readonly string[]} args */
async function runAlone(names, args) {
  /** @type {Awaited<ReturnType<typeof timed>>[]} */
  const done = [];
  for (const name of names) {
    say(`${name} …`);
    done.push(await timed(name, args, toStdout));
  }
  return done;
}

await main(async () => {
  const typed = process.argv.slice(2);
  const isForRelease = typed[0] === '--official';
  const { names, args } = chosenSuites(isForRelease ? typed.slice(1) : typed, Object.keys(suites));
  const runtime = await setUp(names.some((name) => needDesktop.has(name)) ? 'test' : 'start');
  noticeOf(runtime).forEach(say);
  const refusal = isForRelease ? whyNotOfficial(runtime) : undefined;
  if (refusal !== undefined) throw new Stop(refusal);
  const together = names.length > 1 ? names.filter((name) => besideOthers.has(name)) : [];
  const begin = together.length > 0 ? names.indexOf(String(together[0])) : names.length;
  const done = await runAlone(names.slice(0, begin), args);
  done.push(...(await runTwoAtATime(together)));
  const rest = names.slice(begin).filter((name) => !together.includes(name));
  done.push(...(await runAlone(rest, args)));
  toStdout('\n');
  for (const { name, count } of done)
    for (const remark of (count.remarks ?? []).slice(0, 20)) toStdout(`${name}: ${remark}\n`);
  for (const { name, count, seconds } of done)
    toStdout(`${name.padEnd(22)} ${seconds.toFixed(1).padStart(7)} s   ${countLine(count)}\n`);
  const all = sum(done.map(({ count }) => count));
  toStdout(`\nThese tests ran ${ranOn(runtime)}.\n\n${countLine(all)}\n`);
  return all.failed === 0 ? 0 : 1;
});
