/** Runs the sends of one link one after another, in the order of the calls. */
export class SendQueue {
  /** The last unfinished send. */
  private last: Promise<unknown> | undefined;

  /** True while no send is running. */
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
