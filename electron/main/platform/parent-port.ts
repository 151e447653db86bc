/** The way to the process that started this one, whichever of the two kinds it is. */
export interface ParentPort {
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly send: (message: unknown) => void;
}

/** Electron's port in a utility process, Node's channel in a forked one. */
export function portToParent(): ParentPort {
  // Electron declares the port as always there; in a process that Node forked it is not.
  const electronPort = process.parentPort as typeof process.parentPort | undefined;
  if (electronPort !== undefined) {
    return {
      onMessage: (listener) => electronPort.on('message', (event) => listener(event.data)),
      send: (message) => electronPort.postMessage(message),
    };
  }
  return {
    onMessage: (listener) => process.on('message', listener),
    send: (message) => process.send?.(message),
  };
}
