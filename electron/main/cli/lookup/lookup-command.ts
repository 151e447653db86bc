import { commandOf } from '../subcommand.ts';

export const lookupCommand = commandOf('lookup', 'Usage: namedesk lookup', {});
