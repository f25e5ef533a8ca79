/** The sends of one link, one after another in the order they were asked for. */
export class SendQueue {
  /** The last send that is not done; undefined: the lane is free. */
  private last: Promise<unknown> | undefined;

  /** No send is under way: who needs no wait need not queue. */
  get free(): boolean {
    return this.last === undefined;
  }

  run<T>(send: () => Promise<T>): Promise<T> {
    const next = this.last === undefined ? send() : this.last.then(send, send);
    this.last = next;
    const done = (): void => {
      if (this.last === next) this.last = undefined;
    };
    next.then(done, done);
    return next;
  }
}
