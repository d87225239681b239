// Prints the path of a working Chromium, or nothing. For .ci/run, after the packages are installed.
import { findChromium } from './chromium.mjs';

const found = await findChromium();
if (found) console.log(found);
