import { endpoints } from '@abhyas/contract/endpoints';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeAll, describe, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../testing/story.ts';
import { countWork } from '../testing/work-counter.ts';
import { MOST_BODY_BYTES, worstBodiesOf } from '../testing/worst-bodies.ts';

const story = tellStory();
let student: Visitor;
let owner: Visitor;
beforeAll(async () => {
  student = await story.student();
  owner = await story.staff('school', 'owner');
});
const posts = Object.entries(endpoints).filter(([, { method }]) => method === 'POST');

/** Where a text holds lists of its own, the whole of what may be sent; elsewhere less shows the same, sooner. */
const holdsLists = (path: string) => path === uploadStudentResponses.path;

describe('no body costs more work than it weighs', () => {
  test.each(posts)(
    '%s',
    async (_name, endpoint) => {
      const bodies = worstBodiesOf(endpoint, holdsLists(endpoint.path) ? MOST_BODY_BYTES : MOST_BODY_BYTES / 8);
      const url = `/api${endpoint.path.replace('{id}', '1')}`;
      const defects: string[] = [];
      const work = await countWork(async () => {
        for (const { what, payload } of bodies) {
          const { statusCode } = await (typeof endpoint.access === 'object' ? owner : student).send({
            method: 'POST',
            url,
            payload,
            headers: { 'content-type': 'application/json' },
          });
          if (statusCode >= 500) defects.push(what);
        }
      });
      expect(defects).toEqual([]);
      expect(work).toBeLessThan(bodies.reduce((sum, { payload }) => sum + payload.length, 0));
    },
    180_000,
  );
});
