// Declares only the parts of undici that are used: the rest, half a megabyte of caches, sockets and mocks, is never
// loaded.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export = Agent;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}
