import { commandOf } from '../subcommand.ts';
import { exportCommand } from './export.ts';
import { listCommand } from './list.ts';
import { pauseCommand, removeCommand, renameCommand } from './changes.ts';
import { resumeCommand } from './resume.ts';
import { showCommand } from './show.ts';

const help = `Usage: namedesk session <what> [S] [options]

  list        lists the sessions
  show S      shows one: how far it is, what was found, why cells have no answer
  resume S    goes on with it, or asks again what is told with --again
  export S    writes what was found, all of it or what fits a filter
  pause S     pauses it, where another process runs it
  rename S    gives it another name
  remove S    removes it with all that was found in it

S is a session's name, its id, or the beginning of its id. "namedesk session resume --help" and so on explain each.`;

export const sessionCommand = commandOf('session', help, {
  list: listCommand,
  show: showCommand,
  resume: resumeCommand,
  export: exportCommand,
  pause: pauseCommand,
  rename: renameCommand,
  remove: removeCommand,
});
