// The practice service as a process of its own: prints where it stands as one line of JSON and goes on until it is ended.
import { startPracticeService } from '../../electron/main/practice/service.ts';

const [username = '', apiKey = ''] = process.argv.slice(2);
const { baseUrl } = await startPracticeService({ username, apiKey });
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`);
