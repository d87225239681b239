import { withPhone } from '../phone/phone.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Measure, median } from './measure.ts';

const runs = 5;
/** The largest paint is final when no larger one has followed for this long. */
const settledMs = 3000;

const largestPaint = `new Promise((resolve) => {
  let last = 0;
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) last = startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => resolve(last), ${settledMs});
})`;

/** Milliseconds to the largest paint of the landing page on a phone with an empty cache. */
export const landingPaint: Measure = {
  name: 'landing_paint',
  unit: 'ms',
  aim: { most: 2500 },
  measure: async ({ database, productServer }) => {
    const server = await startServer(productServer, [], database);
    try {
      const painted: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const visitor = { token: 'nobody' } as Parameters<typeof withPhone>[1];
        const shown = await withPhone(server.address, visitor, async (phone) => {
          const tab = await phone.openTab();
          await tab.goTo(`${server.address}/`);
          return tab.evaluate<number>(largestPaint);
        });
        painted.push(shown);
      }
      return alone(median(painted));
    } finally {
      await server.stop();
    }
  },
};
