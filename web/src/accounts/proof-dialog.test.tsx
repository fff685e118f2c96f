import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { openApp } from "../testing/open-app";
import { type Call, emptyMarket, signedIn, stubApi } from "../testing/stub-api";

/** Adds passkeys to the browser. The person declines the first time, then signs with the challenge. */
function stubPasskeys(): void {
  const get = vi
    .fn<(request: { publicKey: { challenge: ArrayBuffer } }) => Promise<object>>()
    .mockRejectedValueOnce(new DOMException("", "NotAllowedError"))
    .mockImplementation(async ({ publicKey: { challenge } }) => ({
      id: "passkey",
      rawId: challenge,
      type: "public-key",
      response: { authenticatorData: challenge, clientDataJSON: challenge, signature: challenge },
      getClientExtensionResults: () => ({}),
    }));
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "credentials");
  });
}

const required = {
  status: 403,
  body: { status: "error", code: "proof_required", message: "Please confirm that it is you." },
};
const wrong = { status: 403, body: { code: "forbidden", message: "This is not your password." } };
const ways = { recent: false, password: true, totp: false, passkey: false, google: false };
const done = { body: { status: "success", message: "Thank you." } };

/** The server, which needs one proof before it pays out. */
function stubServer(change: Partial<typeof ways> = {}): { calls: Call[]; prove: () => void } {
  let proved = false;
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/auth/proof": () => ({ body: { ...ways, ...change, recent: proved } }),
    "POST /api/auth/proof": () => {
      const { password, code } = (calls.at(-1)?.body ?? {}) as Record<string, string>;
      proved = password === "correct horse" || code === "123456";
      return proved ? done : wrong;
    },
    "POST /api/stripe/withdraw": () => (proved ? { body: { message: "Paid." } } : required),
  });
  const prove = () => {
    proved = true;
  };
  return { calls, prove };
}

const withdraw = () =>
  readAnswer(api.stripe.withdraw.$post({ json: { amount: 100, requestId: "r-1" } }));
const dialog = async () => within(await screen.findByRole("dialog"));
const type = (element: HTMLElement, value: string) =>
  fireEvent.change(element, { target: { value } });
const withdrawals = (calls: Call[]) =>
  calls.filter(({ name }) => name === "POST /api/stripe/withdraw");

beforeEach(() => localStorage.setItem("token", "secret"));

it("asks for the password, and repeats the same request after the right one", async () => {
  const { calls } = stubServer();
  openApp("/app/creator-hub");
  const paid = withdraw();
  const box = await dialog();
  const field = await box.findByLabelText("Current password");
  expect(document.activeElement).toBe(field);
  type(field, "wrong");
  fireEvent.click(box.getByRole("button", { name: "Confirm" }));
  await box.findByText("This is not your password.");
  type(box.getByLabelText("Current password"), "correct horse");
  fireEvent.click(box.getByRole("button", { name: "Confirm" }));
  expect((await paid).message).toBe("Paid.");
  const [first, second] = withdrawals(calls);
  expect(second?.body).toEqual(first?.body);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("asks once for concurrent requests", async () => {
  const { calls } = stubServer();
  openApp("/app/creator-hub");
  const paid = Promise.all([withdraw(), withdraw()]);
  const box = await dialog();
  type(await box.findByLabelText("Current password"), "correct horse");
  fireEvent.click(box.getByRole("button", { name: "Confirm" }));
  expect((await paid).map(({ message }) => message)).toEqual(["Paid.", "Paid."]);
  expect(calls.filter(({ name }) => name === "POST /api/auth/proof")).toHaveLength(1);
});

it("asks for a code where there is a second factor, and for no password", async () => {
  stubServer({ password: false, totp: true });
  openApp("/app/creator-hub");
  const paid = withdraw();
  const box = await dialog();
  type(await box.findByLabelText("Code"), "123456");
  expect(box.queryByLabelText("Current password")).toBeNull();
  fireEvent.click(box.getByRole("button", { name: "Confirm" }));
  expect((await paid).message).toBe("Paid.");
});

it("fails with the server's reason if the user closes it, and asks again the next time", async () => {
  const { calls } = stubServer();
  openApp("/app/creator-hub");
  const refused = withdraw().catch((error: Error) => error.message);
  fireEvent.click((await dialog()).getByRole("button", { name: "Dismiss" }));
  expect(await refused).toBe("Please confirm that it is you.");
  expect(withdrawals(calls)).toHaveLength(1);
  const again = withdraw().catch(() => "closed");
  fireEvent.click((await dialog()).getByRole("button", { name: "Dismiss" }));
  expect(await again).toBe("closed");
});

it("continues after a sign-in with Google in another tab, with that tab's session", async () => {
  const { calls, prove } = stubServer({ password: false, google: true });
  openApp("/app/creator-hub");
  const paid = withdraw();
  const box = await dialog();
  const link = await box.findByRole("link", { name: "Sign in with Google again" });
  expect(link.getAttribute("target")).toBe("_blank");
  fireEvent.click(box.getByRole("button", { name: "I have signed in again" }));
  await box.findByText("You have not signed in again yet.");
  prove();
  localStorage.setItem("token", "fresh");
  fireEvent.click(box.getByRole("button", { name: "I have signed in again" }));
  expect((await paid).message).toBe("Paid.");
  expect(withdrawals(calls).map(({ authorization }) => authorization)).toEqual([
    "Bearer secret",
    "Bearer fresh",
  ]);
});

it("accepts a passkey, and stays open if the person declines it", async () => {
  stubPasskeys();
  let proved = false;
  const challenges = ["declined", "to--sign"];
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/auth/proof": { body: { ...ways, password: false, passkey: true } },
    "POST /api/auth/passkeys/challenge": () => ({
      body: { status: "success", data: { challenge: challenges.shift() } },
    }),
    "POST /api/auth/passkeys/proof": () => {
      proved = true;
      return done;
    },
    "POST /api/stripe/withdraw": () => (proved ? { body: { message: "Paid." } } : required),
  });
  openApp("/app/creator-hub");
  const paid = withdraw();
  const box = await dialog();
  fireEvent.click(await box.findByRole("button", { name: "Use a passkey" }));
  await box.findByText("The passkey was not used. Please try again.");
  fireEvent.click(box.getByRole("button", { name: "Use a passkey" }));
  expect(await paid).toMatchObject({ message: "Paid." });
  const proof = calls.find(({ name }) => name === "POST /api/auth/passkeys/proof");
  expect(proof?.body).toMatchObject({
    credential: { id: "passkey", response: { signature: "to--sign" } },
  });
});
