// A preloaded clock that begins at a moment, runs faster than the real one, and is ahead: RYAD_TEST_CLOCK=START,SPEED,AHEAD in milliseconds.
//
// Timers keep their real pace, so a process under this clock does little for each of its minutes.
const [start, speed, ahead] = process.env.RYAD_TEST_CLOCK.split(",").map(Number);
const RealDate = Date;
const now = () => Math.floor(start + (RealDate.now() - start) * speed + ahead);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
