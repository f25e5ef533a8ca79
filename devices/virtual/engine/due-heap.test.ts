import { fc, test } from '@fast-check/jest';
import { DueHeap, type Due } from './due-heap';

const due = (at: number, order: number): Due => ({ at, order, run: () => false, drives: false, place: 0 });

const inOrder = (a: Due, b: Due): number => a.at - b.at || a.order - b.order;

describe('the heap of due items', () => {
  test.prop([fc.array(fc.record({ at: fc.nat(9), drop: fc.boolean() }), { maxLength: 60 }), fc.nat(60)])(
    'returns the items that were not removed, by time and then by creation',
    (items, early) => {
      const heap = new DueHeap();
      const made = items.map(({ at }, order) => due(at, order));
      const popped: Due[] = [];
      made.forEach((one, i) => {
        heap.push(one);
        const first = i === early ? heap.pop() : undefined;
        if (first !== undefined) popped.push(first);
      });
      const first = popped[0];
      const gone = made.filter((one, i) => items[i]?.drop === true && one !== first);
      for (const one of gone) expect(heap.remove(one)).toBe(true);
      for (const one of gone) expect(heap.remove(one)).toBe(false);
      const rest: Due[] = [];
      for (let next = heap.pop(); next !== undefined; next = heap.pop()) rest.push(next);
      expect(rest).toEqual(made.filter((one) => !gone.includes(one) && one !== first).sort(inOrder));
      expect(first === undefined || made.slice(0, early + 1).every((one) => inOrder(first, one) <= 0)).toBe(
        true,
      );
    },
  );

  it('does not remove an item that it has already returned', () => {
    const heap = new DueHeap();
    const one = due(3, 0);
    heap.push(one);
    expect(heap.pop()).toBe(one);
    expect(heap.remove(one)).toBe(false);
    expect(heap.pop()).toBeUndefined();
  });
});
