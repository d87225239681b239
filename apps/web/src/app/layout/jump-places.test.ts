import { expect, test } from 'vitest';
import { findPlaces, type Place } from './jump-places.ts';

const place = (label: string): Place => ({ label, detail: '', link: { to: '/home' } });
const places = ['Physics', 'Laws of motion', 'Motion in a plane', 'Weekly test 3: motion'].map(place);

test.each([
  ['', ['Physics', 'Laws of motion', 'Motion in a plane', 'Weekly test 3: motion']],
  ['motion', ['Motion in a plane', 'Laws of motion', 'Weekly test 3: motion']],
  ['mot wee', ['Weekly test 3: motion']],
  ['optics', []],
])('a place is found by all typed words, and is listed first if it begins with them: %j', (typed, labels) => {
  expect(findPlaces(places, typed).map(({ label }) => label)).toEqual(labels);
});
