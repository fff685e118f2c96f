import { createConnection } from "node:net";

/** Sends texts over one connection with pauses in between and returns everything received. */
export function converse(port: number, steps: (string | number)[]): Promise<string> {
  return new Promise((resolve) => {
    let answers = "";
    const socket = createConnection(port, "127.0.0.1", async () => {
      for (const step of steps) {
        if (typeof step === "number") await Bun.sleep(step);
        else socket.write(step);
      }
    });
    socket.setTimeout(1_500, () => socket.destroy());
    socket.on("data", (data) => {
      answers += data;
    });
    socket.on("close", () => resolve(answers));
    socket.on("error", () => resolve(answers));
  });
}

/** Sends a text over a connection of its own and returns the answer. */
export function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = createConnection(port, "127.0.0.1", () => socket.write(request));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (data) => {
      answer += data;
      socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", () => resolve(answer));
  });
}
