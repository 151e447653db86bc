// Loaded before main (`-r`), into the application and into the bare window alike: runs in the first page what it is told line
// by line over the standard input, and prints what comes of it. Nothing is attached to the page, so that nothing is slowed.
const { app } = require('electron');
const { createInterface } = require('node:readline');

const page = new Promise((resolve) => {
  app.once('web-contents-created', (_event, contents) => {
    contents.once('dom-ready', () => resolve(contents));
  });
});

async function run({ script, press }) {
  const contents = await page;
  if (press === undefined) return contents.executeJavaScript(script, true);
  contents.focus();
  for (const type of ['keyDown', 'char', 'keyUp']) contents.sendInputEvent({ type, keyCode: press });
  return null;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const told = JSON.parse(line);
  run(told)
    .then(
      (value) => ({ id: told.id, value }),
      (thrown) => ({ id: told.id, error: String(thrown) }),
    )
    .then((outcome) => process.stdout.write(`NAMEDESK_PROBE ${JSON.stringify(outcome)}\n`));
});
