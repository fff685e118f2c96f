import { type TracingChannel, tracingChannel } from "node:diagnostics_channel";

/**
 * ioredis describes each command to a tracing channel unless nobody listens. In Bun 1.4.5 the
 * channel cannot say so, as it can in Node: every command was described, with a copy of all that it
 * carries, to nobody. That cost a tenth of sending a job.
 */
export function traceOnlyForListeners(): void {
  const channels: object = Object.getPrototypeOf(tracingChannel("ioredis:command"));
  if ("hasSubscribers" in channels) return;
  Object.defineProperty(channels, "hasSubscribers", {
    get(this: TracingChannel) {
      return (
        this.start.hasSubscribers ||
        this.end.hasSubscribers ||
        this.asyncStart.hasSubscribers ||
        this.asyncEnd.hasSubscribers ||
        this.error.hasSubscribers
      );
    },
  });
}
