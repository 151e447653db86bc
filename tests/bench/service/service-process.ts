// The service of a bench as a process of its own: prints where it stands as one line of JSON and goes on until its input ends,
// so that a bench that dies leaves nothing behind.
import { startPracticeService } from '../../../electron/main/practice/service.ts';
import { createCannedAnswers } from './canned-answers.ts';
import { startCannedService } from './canned-service.ts';
import { benchLogin, benchTlds } from './bench-names.ts';

const service =
  process.argv[2] === 'practice'
    ? await startPracticeService({ username: benchLogin.username, apiKey: benchLogin.apiKey })
    : await startCannedService(createCannedAnswers(benchTlds));
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl })}\n`);
process.stdin.on('end', () => process.exit()).resume();
