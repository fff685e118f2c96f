import { expect, it } from "vitest";
import { parseClickId } from "../campaigns/destination";
import { parseLinkCode, shareLinkLaunchData } from "./report";

it("names a link, and no click", () => {
  const launchData = shareLinkLaunchData("aB3_-9");
  expect(launchData).toBe("fc_link_aB3_-9");
  expect(parseLinkCode(launchData)).toBe("aB3_-9");
  expect(parseClickId(launchData)).toBeNull();
});

it.each([
  "",
  "fc_link_",
  "link_abc",
  "fc_test",
  "fc_link_a b",
  "fc_link_abc\0",
  "fc_link_abc\n",
  `fc_link_${"a".repeat(41)}`,
  "fc_01900000-0000-7000-8000-000000000001",
])("does not read %j", (text) => {
  expect(parseLinkCode(text)).toBeNull();
});
