// Installs the packages of the lock file unless they are there.
import { requireNode } from './node-version.mjs';
import { installPackages } from './packages.mjs';

requireNode();
process.exitCode = (await installPackages()) ? 0 : 1;
