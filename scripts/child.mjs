import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** The signals to pass on. SIGHUP means that the terminal was closed; the child should then end as cleanly as on SIGTERM. */
const signals = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' };
const millisecondsOfOneSignal = 1000;

/** The exit code that a shell reports for a process that a signal ended. */
const exitCodeOf = (code, signal) => code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0);

/** Passes each signal on once: Ctrl+C arrives twice, from the terminal and from npm, and a second signal would interrupt a clean stop. */
function passSignalsTo(child) {
  let last = 0;
  const listeners = Object.entries(signals).map(([received, sent]) => {
    const passOn = () => {
      if (Date.now() - last > millisecondsOfOneSignal) child.kill(sent);
      last = Date.now();
    };
    process.on(received, passOn);
    return () => process.off(received, passOn);
  });
  return () => listeners.forEach((release) => release());
}

/**
 * Runs a program in the checkout and returns its exit code. `env` adds to the environment; `output: 'kept'` returns the output instead of
 * showing it; `isApart` detaches the program from the terminal's own signals, so that it gets each signal once.
 */
export function runChild(command, args, { env = {}, output = 'shown', isApart = false } = {}) {
  return new Promise((resolve, reject) => {
    const isKept = output === 'kept';
    const isWindows = process.platform === 'win32';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', isKept ? 'pipe' : 'inherit', isKept ? 'pipe' : 'inherit'],
      detached: isApart && !isWindows,
      // npm is a script on Windows, which only a shell starts.
      shell: isWindows && command === 'npm',
    });
    let written = '';
    for (const stream of isKept ? [child.stdout, child.stderr] : []) stream.setEncoding('utf8').on('data', (text) => (written += text));
    const release = passSignalsTo(child);
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code, signal) => {
      release();
      resolve({ code: exitCodeOf(code, signal), written });
    });
  });
}

/** Runs a script of this repository, or a tool's own entry file, with the same Node. */
export const runNode = (args, options) => runChild(process.execPath, args, options);
