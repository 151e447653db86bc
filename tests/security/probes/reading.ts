import type { Probe } from '../probe.ts';

/** Reading what belongs to the machine or to another page of ours. */
export const readingProbes: readonly Probe[] = [
  {
    name: 'a file by fetch',
    sign: 'succeeded',
    attempt: () => fetch('file:///etc/passwd').then((answer) => answer.ok),
  },
  {
    name: 'a file by XMLHttpRequest',
    sign: 'succeeded',
    attempt: () => {
      const request = new XMLHttpRequest();
      request.open('GET', 'file:///etc/passwd');
      request.send();
      return new Promise((resolve) => (request.onloadend = () => resolve(request.responseText.length > 0)));
    },
  },
  {
    name: 'the key page by fetch',
    sign: 'succeeded',
    attempt: () => fetch('app://key/', { mode: 'no-cors' }).then(() => true),
  },
  {
    name: 'our own files by fetch',
    sign: 'succeeded',
    attempt: () => fetch('/').then((answer) => answer.ok),
  },
  {
    name: 'a path outside the map by fetch',
    sign: 'succeeded',
    attempt: () => fetch('/%2e%2e/%2e%2e/package.json').then((answer) => answer.ok),
  },
];
