// The application under test: it dims a lamp over a serial port, and gives up after 100 ms without an answer.
class Dimmer {
  constructor(port) {
    this.port = port;
  }

  /** Resolves with the level that the lamp says. */
  set(level) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the lamp does not answer')), 100);
      const received = [];
      const take = (data) => {
        received.push(...data);
        if (received.length < 3) return;
        clearTimeout(timer);
        this.port.off('data', take);
        resolve(received[1]);
      };
      this.port.on('data', take);
      this.port.write([1, level, 1 ^ level]);
    });
  }
}

module.exports = { Dimmer };
