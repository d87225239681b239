import { adoptBrand, type Brand } from '@abhyas/contract/institute/brand';

// The server writes the installation's brand into the page (apps/server/src/http/page.ts). This module is imported before every module that
// reads the brand.
const written = document.getElementById('brand')?.textContent;
if (written) adoptBrand(JSON.parse(written) as Brand);
