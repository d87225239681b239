// The thread of `check-aside.ts`: a file to check comes in, what was found goes out.
import { parentPort } from 'node:worker_threads';
import { checkFile } from './check-file.ts';

parentPort?.on('message', ({ file, root }: { file: string; root: string }) => parentPort?.postMessage(checkFile(file, root)));
