/** Preloaded into a program: its clock is ahead by `CLOCK_AHEAD_MS`, behind if that is negative. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + aheadMs] : args),
  get: (target, key) =>
    key === "now" ? () => target.now() + aheadMs : Reflect.get(target, key, target),
});
