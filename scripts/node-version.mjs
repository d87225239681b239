const [major, minor] = process.versions.node.split('.').map(Number);

/** Ends the process with a sentence when this Node is older than `engines` requires. */
export function requireNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `Abhyas needs Node 20.19 or newer; this is Node ${process.versions.node}. Install a current one from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
