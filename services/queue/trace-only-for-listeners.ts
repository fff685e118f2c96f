import { type TracingChannel, tracingChannel } from "node:diagnostics_channel";

/**
 * Makes ioredis skip tracing without listeners. ioredis describes each command to a tracing channel
 * unless the channel has no subscribers. Bun 1.4.5 lacks `hasSubscribers`, which Node has, so every
 * command was described, with a copy of its payload, for nobody: a tenth of the cost of sending a
 * job.
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
