/** The sends of one link, one after another in the order they were asked for. */
export class SendLane {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(send: () => Promise<T>): Promise<T> {
    const next = this.last.then(send);
    this.last = next.catch(() => undefined);
    return next;
  }
}
