// What is used of undici, by itself: the rest of it, half a megabyte of caches, sockets and mocks, is not even loaded.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export = Agent;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}
