import { commandOf } from '../subcommand.ts';

export const sessionCommand = commandOf('session', 'Usage: namedesk session', {});
