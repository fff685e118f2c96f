import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { emptyMarket, signedIn, stubApi, user } from "../testing/stub-api";

beforeEach(() => localStorage.clear());

const needsCode = { body: { status: "success", message: "", data: { secondFactor: true } } };
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("asks for a code after the password, and opens the app after the right one", async () => {
  let entered = 0;
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    "POST /api/auth/login": needsCode,
    "POST /api/auth/second-factor/session": () => {
      entered += 1;
      return entered > 1
        ? { body: { status: "success", message: "Welcome!", data: { token: "secret", user } } }
        : { status: 403, body: { message: "This code is wrong" } };
    },
  });
  const { path } = openApp("/login?next=/app/payments");
  await screen.findByLabelText("Email");
  type("Email", "dana@example.com");
  type("Password", "correct horse");
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByLabelText("Code");
  expect(localStorage.getItem("token")).toBeNull();
  type("Code", "000000");
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByText("This code is wrong");
  type("Code", "287082");
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(path()).toContain("/app/payments"));
  expect(localStorage.getItem("token")).toBe("secret");
  expect(calls.filter(({ name }) => name.endsWith("second-factor/session"))).toMatchObject([
    { body: { code: "000000" } },
    { body: { code: "287082" } },
  ]);
});

it("Google's return leads to the code too", async () => {
  stubApi({ "POST /api/auth/google/session": needsCode });
  const { path } = openApp("/login/token#code=abc");
  await screen.findByLabelText("Code");
  expect(path()).toBe("/second-factor");
});
