// Worker thread of `check-aside.ts`: receives files to check and sends back their faults.
import { parentPort } from 'node:worker_threads';
import { checkFile } from './check-file.ts';

parentPort?.on('message', ({ file, root }: { file: string; root: string }) => parentPort?.postMessage(checkFile(file, root)));
