import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { hostOver } from '../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../electron/main/cli/run.ts';
import { createInput } from '../../../electron/main/cli/terminal.ts';
import type { Services } from '../../../electron/main/services/services.ts';
import { aTerminal } from './a-command-line.ts';

/** A client of the SDK, connected to `namedesk mcp` over these services. */
export interface Assistant {
  readonly client: Client;
  /** Calls a tool; its result, parsed, or what it says went wrong. */
  readonly ask: (
    tool: string,
    input?: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly isOk: boolean; readonly value: unknown }>;
  /** Writes a line as it is. */
  readonly say: (line: string) => void;
}

export async function anAssistant(services: Services, name = 'Test assistant'): Promise<Assistant> {
  const toServer = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    { highWaterMark: 1_000 },
    { highWaterMark: 1_000 },
  );
  const writer = toServer.writable.getWriter();
  const say = (line: string): void => void writer.write(Buffer.from(`${line}\n`));
  const transport: Transport = {
    start: () => Promise.resolve(),
    send(message: JSONRPCMessage) {
      say(JSON.stringify(message));
      return Promise.resolve();
    },
    async close() {
      await writer.close();
      transport.onclose?.();
    },
  };
  const terminal = {
    ...aTerminal(),
    input: createInput(toServer.readable),
    write(bytes: Uint8Array) {
      for (const line of Buffer.from(bytes).toString('utf8').trim().split('\n'))
        transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      return Promise.resolve();
    },
  };
  const served = runCommandLine(
    ['mcp'],
    terminal,
    hostOver(services, (thrown) => String(thrown)),
  );
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    await served;
  });
  return {
    client,
    say,
    async ask(tool, input = {}) {
      try {
        const { content, isError } = await client.callTool({ name: tool, arguments: { ...input } });
        const [first] = content as readonly { readonly text: string }[];
        const text = first?.text ?? '';
        return isError === true
          ? { isOk: false, value: text }
          : { isOk: true, value: JSON.parse(text) as unknown };
      } catch (thrown) {
        return { isOk: false, value: String(thrown) };
      }
    },
  };
}
