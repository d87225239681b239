import { withPhone } from '../phone/phone.ts';
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

interface Requested {
  request: { url: string };
  type?: string;
}

const chapterShown = `new Promise((resolve) => {
  const look = () => (document.querySelector('main a[href^="/chapter/"]') ? resolve() : requestAnimationFrame(look));
  look();
})`;

/** The script that a signed-in student's browser fetches until the home page shows its chapters, gzipped as sent. */
export const jsFirstLoad: Measure = {
  name: 'js_first_load',
  unit: 'kB',
  aim: { most: 155 },
  measure: async ({ database, testTakers, productServer }) => {
    const server = await startServer(productServer, [], database);
    try {
      const [testTaker] = testTakers.waiting.splice(0, 1);
      if (!testTaker) throw new Error('Every student has begun the test already');
      return await withPhone(server.address, testTaker, async (phone) => {
        const tab = await phone.openTab();
        const scripts = new Set<string>();
        tab.on<Requested>('Network.requestWillBeSent', ({ request: { url }, type }) => {
          if (type === 'Script' || /\.m?js$/.test(new URL(url).pathname)) scripts.add(url);
        });
        await tab.goTo(`${server.address}/home`);
        await tab.evaluate(chapterShown);
        const sizes = await Promise.all([...scripts].map(gzippedBytes));
        return alone(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000);
      });
    } finally {
      await server.stop();
    }
  },
};
