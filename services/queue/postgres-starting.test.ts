import { afterAll, expect, it } from "vitest";
import { openPostgresStore } from "./postgres-store";

/** The ErrorResponse that Postgres sends to clients while it starts. */
const starting = errorResponse({
  S: "FATAL",
  V: "FATAL",
  C: "57P03",
  M: "the database system is starting up",
});

let connections = 0;
const server = Bun.listen({
  hostname: "127.0.0.1",
  port: 0,
  socket: {
    open: () => {
      connections += 1;
    },
    data: (socket) => {
      socket.end(starting);
    },
  },
});
afterAll(() => server.stop(true));

function errorResponse(fields: Record<string, string>): Buffer {
  const body = Object.entries(fields).map(([name, text]) => `${name}${text}\0`);
  const bytes = Buffer.from(`${body.join("")}\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

it("backs off while the server starts", async () => {
  const store = openPostgresStore(`postgres://fairclick@127.0.0.1:${server.port}/fairclick`, {
    onError: () => {},
  });
  const consumer = store.openConsumer("record-clicks", async () => {}, {});
  consumer.on("error", () => {});
  await expect.poll(() => connections).toBeGreaterThan(0);
  await Bun.sleep(2_000);
  expect(connections).toBeLessThan(20);
  await consumer.close(true).catch(() => {});
  await store.close();
});
