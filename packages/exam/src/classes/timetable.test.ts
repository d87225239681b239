import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWeekShown, placeBlocks, weekOf, zonesOf } from './timetable.ts';

const at = (text: string) => new Date(`${text}+05:30`);
const block = (from: string, to: string) => ({ from: at(`2027-01-12T${from}`).getTime(), to: at(`2027-01-12T${to}`).getTime() });

describe('a week', () => {
  test.each([
    ['2027-01-11T00:00', 0, '2027-01-11T00:00'],
    ['2027-01-17T23:59', 0, '2027-01-11T00:00'],
    ['2027-01-17T23:59', 1, '2027-01-04T00:00'],
    ['2027-01-17T23:59', -1, '2027-01-18T00:00'],
  ])('at %s, the week %d weeks ago begins on Monday %s in India', (now, weeksAgo, monday) => {
    expect(weekOf(at(now), weeksAgo).from).toEqual(at(monday));
  });

  test('is shown only if one of its days is at most 180 days past or 30 days ahead', () => {
    const shown = Array.from({ length: 61 }, (_, index) => index - 30).filter((weeksAgo) => isWeekShown(at('2027-01-13T12:00'), weeksAgo));
    expect([shown[0], shown.at(-1)]).toEqual([-4, 26]);
    expect(shown).toHaveLength(31);
  });
});

describe('the hours of the grid', () => {
  test('contain every class', () =>
    expect(zonesOf([block('08:30', '09:15'), block('16:00', '17:00')])).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16]));
  test('are those of a working day if there is no class', () => expect(zonesOf([])).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17]));
  test('end at midnight for a class that runs past midnight', () => {
    expect(zonesOf([{ from: at('2027-01-12T23:30').getTime(), to: at('2027-01-13T00:30').getTime() }])).toEqual([23]);
  });
});

describe('blocks', () => {
  test('that overlap in time share the width; a class that begins when another ends does not overlap', () => {
    const placed = placeBlocks([block('09:00', '10:00'), block('09:30', '10:30'), block('10:30', '11:00')]);
    expect(placed).toEqual([
      { column: 0, columns: 2 },
      { column: 1, columns: 2 },
      { column: 0, columns: 1 },
    ]);
  });

  test('never overlap on the grid, whatever their times', () => {
    const any = fc.array(fc.record({ from: fc.nat(50), length: fc.integer({ min: 1, max: 20 }) }), { maxLength: 12 });
    fc.assert(
      fc.property(any, (times) => {
        const blocks = times.map(({ from, length }) => ({ from, to: from + length }));
        const placed = placeBlocks(blocks);
        for (const [one, a] of blocks.entries()) {
          const own = placed[one];
          if (!own) throw new Error('A block has no place');
          expect(own.column).toBeLessThan(own.columns);
          for (const [other, b] of blocks.entries())
            if (one !== other && a.from < b.to && b.from < a.to)
              expect([placed[other]?.column === own.column, placed[other]?.columns]).toEqual([false, own.columns]);
        }
      }),
    );
  });
});
