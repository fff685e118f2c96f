import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { item, list, stubApi } from "../testing/stub-api";
import {
  campaignAddress as address,
  campaignLink as link,
  campaignPage as page,
  campaignPath as path,
} from "../testing/stub-campaign-page";

const creators = `${address}?section=creators`;

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

it("disables a creator's link", async () => {
  let disabled = false;
  const calls = stubApi({
    ...page,
    [`GET ${path}/links`]: () => list([{ ...link, disabled }]),
    [`PATCH ${path}/links/u2`]: () => {
      disabled = true;
      return item({ ...link, disabled }, "Link disabled");
    },
  });
  openApp(creators);
  fireEvent.click(await screen.findByRole("switch", { name: "Link of Cleo", checked: true }));
  await screen.findByText("Link disabled");
  await screen.findByRole("switch", { name: "Link of Cleo", checked: false });
  const patch = calls.find((call) => call.name.startsWith("PATCH"));
  expect(patch?.body).toEqual({ disabled: true });
});

it("resets the switch if the server rejects the change", async () => {
  const refusal = { status: 409, body: { message: "Not yours to change" } };
  stubApi({ ...page, [`PATCH ${path}/links/u2`]: refusal });
  openApp(creators);
  fireEvent.click(await screen.findByRole("switch", { name: "Link of Cleo" }));
  await screen.findByText("Not yours to change");
  await screen.findByRole("switch", { name: "Link of Cleo", checked: true });
});

it("saves a creator's share link, says what it means, and shows the server's refusal", async () => {
  const text = "https://www.roblox.com/share?code=ab12&type=ExperienceDetails";
  const refusal = { status: 422, body: { message: "The link must be a share link of Roblox" } };
  const replies = [refusal, item({ ...link, shareLink: text }, "Share link saved")];
  const calls = stubApi({
    ...page,
    [`PUT ${path}/links/u2/share-link`]: () => replies.shift() ?? refusal,
  });
  openApp(creators);
  const field = await screen.findByLabelText("Share link for Cleo");
  expect(screen.getByText(/your game receives no click id from these visitors/)).toBeTruthy();
  expect(screen.getByText("Launch data: fc_link_abc")).toBeTruthy();
  const save = async (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  };
  await save("https://evil.example/");
  await screen.findByText("The link must be a share link of Roblox");
  await save(text);
  await screen.findByText("Share link saved");
  await save(" ");
  await waitFor(() => {
    const bodies = calls.filter(({ name }) => name.startsWith("PUT")).map(({ body }) => body);
    expect(bodies).toEqual([
      { shareLink: "https://evil.example/" },
      { shareLink: text },
      { shareLink: null },
    ]);
  });
});
