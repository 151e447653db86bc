import type { ClientRequest } from 'node:http';
import { TLSSocket } from 'node:tls';
import { type Stage, stages } from '../classify.ts';

/** Watches how far `sent` gets; call it before anything is sent. The stage only ever moves on. */
export function watchStage(sent: ClientRequest): () => Stage {
  let reached: Stage = 'created';
  const reach = (stage: Stage): void => {
    if (stages.indexOf(stage) > stages.indexOf(reached)) reached = stage;
  };
  sent.once('socket', (socket) => {
    reach('dns');
    socket.once('lookup', () => reach('tcp'));
    socket.once('connect', () => reach(socket instanceof TLSSocket ? 'tls' : 'sending'));
    socket.once('secureConnect', () => reach('sending'));
  });
  sent.once('finish', () => reach('flushed'));
  sent.once('response', (response) => {
    reach('headers');
    response.once('end', () => {
      if (response.complete) reach('complete');
    });
  });
  return () => reached;
}
