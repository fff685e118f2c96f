import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { type Call, stubApi } from "../testing/stub-api";
import { account, done, mails, settings } from "./testing/profile-answers";

const leave = vi.fn();

beforeEach(() => {
  localStorage.setItem("token", "secret");
  leave.mockClear();
  vi.spyOn(window.location, "assign").mockImplementation(leave);
});

const card = async (name: string) => within(await screen.findByRole("region", { name }));
const sent = (calls: Call[], name: string) => calls.find((call) => call.name === name)?.body;

it("switches one kind of mail off, and shows which are always sent", async () => {
  let mail = true;
  const calls = stubApi({
    ...account(),
    "GET /api/notices/settings": () => mails(settings.map((each) => ({ ...each, mail }))),
    "PUT /api/notices/settings": () => {
      mail = false;
      return done("Mail settings changed.");
    },
  });
  openApp("/app/profile?section=mails");
  const box = await card("Mails");
  fireEvent.click(await box.findByText("Money"));
  box.getByText("1 of 1 on");
  const money = within(box.getByRole("list", { name: "Mails about: Money" }));
  expect(money.getAllByRole("switch")).toHaveLength(1);
  expect(money.queryByText("A withdrawal failed")).toBeNull();
  box.getByText("A withdrawal failed");
  const toggle = money.getByRole("switch", { name: "Mail: A payment arrived", checked: true });
  fireEvent.click(toggle);
  await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("false"));
  await waitFor(() => expect(toggle.hasAttribute("disabled")).toBe(false));
  expect(toggle.getAttribute("aria-checked")).toBe("false");
  box.getByText("0 of 1 on");
  expect(sent(calls, "PUT /api/notices/settings")).toEqual({
    kind: "deposit.arrived",
    mail: false,
  });
});

it("keeps the switch if the server refuses, and says so", async () => {
  stubApi({
    ...account(),
    "PUT /api/notices/settings": { status: 500, body: { message: "Not now." } },
  });
  openApp("/app/profile?section=mails");
  const toggle = await (await card("Mails")).findByRole("switch");
  fireEvent.click(toggle);
  await screen.findByText("Not now.");
  expect(toggle.getAttribute("aria-checked")).toBe("true");
});

it("says that notices are in the app only if there is no mail server", async () => {
  stubApi({ ...account(), "GET /api/notices/settings": mails(settings, false) });
  openApp("/app/profile?section=mails");
  await screen.findByText(/^This marketplace sends no mails/);
  expect((await card("Mails")).queryByRole("switch")).toBeNull();
});
