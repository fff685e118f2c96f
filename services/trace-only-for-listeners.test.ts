import { tracingChannel } from "node:diagnostics_channel";
import { expect, it } from "vitest";
import { traceOnlyForListeners } from "./redis";

it("reports whether a tracing channel has subscribers", () => {
  traceOnlyForListeners();
  const channel = tracingChannel("fairclick:test");
  expect(channel.hasSubscribers).toBe(false);
  const listen = () => {};
  channel.asyncEnd.subscribe(listen);
  expect(channel.hasSubscribers).toBe(true);
  channel.asyncEnd.unsubscribe(listen);
  expect(channel.hasSubscribers).toBe(false);
});
