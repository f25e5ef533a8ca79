/** Inboxes that come of one share arrays: each has what a list of its own would have. */
import fc from 'fast-check';
import { Inbox, type Waiting } from './inbox';

const LINKS = [undefined, 'a', 'b'];

const change = fc.record({
  of: fc.nat(),
  link: fc.constantFrom(...LINKS),
  kind: fc.constantFrom('with', 'with', 'with', 'without', 'withoutLink'),
});

function listWithout(list: readonly Waiting[], link: string | undefined): readonly Waiting[] {
  const at = list.findIndex((one) => one.link === link);
  return at < 0 ? list : list.toSpliced(at, 1);
}

test('whatever follows from an inbox, it keeps what it has', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const made: [Inbox<Waiting>, readonly Waiting[]][] = [[new Inbox(), []]];
      for (const [id, { of, link, kind }] of changes.entries()) {
        const [inbox, list] = made[of % made.length] ?? [new Inbox<Waiting>(), []];
        const one = { id, link };
        if (kind === 'with') made.push([inbox.with(one), [...list, one]]);
        else if (kind === 'without') made.push([inbox.without(one), listWithout(list, link)]);
        else if (link !== undefined)
          made.push([inbox.withoutLink(link), list.filter((waiting) => waiting.link !== link)]);
      }
      for (const [inbox, list] of made) {
        const byLink = LINKS.map((link) => list.filter((one) => one.link === link).map(({ id }) => id));
        expect(LINKS.map((link) => inbox.ids((one) => one === link))).toEqual(byLink);
        expect(inbox).toHaveLength(list.length);
        const least = Math.min(...list.map(({ id }) => id));
        expect(inbox.first()?.id ?? Infinity).toBe(least);
      }
    }),
  );
});
