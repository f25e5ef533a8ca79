/** How many of the keys that the page rules were judged, and of how many nobody knows what they met. */
export class KeyCount {
  judged = 0;
  unknown = 0;

  get accounting() {
    const { judged, unknown } = this;
    return { judged, unjudged: unknown === 0 ? {} : { 'state-unknown': unknown } };
  }
}
