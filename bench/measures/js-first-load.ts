import { openTab, signedIn, withBrowser } from '../phone/phone.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Measure } from './measure.ts';

async function gzippedBytes(url: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end();
  });
}

/** Script that a signed-in student's browser asks for until the home page shows its chapters, as the server sends it gzipped. */
export const jsFirstLoad: Measure = {
  name: 'js_first_load',
  unit: 'kB',
  aim: { most: 170 },
  measure: async ({ database, sitters, productServer }) => {
    const server = await startServer(productServer, [], database);
    try {
      return await withBrowser(async (browser) => {
        const [sitter] = sitters.waiting.splice(0, 1);
        if (!sitter) throw new Error('No student is left who has not begun');
        const { page } = await openTab(await signedIn(browser, server.address, sitter));
        const scripts = new Set<string>();
        page.on('request', (request) => {
          if (request.resourceType() === 'script' || /\.m?js$/.test(new URL(request.url()).pathname)) scripts.add(request.url());
        });
        await page.goto(`${server.address}/home`);
        await page.locator('main a[href^="/chapter/"]').first().waitFor();
        const sizes = await Promise.all([...scripts].map(gzippedBytes));
        return alone(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000);
      });
    } finally {
      await server.stop();
    }
  },
};
