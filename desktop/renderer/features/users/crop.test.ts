import { describe, expect, it } from 'vitest';
import { moveCrop, resizeCrop, wholeCrop } from './crop.ts';

const WIDE = { width: 400, height: 200 };

describe('a crop area', () => {
  it.each([
    ['a wide size, square part', WIDE, 1, { x: 25, y: 0, width: 50, height: 100 }],
    ['a tall size, square part', { width: 100, height: 400 }, 1, { x: 0, y: 37.5, width: 100, height: 25 }],
    ['a square size, wide part', { width: 100, height: 100 }, 4, { x: 0, y: 37.5, width: 100, height: 25 }],
  ])('is the largest centred one at first: %s', (_case, size, aspect, area) => {
    expect(wholeCrop(size, aspect)).toEqual({ unit: '%', ...area });
  });

  it('keeps its aspect ratio and stays inside when it is resized', () => {
    const crop = wholeCrop(WIDE, 1);
    expect(resizeCrop(crop, { size: WIDE, aspect: 1, width: 25 })).toMatchObject({ x: 25, width: 25, height: 50 });
    expect(
      resizeCrop(moveCrop(resizeCrop(crop, { size: WIDE, aspect: 1, width: 10 }), { x: 95, y: 95 }), {
        size: WIDE,
        aspect: 1,
        width: 500,
      }),
    ).toMatchObject({
      x: 50,
      y: 0,
      width: 50,
      height: 100,
    });
    expect(resizeCrop(crop, { size: WIDE, aspect: 1, width: -3 }).width).toBe(5);
  });

  it('cannot be moved out of the image', () => {
    const crop = wholeCrop(WIDE, 1);
    expect(moveCrop(crop, { x: 400 })).toMatchObject({ x: 50, y: 0 });
    expect(moveCrop(crop, { x: -1, y: -1 })).toMatchObject({ x: 0, y: 0 });
  });
});
