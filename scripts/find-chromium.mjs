// Prints the path of a Chromium that runs, nothing where there is none. For .ci/run, after the packages are installed.
import { findChromium } from './chromium.mjs';

const found = await findChromium();
if (found) console.log(found);
