// Loaded before each thread of main: its clock goes ahead by so many milliseconds as a test says.
const { BroadcastChannel } = require('node:worker_threads');

const said = new BroadcastChannel('namedesk-clock');
said.unref();
said.onmessage = ({ data: aheadMs }) => {
  const Now = Date;
  globalThis.Date = class extends Now {
    constructor(...given) {
      super(...(given.length === 0 ? [Now.now() + aheadMs] : given));
    }
    static now = () => Now.now() + aheadMs;
  };
};
