import { fireEvent, screen } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
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
